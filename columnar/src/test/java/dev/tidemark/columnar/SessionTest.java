package dev.tidemark.columnar;

import static org.assertj.core.api.Assertions.assertThat;

import dev.tidemark.columnar.source.Scans;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.LocalDateTime;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Random;
import org.apache.flink.table.api.TableEnvironment;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/**
 * Sessions in columns, against Flink's operator: rows that bridge two of them, come late, or come
 * late for all but one they touch.
 */
class SessionTest {
  private static final String ALL =
      "COUNT(*), COUNT(v), SUM(v), AVG(v), MIN(x), MAX(x), SUM(x), MIN(name), MAX(id),"
          + " COUNT(DISTINCT name), SUM(DISTINCT v) FILTER (WHERE ok), COUNT(DISTINCT v), SUM(v) FILTER (WHERE ok)";

  @TempDir Path folder;

  /** Times go on by 100 ms a row, up to 40 s out of order. */
  private String table(int rows, long seed, String time, String delay) throws Exception {
    Random random = new Random(seed);
    StringBuilder content = new StringBuilder();
    for (int i = 0; i < rows; i++) {
      long behind = random.nextInt(4) == 0 ? random.nextInt(40_000) : random.nextInt(3_000);
      content.append(i).append(",n").append(random.nextInt(5)).append(',');
      content.append(random.nextInt(6) == 0 ? "-" : random.nextInt(9)).append(',');
      content.append(random.nextInt(9) == 0 ? "-0.0" : random.nextInt(3) / 3.0).append(',');
      content.append(random.nextBoolean()).append(',');
      LocalDateTime at =
          LocalDateTime.of(2024, 1, 1, 0, 0).plusNanos((i * 100L - behind) * 1000000);
      content.append(at.toString().replace('T', ' '));
      content.append(at.toString().length() < 17 ? ":00" : "");
      content.append(time.contains("LTZ") ? "Z\n" : "\n");
    }
    Path file = folder.resolve("t.csv");
    Files.writeString(file, content);
    return "CREATE TABLE t (id BIGINT, name STRING, v INT, x DOUBLE, ok BOOLEAN, "
        + time
        + ", WATERMARK FOR ts AS ts - INTERVAL '"
        + delay
        + "' SECOND) WITH ('connector' = 'filesystem', 'format' = 'csv', 'csv.null-literal' = '-',"
        + " 'path' = '"
        + file.toUri()
        + "')";
  }

  private static void assertSame(String table, String query, Map<String, String> more) {
    TableEnvironment environment = Runs.environment(true, more);
    environment.executeSql(table);
    assertThat(Scans.names(environment, query))
        .as(query)
        .singleElement()
        .asString()
        .contains("WindowAggregate(");
    List<String> flink = Runs.rows(false, more, List.of(table), query);
    assertThat(flink).isNotEmpty().first().asString().startsWith("+I");
    for (String batch : List.of("7", "2048")) {
      Map<String, String> settings = new HashMap<>(more);
      settings.put("tidemark.columnar.batch-rows", batch);
      Runs.assertSame(
          flink,
          Runs.rows(true, settings, List.of(table), query),
          "batches of " + batch + ", " + query);
    }
  }

  private static String sessions(String partition, String keys, String gap) {
    return "SELECT "
        + keys
        + "window_start, window_end, "
        + ALL
        + " FROM TABLE(SESSION(TABLE t"
        + partition
        + ", DESCRIPTOR(ts), INTERVAL '"
        + gap
        + "' SECOND)) GROUP BY "
        + keys
        + "window_start, window_end";
  }

  @ParameterizedTest
  @CsvSource({"0.1, 2", "1, 0", "1, 30", "3, 5"})
  void sessionsOfAllKinds(String gap, String delay) throws Exception {
    String table = table(900, gap.hashCode() + delay.hashCode(), "ts TIMESTAMP(3)", delay);
    assertSame(table, sessions("", "", gap), Map.of());
    assertSame(table, sessions(" PARTITION BY name", "name, ", gap), Map.of());
    assertSame(table, sessions(" PARTITION BY (id, v)", "id, v, ", gap), Map.of());
  }

  @Test
  void instantsInAZone() throws Exception {
    String table = table(900, 5, "ts TIMESTAMP_LTZ(3)", "4");
    for (String zone : List.of("Asia/Shanghai", "Asia/Kolkata")) {
      assertSame(
          table,
          sessions(" PARTITION BY name", "name, ", "2"),
          Map.of("table.local-time-zone", zone));
    }
  }

  @Test
  void clocksThatAreMovedStayFlinks() throws Exception {
    TableEnvironment environment =
        Runs.environment(true, Map.of("table.local-time-zone", "Europe/Berlin"));
    environment.executeSql(table(10, 5, "ts TIMESTAMP_LTZ(3)", "4"));
    assertThat(Scans.names(environment, sessions("", "", "2")))
        .singleElement()
        .asString()
        .doesNotContain("WindowAggregate(");
  }

  @Test
  void whatFollowsSessions() throws Exception {
    String table = table(900, 6, "ts TIMESTAMP(3)", "5");
    assertSame(
        table,
        "SELECT name, COUNT(*), MAX(n) FROM (SELECT name, window_end, COUNT(*) AS n FROM TABLE("
            + "SESSION(TABLE t PARTITION BY name, DESCRIPTOR(ts), INTERVAL '2' SECOND)) GROUP BY"
            + " name, window_start, window_end) GROUP BY name",
        Map.of());
    assertSame(
        table,
        "SELECT window_start, SUM(n) FROM TABLE(TUMBLE((SELECT name, window_time AS wt, COUNT(*) AS"
            + " n FROM TABLE(SESSION(TABLE t PARTITION BY name, DESCRIPTOR(ts), INTERVAL '2'"
            + " SECOND)) GROUP BY name, window_start, window_end, window_time), DESCRIPTOR(wt),"
            + " INTERVAL '10' SECOND)) GROUP BY window_start, window_end",
        Map.of());
  }
}
