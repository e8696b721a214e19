package dev.tidemark.cli;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.BufferedReader;
import java.io.File;
import java.io.IOException;
import java.io.OutputStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.Callable;
import java.util.concurrent.TimeUnit;
import java.util.stream.Collectors;
import java.util.stream.IntStream;
import java.util.stream.Stream;
import org.apache.flink.shaded.jackson2.com.fasterxml.jackson.databind.JsonNode;
import org.apache.flink.shaded.jackson2.com.fasterxml.jackson.databind.ObjectMapper;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.condition.DisabledOnOs;
import org.junit.jupiter.api.condition.OS;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** What only a process of its own shows: signals, memory, real standard streams. */
@Timeout(value = 5, unit = TimeUnit.MINUTES)
class ProcessTest {

  private static final String ENDLESS =
      """
      CREATE TABLE g (a BIGINT, ts AS TO_TIMESTAMP_LTZ(a * 1000, 3), WATERMARK FOR ts AS ts)
      WITH ('connector'='datagen', 'rows-per-second'='50',
        'fields.a.kind'='sequence', 'fields.a.start'='1', 'fields.a.end'='1000000');
      SELECT window_start, COUNT(*) AS n FROM TUMBLE(TABLE g, DESCRIPTOR(ts), INTERVAL '2' SECOND)
      GROUP BY window_start, window_end;
      """;

  @TempDir Path folder;

  private Process start(List<String> jvmOptions, String... args) throws IOException {
    return builder(jvmOptions, args)
        .redirectInput(ProcessBuilder.Redirect.from(new File("/dev/null")))
        .redirectOutput(folder.resolve("out").toFile())
        .redirectError(folder.resolve("err").toFile())
        .start();
  }

  private ProcessBuilder builder(List<String> jvmOptions, String... args) {
    return ChildProcess.builder(folder, jvmOptions, args);
  }

  private String out() throws IOException {
    return Files.readString(folder.resolve("out"));
  }

  private String err() throws IOException {
    return Files.readString(folder.resolve("err"));
  }

  private static void await(Process process, Callable<Boolean> condition) throws Exception {
    while (!condition.call()) {
      assertThat(process.isAlive()).as("process still runs").isTrue();
      Thread.sleep(50);
    }
  }

  private static int interrupt(Process process) throws Exception {
    new ProcessBuilder("kill", "-INT", Long.toString(process.pid())).start().waitFor();
    assertThat(process.waitFor(60, TimeUnit.SECONDS)).as("SIGINT ends the process").isTrue();
    return process.exitValue();
  }

  @Test
  @DisabledOnOs(OS.WINDOWS)
  void aScriptComesThroughAPipeAndAClosedPipeEndsTheQuery() throws Exception {
    String sql =
        """
        CREATE TABLE g (a BIGINT) WITH ('connector'='datagen', 'rows-per-second'='5000',
          'fields.a.kind'='random');
        SELECT 'first' AS x FROM g;
        """;
    Process process =
        builder(List.of(), "sql", "--format", "csv")
            .redirectError(folder.resolve("err").toFile())
            .start();
    try (OutputStream script = process.getOutputStream()) {
      script.write(sql.getBytes(StandardCharsets.UTF_8));
    }
    try (BufferedReader rows = process.inputReader()) {
      assertThat(rows.readLine()).as(err()).isNotNull();
    }

    assertThat(process.waitFor(60, TimeUnit.SECONDS)).as("ends by itself").isTrue();
    assertThat(process.exitValue()).isEqualTo(141);
    assertThat(err()).isEmpty();
  }

  @Test
  @DisabledOnOs(OS.WINDOWS)
  void interruptedQueryKeepsWhatItHasPrinted() throws Exception {
    String sql =
        """
        CREATE TABLE g (a BIGINT) WITH ('connector'='datagen', 'rows-per-second'='50',
          'fields.a.kind'='sequence', 'fields.a.start'='1', 'fields.a.end'='1000000');
        SELECT a FROM g;
        SELECT 'never' AS x;
        """;
    Process process = start(List.of(), "sql", "-e", sql);
    await(process, () -> out().contains("| +I |                    3 |\n"));

    int code = interrupt(process);

    assertThat(code).isEqualTo(130);
    assertThat(out()).contains("| +I |                    1 |\n").doesNotContain("never");
    assertThat(out()).doesNotContain("[ERROR]").doesNotContain("Shutting down");
    assertThat(err()).isEqualTo("tidemark: interrupted; what was printed so far stands.\n");
  }

  @Test
  @DisabledOnOs(OS.WINDOWS)
  void anEndlessTableComesInTimeAndItsLastRowsAtCtrlC() throws Exception {
    String sql =
        """
        CREATE TABLE g (a BIGINT) WITH ('connector'='datagen', 'rows-per-second'='2',
          'fields.a.kind'='sequence', 'fields.a.start'='1', 'fields.a.end'='1000000');
        SELECT a FROM g;
        """;
    Process process = start(List.of(), "sql", "--format", "table", "-e", sql);
    await(process, () -> out().startsWith("a\n-\n1\n2\n"));
    await(process, () -> out().contains("\n5\n"));

    assertThat(interrupt(process)).isEqualTo(130);
    assertThat(err()).isEqualTo("tidemark: interrupted; what was printed so far stands.\n");
  }

  @Test
  @DisabledOnOs(OS.WINDOWS)
  void interruptedDropsTellWhatTheyHaveSeen() throws Exception {
    Path ledger = folder.resolve("ledger.jsonl");
    Process process =
        start(List.of(), "drops", "--format", "csv", "--ledger", ledger.toString(), "-e", ENDLESS);
    await(process, () -> out().lines().count() > 3);

    assertThat(interrupt(process)).isEqualTo(130);
    assertThat(out())
        .contains("drops: No row was dropped: all ")
        .contains(" rows were accepted. The run was stopped before its end.\n");
    assertThat(Files.readString(ledger)).contains("\"complete\":false,\"ended\":\"stopped\"");
    assertThat(err()).endsWith("tidemark: interrupted; what was printed so far stands.\n");
  }

  @Test
  @DisabledOnOs(OS.WINDOWS)
  void anInterruptedSweepShowsWhatTheRunHasTold() throws Exception {
    Path report = folder.resolve("report.html");
    Process process =
        startUntil("insight.sweep.SlicedRows ", "sweep", "--report", report.toString());

    assertThat(interrupt(process)).isEqualTo(130);
    assertThat(out())
        .startsWith("sweep: -e:4:1\nthe run was stopped before its end")
        .contains("keeps all rows: 0 s (as now)\n");
    assertThat(Files.readString(report)).contains("The run was stopped before its end.");
    assertThat(err()).endsWith("tidemark: interrupted; what was printed so far stands.\n");
    assertThat(files(folder)).noneMatch(name -> name.endsWith(".part"));
  }

  @Test
  @DisabledOnOs(OS.WINDOWS)
  void interruptedRerunsOfASweepShowTheDelaysThatWereTried() throws Exception {
    String sql =
        """
        CREATE TABLE g (a BIGINT, ts AS TO_TIMESTAMP_LTZ(a * 1000, 3), WATERMARK FOR ts AS ts)
        WITH ('connector'='datagen', 'rows-per-second'='50',
          'fields.a.kind'='sequence', 'fields.a.start'='1', 'fields.a.end'='40');
        CREATE VIEW v AS SELECT * FROM g
        WHERE CURRENT_WATERMARK(ts) IS NULL OR ts > CURRENT_WATERMARK(ts);
        SELECT window_start, COUNT(*) AS n
        FROM TUMBLE(TABLE v, DESCRIPTOR(ts), INTERVAL '2' SECOND) GROUP BY window_start, window_end;
        """;
    String delays = IntStream.range(0, 200).mapToObj(i -> i + "s").collect(Collectors.joining(","));
    Path classes = folder.resolve("classes");
    Process process =
        start(
            List.of("-Xlog:class+load:file=" + classes),
            "sweep",
            "--format",
            "json",
            "--delays",
            delays,
            "-e",
            sql);
    await(
        process,
        () -> Files.exists(classes) && Files.readString(classes).contains("inspect.RepeatedRun "));

    assertThat(interrupt(process)).isEqualTo(130);
    JsonNode job = new ObjectMapper().readTree(out()).at("/statements/0");
    assertThat(job.at("/method").asText()).isEqualTo("re-run");
    assertThat(job.at("/operators/0/points").size()).isBetween(1, 199);
    assertThat(job.at("/operators/0/points/0/rows_in").asInt()).isEqualTo(40);
    assertThat(err()).endsWith("tidemark: interrupted; not all delays were tried.\n");
  }

  @Test
  @DisabledOnOs(OS.WINDOWS)
  void anInterruptedProgramTellsWhatItsJobsHaveDropped() throws Exception {
    Path ledger = folder.resolve("ledger.jsonl");
    Path part = folder.resolve("ledger.jsonl.part");
    Path report = folder.resolve("report.html");
    Process process =
        start(
            List.of(),
            "run",
            CompiledProgram.jar(folder, EndlessWindows.class).toString(),
            "--drops",
            "--ledger",
            ledger.toString(),
            "--report",
            report.toString());
    await(process, () -> Files.exists(part) && Files.size(part) > 0);

    assertThat(interrupt(process)).isEqualTo(130);
    assertThat(err()).contains("drops: ", " The run was stopped before its end.");
    assertThat(Files.readString(report)).contains("The run was stopped before its end.");
    List<String> lines = Files.readAllLines(ledger);
    JsonNode run = new ObjectMapper().readTree(lines.get(lines.size() - 1));
    JsonNode account = new ObjectMapper().readTree(lines.get(lines.size() - 2));
    assertThat(run.at("/complete").asBoolean(true)).isFalse();
    assertThat(account.at("/type").asText()).isEqualTo("operator");
    long dropped = account.at("/dropped_whole").asLong();
    assertThat(dropped).isPositive().isEqualTo(lines.size() - 2L);
    assertThat(account.at("/rows_in").asLong() - account.at("/accepted").asLong() - dropped)
        .as("the row that it was at")
        .isBetween(0L, 1L);
    assertThat(files(folder)).noneMatch(name -> name.endsWith(".part"));
  }

  @Test
  @DisabledOnOs(OS.WINDOWS)
  void anInterruptThatComesEarlyLeavesNoHalfFiles() throws Exception {
    Process process =
        startUntil(
            "insight.report.ReportFile ",
            "drops",
            "--report",
            folder.resolve("report.html").toString(),
            "--ledger",
            folder.resolve("ledger.csv").toString());

    assertThat(interrupt(process)).isEqualTo(130);
    assertThat(files(folder)).noneMatch(name -> name.endsWith(".part"));
  }

  /** Starts the endless query, and comes back when a class has been loaded. */
  private Process startUntil(String loaded, String... args) throws Exception {
    Path classes = folder.resolve("classes");
    List<String> command = new ArrayList<>(List.of(args));
    command.addAll(List.of("-e", ENDLESS));
    Process process =
        start(List.of("-Xlog:class+load:file=" + classes), command.toArray(new String[0]));
    await(process, () -> Files.exists(classes) && Files.readString(classes).contains(loaded));
    return process;
  }

  @Test
  @DisabledOnOs(OS.WINDOWS)
  void interruptedJsonIsWellFormed() throws Exception {
    String sql =
        """
        CREATE TABLE g (a BIGINT) WITH ('connector'='datagen', 'rows-per-second'='50',
          'fields.a.kind'='sequence', 'fields.a.start'='1', 'fields.a.end'='1000000');
        SELECT a FROM g;
        """;
    Process process = start(List.of(), "sql", "--format", "json", "-e", sql);
    await(process, () -> out().contains("{\"a\":3}"));

    assertThat(interrupt(process)).isEqualTo(130);
    assertThat(out()).startsWith("[\n  {\"a\":1},\n").endsWith("}\n]\n");
  }

  @Test
  @DisabledOnOs(OS.WINDOWS)
  void interruptedBeforeTheScriptIsThere() throws Exception {
    Path classes = folder.resolve("classes");
    Process process =
        builder(List.of("-Xlog:class+load:file=" + classes), "sql")
            .redirectError(folder.resolve("err").toFile())
            .start();
    await(
        process,
        () -> Files.exists(classes) && Files.readString(classes).contains("cli.SqlCommand "));

    assertThat(interrupt(process)).isEqualTo(130);
    assertThat(err()).isEqualTo("tidemark: interrupted; nothing was run yet.\n");
  }

  @Test
  @DisabledOnOs(OS.WINDOWS)
  void interruptedInsertLeavesNoFileThatLooksComplete() throws Exception {
    Path sink = folder.resolve("sink");
    String sql =
        """
        CREATE TABLE g (a BIGINT) WITH ('connector'='datagen', 'rows-per-second'='50',
          'fields.a.kind'='sequence', 'fields.a.start'='1', 'fields.a.end'='1000000');
        CREATE TABLE o (a BIGINT) WITH ('connector'='filesystem', 'path'='%s', 'format'='csv');
        INSERT INTO o SELECT a FROM g;
        """
            .formatted(sink);
    Process process = start(List.of(), "sql", "-e", sql);
    await(process, () -> files(sink).stream().anyMatch(name -> name.contains("inprogress")));

    int code = interrupt(process);

    assertThat(code).isEqualTo(130);
    assertThat(out()).contains("Job ID: ");
    assertThat(files(sink)).allMatch(name -> name.startsWith("."));
  }

  private static List<String> files(Path directory) throws IOException {
    if (!Files.exists(directory)) {
      return List.of();
    }
    try (Stream<Path> files = Files.walk(directory)) {
      return files.filter(Files::isRegularFile).map(f -> f.getFileName().toString()).toList();
    }
  }

  /** Each statement has its threads, and tasks of all jobs have theirs in one group. */
  @Test
  void flinksMiniClusterInAProcessOfItsOwn() throws Exception {
    String sql =
        """
        SET 'execution.target' = 'local';
        SELECT COUNT(*) AS n FROM (VALUES (1), (2));
        SELECT SUM(a) AS s FROM (VALUES (1), (2)) AS t (a);
        """;
    Path script = Files.writeString(folder.resolve("local.sql"), sql);

    Process process = start(List.of(), "sql", "--format", "jsonl", "-f", script.toString());

    assertThat(process.waitFor(120, TimeUnit.SECONDS)).as("ends by itself").isTrue();
    assertThat(err()).doesNotContain("ERROR").doesNotContain("Exception");
    assertThat(process.exitValue()).as(err()).isZero();
    assertThat(out()).contains("\"n\":2").contains("\"s\":3");
  }

  @Test
  void noMemory() throws Exception {
    String sql =
        """
        SELECT 1 AS x;
        SELECT CHAR_LENGTH(REPEAT(s, 500000000)) FROM (VALUES ('xx'), ('yy')) AS t(s);
        """;

    int code = start(List.of("-Xmx200m"), "sql", "-e", sql).waitFor();

    assertThat(err()).contains("-e:2:1: error: not enough memory: ");
    assertThat(err()).contains("advice: give the process more heap: TIDEMARK_HEAP=");
    assertThat(err()).doesNotContain("\tat ");
    assertThat(out()).contains("Received a total of 1 row (");
    assertThat(code).isEqualTo(1);
  }

  @Test
  void standardStreamsAreUtf8AndWithoutColour() throws Exception {
    int code = start(List.of("-Dfile.encoding=UTF-8"), "sql", "-e", "SELECT '中文é' AS x;").waitFor();

    assertThat(out()).contains("| +I |                          中文é |\n").doesNotContain("\u001b");
    assertThat(err()).matches("tidemark: 1 statement, 1 row printed, \\d+\\.\\d\\d s\n");
    assertThat(code).isZero();
  }

  @ParameterizedTest
  @DisabledOnOs(OS.WINDOWS)
  @CsvSource(
      delimiter = '|',
      value = {
        "TIDEMARK_HEAP | zzz | TIDEMARK_HEAP is 'zzz', and must be a number with k, m or g, for"
            + " example 1g",
        "JAVA_HOME | /nope | JAVA_HOME is '/nope', and there is no bin/java in it: correct or unset"
            + " it"
      })
  void theLauncherNamesAWrongVariable(String variable, String value, String message)
      throws Exception {
    ProcessBuilder launcher =
        new ProcessBuilder("sh", Path.of("..", "tidemark").toString(), "sql", "-e", "SELECT 1;")
            .redirectError(folder.resolve("err").toFile());
    launcher.environment().put(variable, value);

    assertThat(launcher.start().waitFor()).isEqualTo(2);
    assertThat(err()).isEqualTo("tidemark: " + message + "\n");
  }
}
