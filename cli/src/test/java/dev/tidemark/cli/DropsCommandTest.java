package dev.tidemark.cli;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import org.apache.flink.shaded.jackson2.com.fasterxml.jackson.databind.JsonNode;
import org.apache.flink.shaded.jackson2.com.fasterxml.jackson.databind.ObjectMapper;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Six rows, a delay of 5 s, windows of a minute: row 4 misses the first window by 10 s. */
class DropsCommandTest {

  @TempDir private Path dir;

  private Path script;

  @BeforeEach
  void writeScript() throws IOException {
    script = MinuteCounts.write(dir, "rows_in", MinuteCounts.SIX_ROWS.replace("4,b", "4,\"b\""));
  }

  @Test
  void theVerdictFollowsTheResult() {
    Command done = Command.run("drops", "--format", "csv", script.toString());

    assertThat(done.out())
        .isEqualTo(
            """
            window_start,n
            2026-03-02 09:00:00.000,2
            2026-03-02 09:01:00.000,2
            2026-03-02 09:02:00.000,1

            drops: 1 row of 6 dropped (16.7 %). A watermark delay of 15 s 2 ms (now 5 s) would have kept it.

            operator                                             rows in  accepted  behind watermark  dropped whole  contributions lost
            WindowAggregate TUMBLE(time_col=[ts], size=[1 min])        6         5                 2              1                   1

            too late by  row time             watermark            missed window                              kept by delay  row
              10 s 2 ms  2026-03-02 09:00:55  2026-03-02 09:01:10  2026-03-02 09:00:00 – 2026-03-02 09:01:00      15 s 2 ms  rows.csv:4  4,"b",2026-03-02 09:00:55
            """);
    assertThat(done.exitCode()).isZero();
  }

  @Test
  void theDelayThatItNamesKeepsTheRowAndAMillisecondLessDoesNot() throws IOException {
    assertThat(dropped("15.001")).isEqualTo(1);
    assertThat(dropped("15.002")).isZero();
  }

  private int dropped(String seconds) throws IOException {
    Path changed =
        Files.writeString(
            dir.resolve("changed.sql"),
            Files.readString(script)
                .replace("INTERVAL '5' SECOND", "INTERVAL '" + seconds + "' SECOND(3)"));
    return json(changed).at("/statements/0/dropped_whole").asInt(-1);
  }

  private static JsonNode json(Path script) throws IOException {
    Command done = Command.run("drops", "--format", "json", script.toString());
    assertThat(done.exitCode()).describedAs(done.err()).isZero();
    return new ObjectMapper().readTree(done.out());
  }

  @Test
  void jsonHoldsTheWholeRowItsPlaceAndWhatSetTheWatermark() throws IOException {
    JsonNode document = json(script);

    assertThat(document.get("schema").asText()).isEqualTo("tidemark.drops/1");
    JsonNode run = document.at("/statements/0");
    assertThat(run.get("statement").asText()).isEqualTo(script + ":4:1");
    JsonNode row = run.at("/rows/0");
    assertThat(row.get("reason").asText()).isEqualTo("window-aggregate");
    assertThat(row.get("row").toString())
        .isEqualTo("{\"id\":\"4\",\"k\":\"b\",\"ts\":\"2026-03-02 09:00:55\"}");
    assertThat(row.at("/source/name").asText()).isEqualTo("rows_in");
    assertThat(row.at("/source/line").asInt()).isEqualTo(4);
    assertThat(row.at("/watermark_set_by/line").asInt()).isEqualTo(3);
    assertThat(row.get("late_ms").asInt()).isEqualTo(10_002);
    assertThat(row.get("keeping_delay_ms").asInt()).isEqualTo(15_002);
  }

  @Test
  void theLedgerFileHasEveryRowThenTheAccounts() throws IOException {
    Path ledger = dir.resolve("ledger.jsonl");
    Command done =
        Command.run(
            "sql", "--format", "csv", "--ledger", ledger.toString(), "-f", script.toString());

    assertThat(done.exitCode()).isZero();
    assertThat(done.out()).endsWith("2026-03-02 09:02:00.000,1\n");
    ObjectMapper json = new ObjectMapper();
    List<String> lines = Files.readAllLines(ledger);
    assertThat(lines).hasSize(3);
    assertThat(json.readTree(lines.get(0)).at("/source/text").asText())
        .isEqualTo("4,\"b\",2026-03-02 09:00:55");
    assertThat(json.readTree(lines.get(1)).get("rows_in").asInt()).isEqualTo(6);
    assertThat(json.readTree(lines.get(2)).get("schema").asText()).isEqualTo("tidemark.ledger/1");
  }

  @Test
  void theLedgerAsCsv() throws IOException {
    Path ledger = dir.resolve("ledger.csv");
    Command.run("sql", "--format", "csv", "--ledger", ledger.toString(), "-f", script.toString());

    assertThat(Files.readAllLines(ledger))
        .hasSize(2)
        .last()
        .asString()
        .endsWith(
            ",4,2026-03-02 09:00:55,2026-03-02 09:01:10,rows_in,3,DATA,3,10002,15002,"
                    .replace("DATA", dir.resolve("rows.csv").toString())
                + "2026-03-02 09:00:00/2026-03-02 09:01:00,\"4,\"\"b\"\",2026-03-02 09:00:55\"");
  }

  @Test
  void lateRowsFailTheCommandIfAskedTo() {
    assertThat(failOnLate("--fail-on-late").exitCode()).isEqualTo(3);
    assertThat(failOnLate("--fail-on-late").err()).contains(":4:1: --fail-on-late: 1 row of 6");
    assertThat(failOnLate("--fail-on-late=1").exitCode()).isZero();
    assertThat(failOnLate("--fail-on-late=16%").exitCode()).isEqualTo(3);
    assertThat(failOnLate("--fail-on-late=17%").exitCode()).isZero();
    assertThat(failOnLate("--fail-on-late=some").exitCode()).isEqualTo(2);
  }

  private Command failOnLate(String option) {
    return Command.run("sql", "--format", "csv", option, "-f", script.toString());
  }

  @Test
  void aLedgerThatCannotBeWrittenIsWrongUsage() {
    Command name = Command.run("sql", "--ledger", "x.txt", "-f", script.toString());
    Command folder =
        Command.run("sql", "--ledger", dir + "/no/such/x.csv", "-f", script.toString());

    assertThat(name.exitCode()).isEqualTo(2);
    assertThat(name.err()).contains("the name must end in .jsonl or .csv");
    assertThat(folder.exitCode()).isEqualTo(2);
    assertThat(folder.err()).contains("cannot write the ledger");
  }
}
