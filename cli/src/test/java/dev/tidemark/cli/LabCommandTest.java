package dev.tidemark.cli;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import org.apache.flink.shaded.jackson2.com.fasterxml.jackson.databind.JsonNode;
import org.apache.flink.shaded.jackson2.com.fasterxml.jackson.databind.ObjectMapper;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** What {@code tidemark lab} does with folders and how it talks. */
class LabCommandTest {

  private static final Path EXAMPLES = Path.of("../examples");

  @TempDir Path temporary;
  private Path folder;

  @BeforeEach
  void nameTheFolder() {
    folder = temporary.resolve("watermark");
  }

  private Command lab(String command, String name, String... more) {
    List<String> words = new ArrayList<>(List.of("lab", command, name));
    words.addAll(List.of(more));
    words.addAll(List.of("--dir", folder.toString()));
    return Command.run(words.toArray(new String[0]));
  }

  private void solve(String... steps) throws IOException {
    for (String step : steps) {
      for (String ending : new String[] {".sql", ".out"}) {
        Files.copy(
            EXAMPLES.resolve("sql/watermark/" + step + ending), folder.resolve(step + ending));
      }
    }
  }

  @Test
  void theListNamesTheLabsAndTheirSteps() {
    assertThat(Command.run("lab", "list").out())
        .isEqualTo(
            """
            watermark    8  Watermarks: which rows a window loses, and why
            dedup        8  Deduplication and Top-N: the same answer, and what its log costs
            lateness     8  Late rows in a DataStream program: dropped, set aside, or counted again
            """);
    assertThat(Command.run("lab", "list", "--lang", "zh").out()).contains("8  水位线：");
  }

  @Test
  void startLaysOutDataAndInstructions() throws IOException {
    Command done = lab("start", "watermark");

    assertThat(done.exitCode()).isZero();
    assertThat(done.out()).isEmpty();
    assertThat(done.err())
        .isEqualTo(
            "tidemark: the lab watermark is in %s.%nRead %s and begin.%n"
                .formatted(folder, folder.resolve("README.md")));
    assertThat(folder.resolve("data/watermark_events.csv"))
        .hasSameBinaryContentAs(EXAMPLES.resolve("data/watermark_events.csv"));
    assertThat(Files.readString(folder.resolve("README.md")))
        .startsWith("# Watermarks: ")
        .contains("cd \"" + folder + "\"")
        .contains("'path' = 'file://" + folder + "/data/watermark_events.csv'")
        .doesNotContain("{{");
  }

  @Test
  void anApostropheInTheFolderIsEscapedInSql() throws IOException {
    folder = temporary.resolve("ada's");

    lab("start", "watermark");

    assertThat(Files.readString(folder.resolve("README.md")))
        .contains("'path' = 'file://" + temporary + "/ada''s/data/watermark_events.csv'")
        .contains("cd \"" + folder + "\"");
  }

  @Test
  void theLanguageOfTheStartIsThatOfTheCheck() throws IOException {
    lab("start", "watermark", "--lang", "zh");

    assertThat(Files.readString(folder.resolve("README.md"))).startsWith("# 水位线：");
    assertThat(lab("check", "watermark", "3").out()).contains("未做", "这一步还不正确");
    assertThat(lab("hint", "watermark", "3").out()).startsWith("3. 同样的窗口，流模式\n");
    assertThat(lab("hint", "watermark", "batch", "--lang", "en").out())
        .contains("wc -l < \"" + folder + "/data/watermark_events.csv\"");
    assertThat(lab("check", "watermark", "--lang", "en").out()).contains("0 of 8 steps are right.");

    // One below the other: Chinese characters take two columns.
    Files.writeString(folder.resolve("w5.out"), "nothing of a table\n");
    assertThat(lab("check", "watermark", "3").out())
        .contains("\n    期望      一张结果表", "\n    实际      没有结果表\n    常见原因  脚本没有运行查询");
  }

  @Test
  void startOverwritesNothing() throws IOException {
    lab("start", "watermark");
    Files.writeString(folder.resolve("w5.sql"), "mine");

    Command again = lab("start", "watermark");

    assertThat(again.exitCode()).isEqualTo(2);
    assertThat(again.err())
        .contains("was already started in " + folder)
        .contains("tidemark lab reset watermark --dir " + folder);
    assertThat(folder.resolve("w5.sql")).hasContent("mine");

    folder = Files.createDirectory(temporary.resolve("other"));
    Files.writeString(folder.resolve("notes"), "mine");
    assertThat(lab("start", "watermark").err())
        .contains("is not empty, and nothing is overwritten");
  }

  @Test
  void resetKeepsABackup() throws IOException {
    lab("start", "watermark");
    Files.writeString(folder.resolve("w5.sql"), "first");
    Files.writeString(folder.resolve("data/watermark_events.csv"), "spoiled");

    Command done = lab("reset", "watermark");

    assertThat(done.exitCode()).as(done.err()).isZero();
    assertThat(done.err()).contains("What was there is in " + folder.resolve("backup/1"));
    assertThat(folder.resolve("backup/1/w5.sql")).hasContent("first");
    assertThat(folder.resolve("backup/1/data/watermark_events.csv")).hasContent("spoiled");
    assertThat(folder.resolve("w5.sql")).doesNotExist();
    assertThat(folder.resolve("data/watermark_events.csv"))
        .hasSameBinaryContentAs(EXAMPLES.resolve("data/watermark_events.csv"));

    Files.writeString(folder.resolve("w5.sql"), "second");
    assertThat(lab("reset", "watermark").exitCode()).isZero();
    assertThat(folder.resolve("backup/1/w5.sql")).hasContent("first");
    assertThat(folder.resolve("backup/2/w5.sql")).hasContent("second");
  }

  @Test
  void resetTouchesNoFolderButALabs() throws IOException {
    Files.createDirectory(folder);
    Files.writeString(folder.resolve("precious"), "mine");

    assertThat(lab("reset", "watermark").exitCode()).isEqualTo(2);
    assertThat(folder.resolve("precious")).hasContent("mine");

    folder = temporary.resolve("lab");
    lab("start", "watermark");
    assertThat(lab("reset", "dedup").err()).contains("the lab dedup was not started in " + folder);
  }

  @Test
  void theExitCodeIsThatOfTheStepsAskedFor() throws IOException {
    lab("start", "watermark");
    solve("ddl", "batch");

    assertThat(lab("check", "watermark").exitCode()).isEqualTo(1);
    assertThat(lab("check", "watermark", "2").exitCode()).isZero();
    assertThat(lab("check", "watermark", "batch").out()).contains("The step is right.");
    assertThat(lab("check", "watermark", "3").exitCode()).isEqualTo(1);
  }

  @Test
  void aFolderThatIsNotTheLabsIsTold() throws IOException {
    lab("start", "watermark");
    Command other = lab("check", "dedup");
    assertThat(other.exitCode()).isEqualTo(2);
    Command json = lab("check", "dedup", "--format", "json");
    assertThat(json.exitCode()).isEqualTo(2);
    assertThat(new ObjectMapper().readTree(json.out()).path("error").asText())
        .startsWith(folder + " is the folder of the lab watermark, not of dedup");
    assertThat(other.err()).contains(folder + " is the folder of the lab watermark, not of dedup");

    folder = Files.createDirectory(temporary.resolve("other"));
    assertThat(lab("check", "dedup").out())
        .contains("Note: the lab dedup was not started in " + folder + "; --dir names its folder.");
  }

  @Test
  void aBrokenLabDoesNotHideTheOthers() throws IOException {
    Path labs = Files.createDirectory(temporary.resolve("labs"));
    Files.writeString(Files.createDirectory(labs.resolve("bad")).resolve("lab.yaml"), "{[");
    Path mine = Files.createDirectory(labs.resolve("mine"));
    Files.writeString(mine.resolve("lab.yaml"), "tables: {}\nresults: {}\nsteps: []\n");
    Files.writeString(mine.resolve("texts.en.yaml"), "title: Mine\n");

    Command list = Command.run("lab", "list", "--lang", "zh", "--labs", labs.toString());

    assertThat(list.exitCode()).isEqualTo(1);
    assertThat(list.out()).contains("dedup        8", "mine         0  Mine\n");
    assertThat(list.err()).contains("tidemark: the lab bad is broken: ");
  }

  @Test
  void aWrongStepIsExplained() throws IOException {
    lab("start", "watermark");
    solve("batch");
    Files.copy(folder.resolve("batch.out"), folder.resolve("w5.out"));

    assertThat(lab("check", "watermark", "w5").out())
        .isEqualTo(
            """
             3  w5        wrong
                expected   22 rows, sum of cnt 607, printed as a stream, with the column op
                found      22 rows, sum of cnt 640, printed as in batch mode, without the column op
                usually    The query ran in batch mode, where the watermark drops nothing and there is no changelog. Put
                           SET 'execution.runtime-mode' = 'streaming'; in front of it.

            The step is not right yet.
            Help with a step: tidemark lab hint watermark 3 --dir %s
            """
                .formatted(folder));
  }

  @Test
  void verdictsAsJson() throws IOException {
    lab("start", "watermark");
    solve("ddl", "batch");
    Files.copy(folder.resolve("batch.out"), folder.resolve("w5.out"));

    JsonNode verdict =
        new ObjectMapper().readTree(lab("check", "watermark", "--format", "json").out());

    assertThat(verdict.at("/schema").asText()).isEqualTo("tidemark.lab-check/1");
    assertThat(verdict.at("/lab").asText()).isEqualTo("watermark");
    assertThat(verdict.at("/right").asInt()).isEqualTo(2);
    assertThat(verdict.at("/asked").asInt()).isEqualTo(8);
    assertThat(verdict.at("/steps")).hasSize(8);
    assertThat(verdict.at("/steps/0/status").asText()).isEqualTo("right");
    assertThat(verdict.at("/steps/0/findings")).isEmpty();
    assertThat(verdict.at("/steps/2/status").asText()).isEqualTo("wrong");
    assertThat(verdict.at("/steps/2/findings/0/mistake").asText()).isEqualTo("batch-for-streaming");
    assertThat(verdict.at("/steps/3/status").asText()).isEqualTo("missing");
  }

  @Test
  void aChangedCopyOfTheDataDoesNotCount() throws IOException {
    lab("start", "watermark");
    solve("batch");
    Path data = folder.resolve("data/watermark_events.csv");
    Files.writeString(data, "1,s1,78,2026-03-02 09:00:03\n");

    Command done = lab("check", "watermark", "batch");

    assertThat(done.exitCode()).isZero();
    assertThat(done.out())
        .contains("Note: " + data + " is not the file that the lab has laid out.");
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      value = {
        "start nosuch | there is no lab nosuch; there are watermark, dedup, lateness.",
        "start watermrk | Did you mean watermark?",
        "check watermark 9 | the lab watermark has the steps 1 to 8: ddl, batch,",
        "check watermark w6 | not w6.",
        "check watermark --format xml | check prints --format text or json, not xml.",
        "check dedup --dir /no/such/folder | there is no folder /no/such/folder; tidemark lab start",
        "list --lang de | --lang is en or zh, not de.",
        "list --labs /no/such | there is no folder /no/such.",
        "hint watermark | Missing required parameter: 'STEP'",
        "strt | Did you mean: tidemark lab start?"
      })
  void wrongUsage(String words, String message) {
    Command done = Command.run(("lab " + words).split(" ", -1));

    assertThat(done.exitCode()).as(words).isEqualTo(2);
    assertThat(done.err()).contains(message);
    assertThat(done.out()).isEmpty();
  }

  /** The example in docs/labs.md. */
  @Test
  void aTeachersLabNeedsNoJava() throws IOException {
    String[] docs =
        Files.readString(Path.of("../docs/labs.md")).split("(?m)^```(?=yaml|csv|markdown)", -1);
    Path labs = temporary.resolve("labs");
    Path mine = Files.createDirectories(labs.resolve("taps/data")).getParent();
    String rules = block(docs[1]);
    Path room = temporary.resolve("room");
    Files.writeString(
        mine.resolve("lab.yaml"),
        "classroom: {folder: %s/taps, data: %s/data}\n%s".formatted(room, room, rules));
    Files.writeString(mine.resolve("texts.en.yaml"), block(docs[2]));
    Files.writeString(mine.resolve("data/taps.csv"), block(docs[3]));
    Files.writeString(mine.resolve("instructions.en.md"), block(docs[4]));

    assertThat(Command.run("lab", "list", "--labs", labs.toString()).out())
        .contains("taps         2  Taps at a door\n");
    Command started = Command.run("lab", "start", "taps", "--classroom", "--labs", labs.toString());
    assertThat(started.exitCode()).as(started.err()).isZero();
    assertThat(room.resolve("taps/README.md"))
        .content()
        .contains("Count the taps of `" + room + "/data/taps.csv` in each minute");

    assertThat(checked(room, labs, "ts - INTERVAL '2' SECOND"))
        .contains(" 1  minutes  right\n 2  report   right\n");
    assertThat(checked(room, labs, "ts"))
        .contains("expected   2 rows, sum of n 3", "usually    The watermark has no delay:")
        .contains("tidemark lab hint taps 1 --labs " + labs + "\n");

    // In a classroom its data are what counts.
    Files.writeString(room.resolve("data/taps.csv"), "back,2026-01-01 08:00:05\n");
    assertThat(checked(room, labs, "ts"))
        .contains(" 1  minutes  right\n 2  report   wrong\n", "counted: 1");

    Files.writeString(room.resolve("data/taps.csv"), "garbage\n");
    Command failed = Command.run("lab", "check", "taps", "--classroom", "--labs", labs.toString());
    assertThat(failed.exitCode()).isEqualTo(2);
    assertThat(failed.err()).contains("taps.csv:1: not a row of this table: garbage");
  }

  @Test
  void aLabInPlaceOfABuiltInOneIsTold() throws IOException {
    Path labs = temporary.resolve("my labs");
    Path mine = Files.createDirectories(labs.resolve("dedup"));
    Files.writeString(mine.resolve("lab.yaml"), "steps: []\ntables: {}\nresults: {}\n");
    Files.writeString(mine.resolve("texts.en.yaml"), "title: Mine\n");

    Command list = Command.run("lab", "list", "--labs", labs.toString());

    assertThat(list.out()).contains("dedup        0  Mine\n");
    assertThat(list.err())
        .isEqualTo(
            "tidemark: note: the lab dedup is that of " + mine + ", in place of Tidemark's own.\n");
    assertThat(Command.run("lab", "list").err()).isEmpty();
  }

  private static String block(String part) {
    String text = part.substring(part.indexOf('\n') + 1);
    return text.substring(0, text.indexOf("\n```") + 1);
  }

  private static String checked(Path room, Path labs, String watermark) throws IOException {
    Command run =
        Command.sql(
            "-e",
            """
            CREATE TABLE taps (door STRING, ts TIMESTAMP(3), WATERMARK FOR ts AS %s)
            WITH ('connector' = 'filesystem', 'path' = '%s/data/taps.csv', 'format' = 'csv');
            SELECT window_start, window_end, COUNT(*) AS n
            FROM TUMBLE(TABLE taps, DESCRIPTOR(ts), INTERVAL '1' MINUTE)
            GROUP BY window_start, window_end;
            """
                .formatted(watermark, room));
    Files.writeString(room.resolve("taps/minutes.out"), run.out());
    Files.writeString(room.resolve("taps/report.json"), "{\"counted\": 3}");
    return Command.run("lab", "check", "taps", "--classroom", "--labs", labs.toString()).out();
  }
}
