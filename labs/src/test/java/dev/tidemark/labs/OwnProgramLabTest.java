package dev.tidemark.labs;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.tidemark.labs.grade.Finding;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.stream.Stream;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Labs of a teacher's about a program: lines, predictions, files of the lab's own. */
class OwnProgramLabTest {

  private static final String RULES =
      """
      files: [form.json, count.jar]
      tables:
        taps: {file: taps.csv, columns: {n: BIGINT, door: STRING, people: INT, ts: TIMESTAMP(3)}}
      results:
        told: {from: taps, do: [story: {id: n, time: ts, by: door, sum: people, generator: periodic, delay: 1 s, window: 1 min, side: true}]}
        quick: {from: taps, do: [story: {id: n, time: ts, by: door, sum: people, generator: periodic, delay: 0 s, window: 1 min, side: true}]}
      steps:
        - id: count
          output: count.out
          log: {result: told, mistakes: [{like: quick, say: no-delay}]}
          predictions:
            file: form.json
            fields:
              late: {is: {rows: told, where: {what: late}}, mistakes: [{like: {rows: quick, where: {what: late}}, say: no-delay}]}
        - id: report
          report:
            file: report.json
            fields:
              people: {is: {sum: people, of: count, latest: [door, window]}}
              doors: {is: {distinct: door, of: count, where: {what: fires}}}
              first: {text: true, is: {first: door, of: count, where: {what: fires}}}
              lines: {is: {plus: [{rows: count, where: {what: row}}, {rows: count, where: {what: fires}}]}}
      """;

  /** Times of a minute; the watermark reaches 08:00:59.999 with the row 3 only. */
  private static final String OUTPUT =
      """
      predictions {"count": {"late": 1}}
      row n=1 door=front people=3 ts=08:00:05.000 watermark=none
      moves watermark=08:00:03.999
      row n=2 door=back people=1 ts=08:00:30.000 watermark=08:00:03.999
      moves watermark=08:00:28.999
      row n=3 door=front people=2 ts=08:01:01.000 watermark=08:00:28.999
      moves watermark=08:00:59.999
      fires door=back window=08:00:00.000 people=1 rows=1 watermark=08:00:59.999
      fires door=front window=08:00:00.000 people=3 rows=1 watermark=08:00:59.999
      row n=4 door=front people=4 ts=08:00:59.000 watermark=08:00:59.999
      late n=4 door=front people=4 ts=08:00:59.000 watermark=08:00:59.999
      fires door=front window=08:01:00.000 people=2 rows=1 watermark=end
      end row=4 fires=3 late=1
      """;

  @TempDir Path folder;
  private Path work;

  @BeforeEach
  void write() throws IOException {
    work = folder.resolve("work");
    Path lab = folder.resolve("labs/doors");
    Files.createDirectories(lab.resolve("data"));
    Files.createDirectories(lab.resolve("files"));
    Files.writeString(
        lab.resolve("data/taps.csv"),
        """
        1,front,3,2026-01-01 08:00:05
        2,back,1,2026-01-01 08:00:30
        3,front,2,2026-01-01 08:01:01
        4,front,4,2026-01-01 08:00:59
        """);
    Files.writeString(lab.resolve("files/form.json"), "{\"count\": {\"late\": null}}");
    Files.write(lab.resolve("files/count.jar"), new byte[] {'P', 'K', 0, -1});
    Files.writeString(lab.resolve("instructions.en.md"), "# Doors\n");
    Files.writeString(
        lab.resolve("texts.en.yaml"),
        """
        title: Doors
        steps: {count: {title: Count, hint: Count.}, report: {title: Sum, hint: Add up.}}
        mistakes: {no-delay: The delay is a second.}
        """);
    rules(RULES);
    new LabFolder(work).start(lab(), Language.EN, false, Path.of("/opt"));
    Files.writeString(work.resolve("form.json"), "{\"count\": {\"late\": 1}}");
    Files.writeString(work.resolve("count.out"), OUTPUT);
    Files.writeString(
        work.resolve("report.json"),
        "{\"people\": 6, \"doors\": 2, \"first\": \"front\", \"lines\": 7}");
  }

  private void rules(String rules) throws IOException {
    Files.writeString(folder.resolve("labs/doors/lab.yaml"), rules);
  }

  private Lab lab() {
    return new Labs(folder.resolve("labs")).lab("doors");
  }

  private List<String> mistakes(String step) {
    Lab lab = lab();
    return lab
        .grader(Language.EN, lab::data)
        .grade(work, lab.steps().indexOf(step) + 1)
        .findings()
        .stream()
        .map(Finding::mistake)
        .toList();
  }

  @Test
  void theLearnerGetsTheLabsFiles() throws IOException {
    assertThat(work.resolve("count.jar")).hasBinaryContent(new byte[] {'P', 'K', 0, -1});

    new LabFolder(work).reset(lab(), Language.EN, false, Path.of("/opt"));

    assertThat(work.resolve("form.json")).hasContent("{\"count\": {\"late\": null}}");
    assertThat(work.resolve("backup/1/form.json")).hasContent("{\"count\": {\"late\": 1}}");
  }

  @Test
  void linesPredictionsAndFigures() throws IOException {
    assertThat(mistakes("count")).isEmpty();
    // Which of two keys fires first in a window is nobody's promise: the model's is by arrival.
    assertThat(mistakes("report")).containsExactly("not-in-outputs");

    Files.writeString(
        work.resolve("count.out"),
        OUTPUT.replaceFirst("(fires door=back .*\\n)(fires door=front .*\\n)", "$2$1"));
    assertThat(mistakes("report")).isEmpty();

    Files.writeString(work.resolve("form.json"), "{\"count\": {\"late\": 0}}");
    assertThat(mistakes("count")).containsExactly("changed-after-run");
  }

  /** The example in docs/labs.md. */
  @Test
  void theExampleOfTheDocumentation() throws IOException {
    String[] blocks = Files.readString(Path.of("docs/labs.md")).split("(?m)^```.*\\R", -1);
    rules(
        Stream.of(blocks).filter(block -> block.startsWith("files: [")).findFirst().orElseThrow());
    Files.writeString(
        folder.resolve("labs/doors/data/rush.csv"),
        """
        1,a,1,2026-01-01 08:00:01
        2,a,1,2026-01-01 08:00:11
        3,a,1,2026-01-01 08:00:09
        """);
    Files.writeString(
        folder.resolve("labs/doors/texts.en.yaml"),
        "{title: A, steps: {rush: {title: B, hint: C}}, mistakes: {no-delay: D}}");
    Files.writeString(
        work.resolve("rush.out"),
        """
        predictions {"rush": {"late": 0}}
        row    id=1 gate=a people=1 time=08:00:01.000 watermark=none
        moves  watermark=07:59:59.999
        row    id=2 gate=a people=1 time=08:00:11.000 watermark=07:59:59.999
        moves  watermark=08:00:09.999
        fires  gate=a window=08:00:00.000 people=1 rows=1 watermark=08:00:09.999
        row    id=3 gate=a people=1 time=08:00:09.000 watermark=08:00:09.999
        late   id=3 gate=a people=1 time=08:00:09.000 watermark=08:00:09.999
        fires  gate=a window=08:00:10.000 people=1 rows=1 watermark=end
        end    row=3 mark=0 fires=2 again=0 late=1
        """);
    Files.writeString(work.resolve("predictions.json"), "{\"rush\": {\"late\": 0}}");

    assertThat(lab().furtherFiles()).containsExactly("predictions.json", "lateness-lab.jar");
    assertThat(mistakes("rush")).containsExactly("wrong-prediction");
  }

  @Test
  void rulesThatCannotBe() throws IOException {
    rules(RULES.replace("files: [form.json", "files: [../form.json"));
    assertThatThrownBy(() -> lab().furtherFiles())
        .isInstanceOf(LabException.class)
        .hasMessageEndingWith("files[1]: the name of a file is expected here, without a folder.");

    rules(RULES.replace("generator: periodic, delay: 1 s", "generator: clock"));
    assertThatThrownBy(this::lab)
        .hasMessageEndingWith("generator: there are periodic, punctuated, sql and none.");

    rules(RULES.replace("quick: {from", "taps: {from"));
    assertThatThrownBy(this::lab).hasMessageContaining("there is a table of this name");

    rules(RULES.replace("log: {result: told", "log: {result: tld"));
    assertThatThrownBy(this::lab).hasMessageEndingWith("log: result: there is no result 'tld'.");

    rules(RULES.replace("{rows: told, where", "{rows: count, where"));
    assertThatThrownBy(this::lab).hasMessageEndingWith("is: rows: there is no result 'count'.");

    rules(RULES.replaceFirst("log: .*", "tables: []"));
    assertThatThrownBy(this::lab).hasMessageContaining("only a step with a 'log' has predictions.");
  }
}
