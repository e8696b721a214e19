package dev.tidemark.cli;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.TimeUnit;
import java.util.regex.Pattern;
import java.util.stream.Stream;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.condition.DisabledOnOs;
import org.junit.jupiter.api.condition.OS;
import org.junit.jupiter.api.io.TempDir;

/**
 * The labs from start to finish as their instructions say: each command is typed into a shell just
 * as it stands there. Those about SQL begin with {@code flink-up} and end with {@code flink-down}.
 */
@DisabledOnOs(OS.WINDOWS)
@Timeout(value = 5, unit = TimeUnit.MINUTES)
class LabSolvedTest {

  private static final Path ROOT = Path.of("..").toAbsolutePath().normalize();

  private static final Pattern CALL = Pattern.compile("(?m)^sql-client\\.sh (.+?) >");

  @TempDir Path temporary;
  private TestServer server;
  private Path home;
  private Path folder;
  private String instructions;

  @BeforeEach
  void install() throws IOException {
    Path real = temporary.toRealPath();
    server = new TestServer(real);
    home = server.install();
  }

  @AfterEach
  void down() throws Exception {
    server.close();
  }

  private void start(String lab, String language) throws Exception {
    folder = temporary.resolve("my " + lab);
    type(
        temporary,
        "'"
            + home
            + "/tidemark' lab start "
            + lab
            + " --lang "
            + language
            + " --dir 'my "
            + lab
            + "'");
    instructions = Files.readString(folder.resolve("README.md"));
  }

  /** Puts the scripts of the examples into the folder. */
  private void writeScripts(String lab) throws IOException {
    Path scripts = ROOT.resolve("examples/sql").resolve(lab);
    try (Stream<Path> all = Files.list(scripts)) {
      for (Path script : all.filter(file -> file.toString().endsWith(".sql")).toList()) {
        String sql =
            Files.readString(script).replace("'examples/data/", "'file://" + folder + "/data/");
        Files.writeString(folder.resolve(script.getFileName()), sql);
      }
    }
  }

  /** What a shell prints; it must not fail. */
  private String type(Path where, String commands) throws Exception {
    Process shell =
        server.start(
            new ProcessBuilder("sh", "-e", "-c", commands)
                .directory(where.toFile())
                .redirectErrorStream(true));
    String printed = new String(shell.getInputStream().readAllBytes(), StandardCharsets.UTF_8);
    assertThat(shell.waitFor()).as(commands + "\n" + printed).isZero();
    return printed;
  }

  /** The blocks of the instructions in this language of code. */
  private List<String> blocks(String language) {
    String[] parts = instructions.split("(?m)^```", -1);
    List<String> blocks = new ArrayList<>();
    for (int i = 1; i < parts.length; i += 2) {
      String[] block = parts[i].split("\n", 2);
      if (block[0].equals(language)) {
        blocks.add(block[1]);
      }
    }
    return blocks;
  }

  /** Types the commands one after the other, the first ones in front of each. */
  private List<String> follow() throws Exception {
    List<String> commands = blocks("");
    List<String> printed = new ArrayList<>();
    for (String command : commands.subList(1, commands.size() - 1)) {
      printed.add(type(temporary, commands.get(0) + command));
    }
    return printed;
  }

  /** The same while a server is up; every call of sql-client.sh has to have run there. */
  private List<String> followInServer() throws Exception {
    String enter = blocks("").get(0);
    assertThat(type(temporary, enter + "flink-up --port 0"))
        .startsWith("tidemark is up: http://127.0.0.1:");
    List<String> printed = follow();
    assertThat(CALL.matcher(instructions).results().map(call -> call.group(1)))
        .isNotEmpty()
        .allSatisfy(words -> assertThat(server.runs()).contains("\"words\":\"sql " + words + "\""));
    assertThat(type(temporary, enter + "flink-down")).isEqualTo("tidemark is down\n");
    return printed;
  }

  private String check() throws Exception {
    List<String> commands = blocks("");
    return type(temporary, commands.get(0) + commands.get(commands.size() - 1));
  }

  @Test
  void watermark() throws Exception {
    start("watermark", "en");
    writeScripts("watermark");
    Files.writeString(folder.resolve("ddl.sql"), blocks("sql").get(0));

    List<String> printed = followInServer();

    // total, then what each delay has kept, as the last commands count them.
    String[] counted = printed.get(printed.size() - 1).split("\\s+", -1);
    int total = Integer.parseInt(counted[0]);
    Files.writeString(
        folder.resolve("report.json"),
        """
        {"total_rows": %d, "dropped_5": %d, "dropped_0": %d, "dropped_30": %d,
         "late_rows_5": 116, "dropped_slow": 0}
        """
            .formatted(
                total,
                total - Integer.parseInt(counted[1]),
                total - Integer.parseInt(counted[2]),
                total - Integer.parseInt(counted[3])));
    assertThat(check()).contains("All 8 steps are right.");
  }

  @Test
  void dedup() throws Exception {
    start("dedup", "zh");
    writeScripts("dedup");

    List<String> printed = followInServer();

    assertThat(printed.get(2)).contains("140 | +I", "296 | +U", "296 | -U");
    assertThat(printed.get(3)).contains("keep=[FirstRow]", "changelogMode=[I,UA,D]");
    String[] counted = printed.get(printed.size() - 1).split("[\\s|]+", -1);
    Files.writeString(
        folder.resolve("report.json"),
        """
        {"n_rows": 436, "n_orders": 140, "update_pairs": %s, "shipped_now": %s,
         "topn_log_rows": %s, "norank_log_rows": 437, "top_books": "bestiary"}
        """
            .formatted(counted[0], counted[4], counted[1]));
    assertThat(check()).contains("8 个步骤全部正确。");
  }

  @Test
  void lateness() throws Exception {
    start("lateness", "zh");
    assertThat(folder.resolve("Lateness.java")).content().contains("class Punctuated");
    Files.writeString(
        folder.resolve("predictions.json"),
        """
        {"watch": {"watermark_at_row_5": "09:00:03.999", "first_fired_by": 8, "fires": 7},
         "side": {"fires": 7, "late": 6},
         "again": {"fires": 8, "again": 3, "late": 2, "north_in_the_end": 15},
         "delay": {"first_fired_by": 12, "fires": 8, "again": 0, "late": 2},
         "marks": {"first_fired_by": 10, "fires": 7, "late": 3},
         "patient": {"fires": 8, "again": 2, "late": 0}}
        """);

    Files.writeString(
        folder.resolve("own.csv"),
        """
        1,a,1,2026-03-02 09:00:12
        2,a,1,2026-03-02 09:00:06
        3,a,1,2026-03-02 09:00:07
        4,a,1,2026-03-02 09:00:08
        5,a,1,2026-03-02 09:00:01
        """);

    // After each run its step is checked, as the instructions say; what is not right fails.
    List<String> printed = follow();

    String[] counted = printed.get(printed.size() - 1).strip().split("\\s+", -1);
    int rows = Integer.parseInt(counted[0]);
    Files.writeString(
        folder.resolve("report.json"),
        """
        {"lost_watch": %d, "lost_side": 0, "replaced_again": 3, "people_again": %s, "people_delay": %s}
        """
            .formatted(rows - Integer.parseInt(counted[1]), counted[2], counted[2]));
    assertThat(check()).contains("8 个步骤全部正确。");
  }
}
