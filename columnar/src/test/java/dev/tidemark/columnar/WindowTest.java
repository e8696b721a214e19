package dev.tidemark.columnar;

import static org.assertj.core.api.Assertions.assertThat;

import dev.tidemark.columnar.source.Scans;
import java.nio.file.Path;
import java.time.LocalDateTime;
import java.time.ZoneOffset;
import java.time.format.DateTimeFormatter;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Random;
import org.apache.flink.table.api.TableEnvironment;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/**
 * Window aggregations that run in columns, against Flink's operators over the same rows: disorder
 * beyond the delay, NULLs, extreme values, names of several bytes.
 */
class WindowTest {
  private static final String COLUMNS =
      "id BIGINT, name STRING, kind TINYINT, v INT, x DOUBLE, m DECIMAL(10, 2), ok BOOLEAN,"
          + " ts TIMESTAMP(3), WATERMARK FOR ts AS ts - INTERVAL '2' SECOND";
  private static final String ALL =
      "COUNT(*), COUNT(v), SUM(v), SUM(id), AVG(v), AVG(x), MIN(v), MAX(v), SUM(x), MIN(x), MAX(x),"
          + " MIN(name), MAX(name), MIN(CAST(ts AS TIMESTAMP(3))),"
          + " SUM(m), AVG(m), MAX(m), SUM(kind), COUNT(*) FILTER (WHERE v > 0), MIN(id),"
          + " COUNT(DISTINCT name), COUNT(DISTINCT m) FILTER (WHERE ok),"
          + " COUNT(DISTINCT name) FILTER (WHERE v > 3), COUNT(DISTINCT m)";

  @TempDir Path folder;

  @ParameterizedTest
  @ValueSource(
      strings = {
        "TUMBLE(TABLE t, DESCRIPTOR(ts), INTERVAL '10' SECOND)",
        "TUMBLE(TABLE t, DESCRIPTOR(ts), INTERVAL '10' SECOND, INTERVAL '3' SECOND)",
        "HOP(TABLE t, DESCRIPTOR(ts), INTERVAL '5' SECOND, INTERVAL '20' SECOND)",
        "CUMULATE(TABLE t, DESCRIPTOR(ts), INTERVAL '5' SECOND, INTERVAL '1' MINUTE)"
      })
  void everyWindow(String window) throws Exception {
    Table table = Table.of(folder, rows(3000, 11), COLUMNS, "'csv.null-literal' = '-'");
    for (String keys : List.of("", ", kind, name")) {
      String query =
          "SELECT window_start, window_end"
              + keys
              + ", "
              + ALL
              + " FROM TABLE("
              + window
              + ") GROUP BY window_start, window_end"
              + keys;
      assertSame(table, query, Map.of(), "1", "7", "2048");
    }
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "TUMBLE(TABLE t, DESCRIPTOR(ts), INTERVAL '10' SECOND)",
        "HOP(TABLE t, DESCRIPTOR(ts), INTERVAL '5' SECOND, INTERVAL '20' SECOND)",
        "CUMULATE(TABLE t, DESCRIPTOR(ts), INTERVAL '5' SECOND, INTERVAL '1' MINUTE)"
      })
  void distinctValues(String window) throws Exception {
    Table table = Table.of(folder, rows(3000, 13), COLUMNS, "'csv.null-literal' = '-'");
    String query =
        "SELECT window_end, kind, SUM(DISTINCT v) FILTER (WHERE ok), COUNT(DISTINCT name), COUNT(*)"
            + " FROM TABLE("
            + window
            + ") GROUP BY window_start, window_end, kind";
    List<String> flink = Runs.rows(false, Map.of(), List.of(table.ddl()), query);
    Runs.assertSame(flink, Runs.rows(true, Map.of(), List.of(table.ddl()), query), query);
    // Flink has no answer for a HOP, and here there is none, either.
    assertThat(flink).hasSize(window.startsWith("H") ? 1 : flink.size()).isNotEmpty();
  }

  @Test
  void distinctValuesAreForgottenWithTheirWindows() throws Exception {
    StringBuilder content = new StringBuilder();
    for (int i = 0; i < 60_000; i++) {
      LocalDateTime time =
          LocalDateTime.of(2024, 1, 1, 0, 0, 0, 1_000_000).plusNanos(i * 10_000_000L);
      content.append(i).append(',').append(time.toString().replace('T', ' ')).append('\n');
    }
    Table table =
        Table.of(
            folder, content.toString(), "id BIGINT, ts TIMESTAMP(3), WATERMARK FOR ts AS ts", "");
    String query =
        "SELECT window_end, COUNT(DISTINCT id) FROM TABLE(HOP(TABLE t, DESCRIPTOR(ts), INTERVAL '1'"
            + " SECOND, INTERVAL '2' SECOND)) GROUP BY window_start, window_end";
    // A window has 200 of the 60,000 values, which together would take more than this.
    Map<String, String> settings = Map.of("tidemark.columnar.memory", "1 mb");
    assertThat(Runs.rows(true, settings, List.of(table.ddl()), query))
        .hasSize(601)
        .contains("+I+I[2024-01-01T00:05, 200]");
  }

  @ParameterizedTest
  @ValueSource(strings = {"UTC", "Asia/Shanghai", "Asia/Kolkata", "America/Los_Angeles"})
  void instantsInZones(String zone) throws Exception {
    Random random = new Random(5);
    StringBuilder content = new StringBuilder();
    for (int i = 0; i < 3000; i++) {
      // Over both changes of daylight saving time in Los Angeles.
      long minute = i * 180L - random.nextInt(600);
      LocalDateTime time = LocalDateTime.of(2024, 1, 1, 0, 0).plusMinutes(minute);
      content.append(i).append(',').append(time.toString().replace('T', ' ')).append(":00Z\n");
    }
    Table table =
        Table.of(
            folder,
            content.toString(),
            "v INT, ts TIMESTAMP_LTZ(3), WATERMARK FOR ts AS ts - INTERVAL '1' HOUR",
            "");
    for (String size : List.of("'1' HOUR", "'1' DAY")) {
      assertSame(
          table,
          "SELECT window_start, COUNT(*), SUM(v) FROM TABLE(TUMBLE(TABLE t, DESCRIPTOR(ts), INTERVAL "
              + size
              + ")) GROUP BY window_start, window_end",
          Map.of("table.local-time-zone", zone));
    }
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        // Windows of windows: what the first ones emit has event time, and may be late.
        "SELECT window_start, window_end, kind, SUM(n), SUM(s), COUNT(wt) FROM TABLE(TUMBLE(TABLE"
            + " inner_windows, DESCRIPTOR(wt), INTERVAL '30' SECOND)) GROUP BY window_start,"
            + " window_end, kind",
        "SELECT window_start, COUNT(*), SUM(s) FROM TABLE(HOP(TABLE inner_windows, DESCRIPTOR(wt),"
            + " INTERVAL '10' SECOND, INTERVAL '1' MINUTE)) GROUP BY window_start, window_end",
        // And what follows windows, in columns, too.
        "SELECT kind, SUM(n), COUNT(*) FROM inner_windows WHERE s > 10 GROUP BY kind",
        "SELECT kind, s, r FROM (SELECT *, ROW_NUMBER() OVER (PARTITION BY kind ORDER BY n DESC, s)"
            + " AS r FROM inner_windows) WHERE r <= 2"
      })
  void whatFollowsWindows(String query) throws Exception {
    Table table = Table.of(folder, rows(3000, 12), COLUMNS, "'csv.null-literal' = '-'");
    String windows =
        "CREATE TEMPORARY VIEW inner_windows AS SELECT kind, name, COUNT(*) AS n, SUM(x) AS s,"
            + " window_time AS wt FROM TABLE(TUMBLE(TABLE t, DESCRIPTOR(ts), INTERVAL '10' SECOND))"
            + " GROUP BY window_start, window_end, window_time, kind, name";
    List<String> setup = List.of(table.ddl(), windows);
    List<String> flink = Runs.rows(false, Map.of(), setup, query);
    assertThat(flink).hasSizeGreaterThan(10);
    for (String rows : List.of("1", "7", "2048")) {
      Map<String, String> settings = Map.of("tidemark.columnar.batch-rows", rows);
      Runs.assertSame(flink, Runs.rows(true, settings, setup, query), query + ", by " + rows);
    }
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "TUMBLE(TABLE t, DESCRIPTOR(ts), INTERVAL '10' SECOND)",
        "HOP(TABLE t, DESCRIPTOR(ts), INTERVAL '5' SECOND, INTERVAL '20' SECOND)",
        "CUMULATE(TABLE t, DESCRIPTOR(ts), INTERVAL '5' SECOND, INTERVAL '1' MINUTE)"
      })
  void windowsThatRowsComeWith(String window) throws Exception {
    Table table = Table.of(folder, rows(3000, 13), COLUMNS, "'csv.null-literal' = '-'");
    for (String key : List.of("", "kind, ")) {
      String query =
          "SELECT "
              + key
              + "window_start, window_end, MAX(n), SUM(s), COUNT(*) FROM (SELECT kind, name,"
              + " window_start, window_end, COUNT(*) AS n, SUM(v) AS s FROM TABLE("
              + window
              + ") GROUP BY kind, name, window_start, window_end) GROUP BY "
              + key
              + "window_start, window_end";
      TableEnvironment environment = Runs.environment(true, Map.of());
      environment.executeSql(table.ddl());
      assertThat(Scans.names(environment, query))
          .singleElement()
          .asString()
          .containsSubsequence("GlobalWindowAggregate(", "GlobalWindowAggregate(");
      assertSame(table, query, Map.of(), "1", "7", "2048");
    }
  }

  @Test
  void watermarksBetweenRows() throws Exception {
    Table table = Table.of(folder, rows(2000, 3), COLUMNS, "'csv.null-literal' = '-'");
    assertSame(
        table,
        "SELECT id, ts, CURRENT_WATERMARK(ts) FROM t WHERE ts <= CURRENT_WATERMARK(ts)",
        Map.of(),
        "1",
        "2",
        "2048");
    assertSame(
        table,
        "SELECT id, CURRENT_WATERMARK(ts) FROM t",
        Map.of("pipeline.auto-watermark-interval", "0 ms"));
    assertSame(
        table,
        "SELECT id, CURRENT_WATERMARK(ts) FROM t",
        Map.of("pipeline.auto-watermark-interval", "5 s"));
  }

  @Test
  void aRowWithoutTimeFails() throws Exception {
    Table table =
        Table.of(
            folder,
            "1,2024-01-01 00:00:00\n2,2024-01-01 00:01:00\n3,-\n4,2024-01-01 00:02:00\n",
            "v INT, ts TIMESTAMP(3), WATERMARK FOR ts AS ts",
            "'csv.null-literal' = '-'");
    assertSame(
        table,
        "SELECT window_start, SUM(v) FROM TABLE(TUMBLE(TABLE t, DESCRIPTOR(ts), INTERVAL '10' SECOND))"
            + " GROUP BY window_start, window_end",
        Map.of());
    assertSame(table, "SELECT v FROM t", Map.of());
  }

  private static String rows(int count, long seed) {
    Random random = new Random(seed);
    StringBuilder content = new StringBuilder();
    String[] names = {"a", "bb", "日本", "a longer name than eight bytes", "-", ""};
    for (int i = 0; i < count; i++) {
      long late = random.nextInt(20) == 0 ? random.nextInt(60_000) : random.nextInt(2000);
      long millis = 1_700_000_000_000L + i * 97L - late;
      content.append(i % 50 == 7 ? Long.MAX_VALUE : i).append(',');
      content.append(names[random.nextInt(names.length)]).append(',');
      content.append(random.nextInt(4)).append(',');
      String value = random.nextInt(30) == 0 ? "2147483647" : "" + (random.nextInt(9) - 4);
      content.append(random.nextInt(10) == 0 ? "-" : value).append(',');
      content.append(random.nextInt(10) == 0 ? "-" : "" + random.nextInt(1000) / 7.0).append(',');
      content.append(random.nextInt(10) == 0 ? "-" : random.nextInt(99_999) / 100.0).append(',');
      content.append(random.nextBoolean()).append(',');
      content.append(
          LocalDateTime.ofEpochSecond(
                  Math.floorDiv(millis, 1000L), (int) (millis % 1000) * 1_000_000, ZoneOffset.UTC)
              .format(DateTimeFormatter.ofPattern("yyyy-MM-dd HH:mm:ss.SSS")));
      content.append('\n');
    }
    return content.toString();
  }

  private static void assertSame(
      Table table, String query, Map<String, String> settings, String... batches) {
    List<String> flink = Runs.rows(false, settings, List.of(table.ddl()), query);
    assertThat(flink).isNotEmpty();
    TableEnvironment environment = Runs.environment(true, settings);
    environment.executeSql(table.ddl());
    assertThat(Scans.names(environment, query))
        .singleElement()
        .asString()
        .contains(query.contains("GROUP BY") ? "GlobalWindowAggregate(" : "WatermarkAssigner(");
    for (String batch : batches.length == 0 ? new String[] {"2048"} : batches) {
      Map<String, String> all = new HashMap<>(settings);
      all.put("tidemark.columnar.batch-rows", batch);
      List<String> columns = Runs.rows(true, all, List.of(table.ddl()), query);
      Runs.assertSame(flink, columns, "batches of " + batch + ", " + query);
    }
  }
}
