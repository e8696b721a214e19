package dev.tidemark.cli;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import org.apache.flink.shaded.jackson2.com.fasterxml.jackson.databind.JsonNode;
import org.apache.flink.shaded.jackson2.com.fasterxml.jackson.databind.ObjectMapper;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** What the verdict says of jobs with several operators, and of jobs that do not get far. */
class VerdictTest {

  @TempDir private Path dir;

  private Path script;

  @BeforeEach
  void writeScript() throws IOException {
    script = MinuteCounts.write(dir, "rows_in", MinuteCounts.SIX_ROWS);
  }

  /** Two windows over the same rows: the short one loses rows 4 and 5, the long one row 4. */
  private void twoWindows(String connector) throws IOException {
    String text = Files.readString(script);
    String insert =
        """
        INSERT INTO %s SELECT window_start, COUNT(*)
        FROM TUMBLE(TABLE rows_in, DESCRIPTOR(ts), INTERVAL '%s' SECOND)
        GROUP BY window_start, window_end;
        """;
    String sink = "CREATE TABLE %s (w TIMESTAMP(3), n BIGINT) WITH ('connector' = '%s');\n";
    Files.writeString(
        script,
        text.substring(0, text.indexOf("SELECT"))
            + sink.formatted("a", connector)
            + sink.formatted("b", connector)
            + "EXECUTE STATEMENT SET BEGIN\n"
            + insert.formatted("a", "60")
            + insert.formatted("b", "2")
            + "END;\n");
  }

  @Test
  void aRowThatTwoOperatorsDropCountsOnce() throws IOException {
    twoWindows("blackhole");

    assertThat(Command.run("drops", script.toString()).out())
        .contains(
            "drops: 2 rows of 6 read dropped by at least one operator (33.3 %). A watermark delay"
                + " of ");
    JsonNode run = json();
    assertThat(run.get("dropped_whole").asInt()).isEqualTo(2);
    assertThat(run.get("rows_lost").asInt()).isEqualTo(2);
    assertThat(run.get("rows_judged").asInt()).isEqualTo(6);
    assertThat(run.get("rows")).hasSize(3);
    assertThat(failOnLate("2").exitCode()).isZero();
    assertThat(failOnLate("1").exitCode()).isEqualTo(3);
    assertThat(failOnLate("34%").exitCode()).isZero();
    assertThat(failOnLate("33%").exitCode()).isEqualTo(3);
  }

  @Test
  void whatTheScriptPrintsIsNotInTheJson() throws IOException {
    twoWindows("print");

    assertThat(json().get("complete").asBoolean()).isTrue();
    assertThat(json().get("ended").asText()).isEqualTo("finished");
  }

  @Test
  void nothingIsSaidOfARunThatDidNotBegin() throws IOException {
    Files.delete(dir.resolve("rows.csv"));

    Command done = Command.run("drops", script.toString());

    assertThat(done.exitCode()).isEqualTo(1);
    assertThat(done.out())
        .contains("drops: The run failed before its end: nothing can be said about dropped rows.")
        .doesNotContain("No operator")
        .doesNotContain("No row");
  }

  @Test
  void noDelayIsPromisedWhereRowsInTimeAreLost() throws IOException {
    String text = Files.readString(script);
    Files.writeString(
        script,
        "SET 'table.local-time-zone' = 'Asia/Kolkata';\n"
            + text.replace(
                    "k STRING, ts TIMESTAMP(3)",
                    "k STRING, at_time STRING, ts AS CAST(CAST(at_time AS TIMESTAMP(3)) AS TIMESTAMP_LTZ(3))")
                .replace("'1' MINUTE", "'20' MINUTE"));
    Files.writeString(
        dir.resolve("rows.csv"),
        MinuteCounts.SIX_ROWS
            + "7,a,2026-03-02 09:12:00\n8,a,2026-03-02 09:15:00\n"
            + "9,a,2026-03-02 09:21:00\n10,a,2026-03-02 09:01:00\n");

    Command done = Command.run("drops", script.toString());

    assertThat(done.out())
        .contains("came in time and were lost by Flink's flush boundary")
        .doesNotContain("would have kept");
    assertThat(json().get("keeping_delay_ms").isNull()).isTrue();
  }

  /** The join hands row 3 on while it is at it, and the division behind the join fails. */
  @Test
  void aRunThatFailsIsAccountedForButForTheRowOnItsWay() throws IOException {
    String text = Files.readString(script);
    Files.writeString(
        script,
        text.substring(0, text.indexOf("SELECT"))
            + "SELECT 1 / (l.id - 3) FROM rows_in l JOIN rows_in r ON l.id = r.id"
            + " AND l.ts BETWEEN r.ts - INTERVAL '1' SECOND AND r.ts;\n");

    Command done = Command.run("drops", "--format", "json", script.toString());

    assertThat(done.exitCode()).isEqualTo(1);
    JsonNode run = new ObjectMapper().readTree(done.out()).at("/statements/0");
    assertThat(run.get("complete").asBoolean()).isFalse();
    assertThat(run.get("ended").asText()).isEqualTo("failed");
    assertThat(run.get("conclusion").asText()).endsWith(" The run failed before its end.");
    JsonNode account = run.at("/operators/0");
    assertThat(account.get("operator").asText()).startsWith("IntervalJoin");
    assertThat(account.get("rows_in").asInt()).isEqualTo(6);
    assertThat(account.get("accepted").asInt()).isEqualTo(5);
    assertThat(account.get("dropped_whole").asInt()).isZero();
    assertThat(done.err()).doesNotContain("defect");
  }

  @Test
  void aFolderThatIsNotThere() {
    Path ledger = dir.resolve("none/ledger.jsonl");

    Command done = Command.run("drops", "--ledger", ledger.toString(), script.toString());

    assertThat(done.err())
        .isEqualTo(
            "tidemark: cannot write the ledger "
                + ledger
                + ": there is no directory "
                + ledger.getParent()
                + ".\n");
    assertThat(done.exitCode()).isEqualTo(2);
  }

  private Command failOnLate(String limit) {
    return Command.run("drops", "--fail-on-late=" + limit, script.toString());
  }

  private JsonNode json() throws IOException {
    Command done = Command.run("drops", "--format", "json", script.toString());
    assertThat(done.exitCode()).as(done.err()).isZero();
    return new ObjectMapper().readTree(done.out()).at("/statements/0");
  }
}
