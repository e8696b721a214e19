package dev.tidemark.cli;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.LocalDateTime;
import java.time.format.DateTimeFormatter;
import java.util.List;
import java.util.Map;
import java.util.Random;
import java.util.TreeMap;
import java.util.function.LongFunction;
import org.apache.flink.shaded.jackson2.com.fasterxml.jackson.databind.JsonNode;
import org.apache.flink.shaded.jackson2.com.fasterxml.jackson.databind.ObjectMapper;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/**
 * {@code tidemark sweep} where one pass over the data does not tell everything: each point is what
 * {@code tidemark drops} finds when the delay is written into the script.
 */
class SweepRerunTest {
  private static final DateTimeFormatter TIME = DateTimeFormatter.ofPattern("yyyy-MM-dd HH:mm:ss");

  @TempDir private Path folder;

  private Path data;

  @BeforeEach
  void writeRows() throws IOException {
    Random random = new Random(7);
    StringBuilder rows = new StringBuilder();
    LocalDateTime now = LocalDateTime.of(2026, 3, 2, 9, 0);
    for (int id = 1; id <= 150; id++) {
      now = now.plusSeconds(random.nextInt(40));
      LocalDateTime time = random.nextInt(4) == 0 ? now.minusSeconds(random.nextInt(120)) : now;
      rows.append(id).append(",k").append(random.nextInt(3)).append(',').append(TIME.format(time));
      rows.append('\n');
    }
    data = Files.writeString(folder.resolve("rows.csv"), rows.toString());
  }

  /** A table whose watermark is given as an expression. */
  private String table(String name, String watermark) {
    return CsvTable.ddl(name, data, watermark);
  }

  private static String delayed(int seconds) {
    return "ts - INTERVAL '" + seconds + "' SECOND(3)";
  }

  private static String delayedMillis(long millis) {
    return "ts - INTERVAL '%d.%03d' SECOND(3)".formatted(millis / 1_000, millis % 1_000);
  }

  private interface Script {
    /**
     * @param more seconds of delay to add to the script's own
     */
    String with(int more);
  }

  /**
   * @param own the script's own delay in seconds; 0 if it has no single one
   */
  private void isWhatRunsGive(String reason, int own, Script script) throws Exception {
    int[] more = {-own, 0, 30, 130};
    String delays = "0s," + own + "s," + (own + 30) + "s," + (own + 130) + "s";
    Path file = Files.writeString(folder.resolve("script.sql"), script.with(0));
    Command swept = Command.run("sweep", "--delays", delays, "--format", "json", file.toString());
    assertThat(swept.exitCode()).as(swept.err()).isZero();
    JsonNode job = json(swept);
    assertThat(job.get("method").asText()).isEqualTo("re-run");
    assertThat(job.get("reason").asText()).contains(reason);

    Map<String, String> found = new TreeMap<>();
    for (JsonNode operator : job.get("operators")) {
      for (JsonNode point : operator.get("points")) {
        found.put(
            operator.get("operator").asText() + " at " + point.get("delay_ms").asLong(),
            point.get("rows_dropped").asLong() + " / " + point.get("contributions_lost").asLong());
      }
    }
    Map<String, String> expected = new TreeMap<>();
    for (int each : more) {
      Files.writeString(file, script.with(each));
      Command drops = Command.run("drops", "--format", "json", file.toString());
      assertThat(drops.exitCode()).as(drops.err()).isZero();
      JsonNode run = json(drops);
      for (JsonNode operator : run.get("operators")) {
        if (operator.get("operator").asText().startsWith("WindowTableFunction")) {
          continue;
        }
        expected.put(
            operator.get("operator").asText() + " at " + 1000L * (own + each),
            operator.get("dropped_whole").asLong()
                + " / "
                + operator.get("contributions_lost").asLong());
      }
    }
    assertThat(found).isEqualTo(expected);
    assertThat(found.values()).anyMatch(lost -> !lost.startsWith("0 "));
  }

  @Test
  void sessions() throws Exception {
    isWhatRunsGive(
        "SESSION",
        5,
        more ->
            table("e", delayed(5 + more))
                + "SELECT k, window_start, COUNT(*) FROM SESSION(TABLE e PARTITION BY k,"
                + " DESCRIPTOR(ts), INTERVAL '20' SECOND) GROUP BY k, window_start, window_end;");
  }

  @Test
  void windowJoins() throws Exception {
    String side = "(SELECT * FROM TUMBLE(TABLE %s, DESCRIPTOR(ts), INTERVAL '1' MINUTE))";
    isWhatRunsGive(
        "WindowJoin",
        2,
        more ->
            table("l", delayed(2 + more))
                + table("r", delayed(2 + more))
                + "SELECT l.id, r.id AS other FROM %s l JOIN %s r ON l.k = r.k AND l.window_start = r.window_start AND l.window_end = r.window_end;"
                    .formatted(side.formatted("l"), side.formatted("r")));
  }

  @Test
  void overAggregates() throws Exception {
    isWhatRunsGive(
        "OverAggregate",
        3,
        more ->
            table("e", delayed(3 + more))
                + "SELECT id, COUNT(*) OVER (PARTITION BY k ORDER BY ts RANGE BETWEEN INTERVAL '1'"
                + " MINUTE PRECEDING AND CURRENT ROW) AS n FROM e;");
  }

  @Test
  void generatorsWithDifferentDelays() throws Exception {
    isWhatRunsGive(
        "row time − one constant",
        0,
        more ->
            table("a", delayed(1 + more))
                + table("b", delayed(9 + more))
                + "CREATE VIEW both_of_them AS SELECT * FROM a UNION ALL SELECT * FROM b;\n"
                + "SELECT window_start, COUNT(*) FROM TUMBLE(TABLE both_of_them, DESCRIPTOR(ts),"
                + " INTERVAL '1' MINUTE) GROUP BY window_start, window_end;");
  }

  @Test
  void aDelayThatIsNoConstant() throws Exception {
    isWhatRunsGive(
        "row time − one constant",
        0,
        more ->
            table(
                    "e",
                    "CASE WHEN id < 50 THEN "
                        + delayed(2 + more)
                        + " ELSE "
                        + delayed(6 + more)
                        + " END")
                + "SELECT window_start, COUNT(*) FROM HOP(TABLE e, DESCRIPTOR(ts), INTERVAL '30'"
                + " SECOND, INTERVAL '1' MINUTE) GROUP BY window_start, window_end;");
  }

  @Test
  void windowsThatLoseRowsInTime() throws Exception {
    isWhatRunsGive(
        "FLINK-38075",
        5,
        more ->
            "SET 'table.local-time-zone' = 'Asia/Kolkata';\n"
                + ("CREATE TABLE e (id INT, k STRING, at_time STRING, ts AS"
                        + " CAST(CAST(at_time AS TIMESTAMP(3)) AS TIMESTAMP_LTZ(3)), WATERMARK FOR ts"
                        + " AS %s) WITH ('connector' = 'filesystem', 'path' = '%s', 'format' = 'csv');\n")
                    .formatted(delayed(5 + more), data)
                + "SELECT window_start, COUNT(*) FROM TUMBLE(TABLE e, DESCRIPTOR(ts), INTERVAL '20'"
                + " MINUTE) GROUP BY window_start, window_end;");
  }

  /** The delays are chosen from how late the rows are; an exact one is proved by two runs. */
  @Test
  void theDelaysThatKeepTheRowsAreExactOrSaidNotToBe() throws Exception {
    LongFunction<String> sessions =
        delay ->
            table("e", delayedMillis(delay))
                + "SELECT k, window_start, COUNT(*) FROM SESSION(TABLE e PARTITION BY k,"
                + " DESCRIPTOR(ts), INTERVAL '20' SECOND) GROUP BY k, window_start, window_end;";
    LongFunction<String> over =
        delay ->
            table("e", delayedMillis(delay))
                + "SELECT id, COUNT(*) OVER (PARTITION BY k ORDER BY ts RANGE BETWEEN INTERVAL '1'"
                + " MINUTE PRECEDING AND CURRENT ROW) AS n FROM e;";
    for (LongFunction<String> script : List.of(sessions, over)) {
      Path file = Files.writeString(folder.resolve("script.sql"), script.apply(5_000));
      Command swept = Command.run("sweep", "--format", "json", file.toString());
      assertThat(swept.exitCode()).as(swept.err()).isZero();
      JsonNode operator = json(swept).get("operators").get(0);
      assertThat(operator.get("points").size()).isBetween(6, 13);
      assertThat(operator.get("knee_ms").isNull()).isFalse();
      assertThat(operator.get("keeps")).hasSize(3);
      int[] allowed = {1, 0, 0};
      for (int i = 0; i < allowed.length; i++) {
        JsonNode keeps = operator.get("keeps").get(i);
        long delay = keeps.get("delay_ms").asLong();
        assertThat(dropped(script.apply(delay))).isLessThanOrEqualTo(allowed[i]);
        if (keeps.get("exact").asBoolean()) {
          assertThat(dropped(script.apply(delay - 1))).isGreaterThan(allowed[i]);
        } else {
          // What OVER drops depends on what it has emitted: twelve runs need not find the limit.
          assertThat(script).isSameAs(over);
        }
      }
      assertThat(Command.run("sweep", file.toString()).out())
          .containsPattern(
              "keeps all rows: .*, "
                  + (script == over ? "the smallest delay that was tried" : "1 ms less does not")
                  + " \\(results come .* later than now")
          .contains(", of the delays that were tried; beyond it");
    }
  }

  /** Each run of the script is one of both statements, and counts for the one that asked for it. */
  @Test
  void twoStatementsThatNeedRuns() throws Exception {
    String session =
        "SELECT k, window_start, COUNT(*) FROM SESSION(TABLE e PARTITION BY k, DESCRIPTOR(ts),"
            + " INTERVAL '20' SECOND) GROUP BY k, window_start, window_end;\n";
    String over = "SELECT id, COUNT(*) OVER (PARTITION BY k ORDER BY ts) AS n FROM e;\n";
    String table = table("e", delayedMillis(5_000));
    Path one = Files.writeString(folder.resolve("one.sql"), table + session);
    Path two = Files.writeString(folder.resolve("two.sql"), table + session + over);

    Command swept = Command.run("sweep", "--format", "json", two.toString());

    assertThat(swept.exitCode()).as(swept.err()).isZero();
    JsonNode statements = new ObjectMapper().readTree(swept.out()).get("statements");
    assertThat(statements).hasSize(2);
    JsonNode alone = json(Command.run("sweep", "--format", "json", one.toString()));
    assertThat(statements.get(0).at("/operators/0/keeps"))
        .isEqualTo(alone.at("/operators/0/keeps"));
    assertThat(statements.get(1).at("/operators/0/points").size()).isGreaterThan(6);
  }

  private long dropped(String script) throws Exception {
    Path file = Files.writeString(folder.resolve("one.sql"), script);
    Command drops = Command.run("drops", "--format", "json", file.toString());
    assertThat(drops.exitCode()).as(drops.err()).isZero();
    return json(drops).get("dropped_whole").asLong();
  }

  private static JsonNode json(Command done) throws Exception {
    return new ObjectMapper().readTree(done.out()).get("statements").get(0);
  }
}
