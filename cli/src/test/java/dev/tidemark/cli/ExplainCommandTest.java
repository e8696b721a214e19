package dev.tidemark.cli;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import org.apache.flink.shaded.jackson2.com.fasterxml.jackson.databind.JsonNode;
import org.apache.flink.shaded.jackson2.com.fasterxml.jackson.databind.ObjectMapper;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class ExplainCommandTest {
  private static final String COUNTS =
      "SELECT window_start, COUNT(*) FROM TUMBLE(TABLE ev, DESCRIPTOR(ts), INTERVAL '1' MINUTE)"
          + " GROUP BY window_start, window_end";

  @TempDir private Path dir;

  private Path init;

  @BeforeEach
  void writeInit() throws IOException {
    Path data = Files.writeString(dir.resolve("ev.csv"), "1,a,2026-03-02 10:00:00\n");
    init =
        Files.writeString(
            dir.resolve("init.sql"),
            """
            CREATE TABLE ev (id BIGINT, name STRING, ts TIMESTAMP(3), WATERMARK FOR ts AS ts)
            WITH ('connector' = 'filesystem', 'path' = '%s', 'format' = 'csv');
            CREATE TABLE files (id BIGINT, name STRING)
            WITH ('connector' = 'filesystem', 'path' = '%s', 'format' = 'csv');
            CREATE TABLE printed (id BIGINT, name STRING) WITH ('connector' = 'print');
            """
                .formatted(data, dir.resolve("files")));
  }

  @Test
  void aTreeWithReasons() {
    Command done = explain(COUNTS + ";");

    assertThat(done.err()).startsWith("tidemark: 4 statements, 0 result rows, ");
    assertThat(done.exitCode()).isZero();
    List<String> lines = done.out().lines().toList();
    assertThat(lines).hasSize(9);
    assertThat(lines.get(0)).isEqualTo("-e:1:1");
    assertThat(lines.get(1)).startsWith("Sink(table=").endsWith("]");
    assertThat(lines.get(3)).startsWith("   +- GlobalWindowAggregate(").endsWith("  [columnar]");
    assertThat(lines.get(5))
        .startsWith("         +- LocalWindowAggregate(")
        .endsWith("  [columnar]");
    assertThat(lines.get(6)).startsWith("            +- ").endsWith("  [columnar]");
    assertThat(lines.get(7))
        .startsWith("               +- TableSourceScan(")
        .endsWith("  [columnar]");
    assertThat(lines.get(8)).isEqualTo("6 of 7 nodes run in columns");
  }

  @Test
  void aReasonForEachNodeThatStaysFlinks() {
    Command done = explain(COUNTS.replace("COUNT(*)", "LISTAGG(name)") + ";");

    assertThat(done.exitCode()).as(done.err()).isZero();
    assertThat(done.out().lines().filter(line -> line.contains("WindowAggregate(")))
        .satisfiesExactly(
            global ->
                assertThat(global).endsWith("[Flink's operator: what it reads is not columnar]"),
            local -> assertThat(local).endsWith("[Flink's operator: it computes LISTAGG]"));
  }

  @Test
  void everyExampleCanBeExplained() throws IOException {
    try (var scripts = Files.list(Path.of("../examples/sql/watermark"))) {
      for (Path script : scripts.filter(each -> each.toString().endsWith(".sql")).toList()) {
        Path here = dir.resolve(script.getFileName());
        Files.writeString(here, Files.readString(script).replace("'examples/", "'../examples/"));
        Command done = Command.run("explain", here.toString());
        assertThat(done.exitCode()).as("%s: %s", script, done.err()).isZero();
        assertThat(done.out())
            .as(script.toString())
            .matches(
                text ->
                    script.endsWith("ddl.sql")
                        ? text.isEmpty()
                        : text.contains(" nodes run in columns")
                            && text.contains("[columnar]") != script.endsWith("batch.sql"));
      }
    }
  }

  @Test
  void nothingRuns() {
    Command done =
        explain(
            "INSERT INTO files SELECT id, name FROM ev;\n"
                + "INSERT INTO printed SELECT id, name FROM ev;\n"
                + copy()
                + " AS SELECT id, name FROM ev;\n"
                + "SELECT * FROM made;");

    assertThat(done.exitCode()).as(done.err()).isZero();
    assertThat(done.out().lines().filter(line -> line.startsWith("-e:")))
        .containsExactly("-e:1:1", "-e:2:1", "-e:3:1", "-e:4:1");
    assertThat(done.out()).doesNotContain("+I[");
    assertThat(dir.resolve("files")).doesNotExist();
    assertThat(dir.resolve("copy")).doesNotExist();
  }

  private String copy() {
    return "CREATE TABLE made WITH ('connector' = 'filesystem', 'format' = 'csv', 'path' = '"
        + dir.resolve("copy")
        + "')";
  }

  @Test
  void aStatementSetIsOnePlan() {
    String inserts =
        """
        INSERT INTO files SELECT id, name FROM ev;
        INSERT INTO printed SELECT id, UPPER(name) FROM ev;
        END;
        """;
    Command done =
        explain("EXECUTE STATEMENT SET BEGIN\n" + inserts + "BEGIN STATEMENT SET;\n" + inserts);

    assertThat(done.exitCode()).as(done.err()).isZero();
    List<String> lines = done.out().lines().toList();
    assertThat(lines.stream().filter(line -> line.startsWith("-e:")))
        .containsExactly("-e:1:1", "-e:8:1");
    assertThat(lines.stream().filter(line -> line.startsWith("Sink("))).hasSize(4);
    assertThat(lines.stream().filter(line -> line.contains("(reuse_id=[1])"))).hasSize(2);
    assertThat(lines.stream().filter(line -> line.contains("Reused(reference_id=[1])"))).hasSize(2);
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      value = {
        "-Dtidemark.columnar.enabled=false | tidemark.columnar.enabled is false",
        "-Dexecution.runtime-mode=batch | execution.runtime-mode is not streaming",
        "-Dtidemark.watermark.policy=per-record | tidemark.watermark.policy is per-record",
        "--target=local | the target is not tidemark",
        "-Dtidemark.clock=wall | tidemark.clock is wall"
      })
  void settingsThatKeepThePlan(String option, String reason) {
    Command done = explain("SELECT name FROM ev;", option);

    assertThat(done.exitCode()).as(done.err()).isZero();
    assertThat(done.out()).doesNotContain("[columnar]").doesNotContain("[Flink's operator");
    assertThat(done.out()).containsPattern("\n0 of \\d nodes run in columns: " + reason + "\n$");
  }

  @Test
  void severalSources() {
    String other = "CREATE TABLE other LIKE ev;\n";
    Command joined = explain(other + "SELECT a.id FROM ev a JOIN other b ON a.name = b.name;");
    assertThat(joined.out().lines().filter(line -> line.contains("Join(")))
        .singleElement()
        .asString()
        .endsWith("[columnar]");

    Command side = explain(other + "SELECT id FROM ev UNION ALL SELECT id FROM other;");
    assertThat(side.out())
        .contains(
            "[Flink's operator: its part of the plan has not all of the 2 sources, which take turns"
                + " record by record]")
        .contains("\n0 of ");
  }

  @Test
  void setInTheScriptCounts() {
    Command done =
        explain(
            "SELECT id FROM ev;\nSET 'tidemark.columnar.enabled' = 'false';\nSELECT id FROM ev;");

    assertThat(done.out().lines().filter(line -> line.contains("in columns")).toList())
        .containsExactly(
            "3 of 4 nodes run in columns",
            "0 of 4 nodes run in columns: tidemark.columnar.enabled is false");
  }

  @Test
  void whatFailsIsSaidAndEndsTheScript() {
    Command unknown = explain("SELECT id FROM ev;\nSELECT id FROM nowhere;\nSELECT 1;");
    assertThat(unknown.exitCode()).isEqualTo(ExitCode.FAILED);
    assertThat(unknown.out()).contains("-e:1:1\n").doesNotContain("-e:2:1");
    assertThat(unknown.err()).contains("-e:2:16: error: Object 'nowhere' not found");

    Command syntax = explain("SELEC id FROM ev;");
    assertThat(syntax.exitCode()).isEqualTo(ExitCode.FAILED);
    assertThat(syntax.out()).isEmpty();
    assertThat(syntax.err()).contains("-e:1:1: error: ");
  }

  @Test
  void explainInSqlStaysFlinks() {
    String script =
        "EXPLAIN " + COUNTS + ";\nEXPLAIN PLAN FOR INSERT INTO files SELECT id, name FROM ev;";
    Command on = sql(script);
    Command off = sql(script, "-D", "tidemark.columnar.enabled=false");

    assertThat(on.out()).contains("== Optimized Execution Plan ==").doesNotContain("Columnar");
    assertThat(on.out()).isEqualTo(off.out());
    assertThat(explain(script).out()).isEmpty();
  }

  @Test
  void anExplainLeavesTheNextQueryColumnar() {
    Command done = explain("EXPLAIN SELECT id FROM ev;\nSELECT id FROM ev;");

    assertThat(done.out()).startsWith("-e:2:1\n").endsWith("3 of 4 nodes run in columns\n");
  }

  @Test
  void asJson() throws IOException {
    Command done = explain("SELECT id FROM ev;\nSELECT 1;", "--format", "json");

    JsonNode document = new ObjectMapper().readTree(done.out());
    assertThat(document.get("schema").asText()).isEqualTo("tidemark.explain/1");
    assertThat(document.get("statements")).hasSize(2);
    JsonNode statement = document.get("statements").get(0);
    assertThat(statement.get("statement").asText()).isEqualTo("-e:1:1");
    assertThat(statement.get("columnar_nodes").asInt()).isEqualTo(3);
    assertThat(statement.get("obstacle").isNull()).isTrue();
    JsonNode sink = statement.get("nodes").get(0);
    JsonNode calc = statement.get("nodes").get(1);
    JsonNode scan = statement.get("nodes").get(3);
    assertThat(sink.get("reason").asText()).isEqualTo("there is no columnar form of it");
    assertThat(sink.get("inputs").get(0).asInt()).isEqualTo(calc.get("id").asInt());
    assertThat(scan.get("columnar").asBoolean()).isTrue();
    assertThat(scan.get("reason").isNull()).isTrue();
    assertThat(scan.get("description").asText()).startsWith("TableSourceScan(");
  }

  @Test
  void otherFormatsAreWrongUsage() {
    assertThat(explain("SELECT 1;", "--format", "csv").exitCode()).isEqualTo(ExitCode.USAGE);
  }

  private Command explain(String script, String... options) {
    return command("explain", script, options);
  }

  private Command sql(String script, String... options) {
    return command("sql", script, options);
  }

  private Command command(String name, String script, String... options) {
    List<String> words = new ArrayList<>(List.of(name, "-i", init.toString(), "-e", script));
    words.addAll(Arrays.asList(options));
    return Command.run(words.toArray(new String[0]));
  }
}
