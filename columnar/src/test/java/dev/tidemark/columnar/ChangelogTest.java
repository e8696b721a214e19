package dev.tidemark.columnar;

import static org.assertj.core.api.Assertions.assertThat;

import dev.tidemark.columnar.source.Scans;
import java.nio.file.Path;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import org.apache.flink.table.api.TableEnvironment;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** GROUP BY and deduplication in columns: the changelog, row for row, of Flink's operators. */
class ChangelogTest {
  @TempDir Path folder;

  @ParameterizedTest
  @ValueSource(
      strings = {
        "SELECT name, COUNT(*), SUM(v) FROM t GROUP BY name",
        "SELECT kind, name, COUNT(v), AVG(v), AVG(x), MIN(v), MAX(x), SUM(m), MAX(m), SUM(kind)"
            + " FROM t GROUP BY kind, name",
        "SELECT COUNT(*), SUM(x), MIN(id), SUM(id) FROM t",
        "SELECT ok, MAX(v) FROM t GROUP BY ok",
        "SELECT ok, MIN(name), MAX(name), MAX(CAST(ts AS TIMESTAMP(3))) FROM t GROUP BY ok",
        "SELECT name, SUM(v) FILTER (WHERE ok) FROM t GROUP BY name",
        "SELECT v, COUNT(*) AS c FROM t GROUP BY v HAVING COUNT(*) > 3",
        "SELECT COUNT(*) FROM (SELECT name, COUNT(*) FROM t GROUP BY name)",
        "SELECT c, COUNT(*), SUM(s), AVG(s) FROM (SELECT name, v, COUNT(*) AS c, SUM(m) AS s2,"
            + " SUM(kind) AS s FROM t GROUP BY name, v) GROUP BY c",
        "SELECT kind, SUM(v), COUNT(m), AVG(v), SUM(m), COUNT(*) FILTER (WHERE ok), SUM(x) FROM"
            + " (SELECT *, ROW_NUMBER() OVER (PARTITION BY name, kind, ok ORDER BY ts DESC) AS n"
            + " FROM t) WHERE n = 1 GROUP BY kind",
        "SELECT v, COUNT(*) FROM (SELECT *, ROW_NUMBER() OVER (PARTITION BY kind ORDER BY ts DESC)"
            + " AS n FROM t) WHERE n = 1 GROUP BY v",
        "SELECT DISTINCT kind, ok FROM t",
        "SELECT kind, COUNT(DISTINCT v), COUNT(DISTINCT name), SUM(DISTINCT v), COUNT(*) FROM t"
            + " GROUP BY kind",
        "SELECT COUNT(DISTINCT v) FILTER (WHERE ok), AVG(DISTINCT v), COUNT(DISTINCT v) FROM t",
        "SELECT ok, COUNT(DISTINCT name), SUM(DISTINCT kind) FROM (SELECT *, ROW_NUMBER() OVER"
            + " (PARTITION BY v, kind ORDER BY ts DESC) AS n FROM t) WHERE n = 1 GROUP BY ok",
        "SELECT id, name, v, x, ts, note FROM (SELECT *, ROW_NUMBER() OVER (PARTITION BY v ORDER BY"
            + " ts DESC) AS n FROM t) WHERE n = 1",
        "SELECT * FROM (SELECT *, ROW_NUMBER() OVER (PARTITION BY name, kind ORDER BY ts DESC) AS n"
            + " FROM t) WHERE n = 1",
        "SELECT id, v, note FROM (SELECT *, ROW_NUMBER() OVER (PARTITION BY v ORDER BY ts ASC) AS n"
            + " FROM t) WHERE n = 1",
        "SELECT id, name, v, x, note FROM (SELECT *, ROW_NUMBER() OVER (PARTITION BY v, kind ORDER"
            + " BY PROCTIME() DESC) AS n FROM t) WHERE n = 1",
        "SELECT name, v, ok FROM (SELECT name, v, ok, ROW_NUMBER() OVER (PARTITION BY v, name ORDER"
            + " BY pt DESC) AS n FROM (SELECT *, PROCTIME() AS pt FROM t)) WHERE n = 1",
        "SELECT id, name, v, note FROM (SELECT *, ROW_NUMBER() OVER (PARTITION BY name ORDER BY"
            + " PROCTIME()) AS n FROM t) WHERE n = 1",
        "SELECT kind, COUNT(*), MAX(v) FROM (SELECT *, ROW_NUMBER() OVER (PARTITION BY v, name, kind"
            + " ORDER BY PROCTIME()) AS n FROM t) WHERE n = 1 GROUP BY kind",
        "SELECT name, COUNT(*) FROM (SELECT *, ROW_NUMBER() OVER (PARTITION BY v ORDER BY ts DESC)"
            + " AS n FROM t) WHERE n = 1 GROUP BY name"
      })
  void sameChangelog(String query) throws Exception {
    Table table =
        Table.of(folder, UglyRows.of(1500, 42), UglyRows.COLUMNS, "'csv.null-literal' = '-'");
    List<String> flink = Runs.rows(false, Map.of(), List.of(table.ddl()), query);
    assertThat(flink).isNotEmpty();
    TableEnvironment environment = Runs.environment(true, Map.of());
    environment.executeSql(table.ddl());
    assertThat(Scans.names(environment, query))
        .singleElement()
        .asString()
        // The first row by time waits for watermarks: Flink's operator.
        .contains(
            query.contains("ts ASC")
                ? "WatermarkAssigner("
                : query.contains("ROW_NUMBER") ? "Deduplicate(" : "GroupAggregate(");
    for (String rows : List.of("1", "7", "2048")) {
      Map<String, String> settings = Map.of("tidemark.columnar.batch-rows", rows);
      Runs.assertSame(flink, Runs.rows(true, settings, List.of(table.ddl()), query), query);
    }
  }

  @Test
  void sumsOfDecimalsGoBeyondSixtyFourBits() throws Exception {
    StringBuilder content = new StringBuilder();
    for (int i = 0; i < 60; i++) {
      // Up beyond 2^63 and 2^64, then down below their negatives.
      content.append(i < 25 ? "" : "-").append("999999999999999999,").append(i % 2).append('\n');
    }
    Table table = Table.of(folder, content.toString(), "m DECIMAL(18, 0), k INT", "");
    for (String query : List.of("SELECT SUM(m) FROM t", "SELECT k, SUM(m) FROM t GROUP BY k")) {
      List<String> flink = Runs.rows(false, Map.of(), List.of(table.ddl()), query);
      assertThat(flink.toString())
          .contains(query.contains("k") ? "1299999999999999998" : "24999999999999999975");
      assertThat(Runs.rows(true, Map.of(), List.of(table.ddl()), query)).isEqualTo(flink);
    }
  }

  @Test
  void moreStateThanThereIsRoomForFails() throws Exception {
    StringBuilder content = new StringBuilder();
    for (int i = 0; i < 60_000; i++) {
      content.append(i).append(",a name of some length ").append(i);
      content.append(",2024-01-01 00:00:00\n");
    }
    Table table =
        Table.of(
            folder,
            content.toString(),
            "id INT, name STRING, ts TIMESTAMP(3), WATERMARK FOR ts AS ts",
            "");
    for (String query :
        List.of(
            "SELECT name, COUNT(*) FROM t GROUP BY name",
            "SELECT id, name FROM (SELECT *, ROW_NUMBER() OVER (PARTITION BY id ORDER BY ts DESC)"
                + " AS n FROM t) WHERE n = 1",
            "SELECT name, COUNT(*) FROM TABLE(TUMBLE(TABLE t, DESCRIPTOR(ts), INTERVAL '1' MINUTE))"
                + " GROUP BY window_start, window_end, name")) {
      List<String> rows =
          Runs.rows(true, Map.of("tidemark.columnar.memory", "1 mb"), List.of(table.ddl()), query);
      assertThat(rows.get(rows.size() - 1))
          .contains("MB of state, more than the 1 MB it may", "tidemark.columnar.memory");
    }
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "table.exec.state.ttl=1 h",
        "table.exec.mini-batch.enabled=true,table.exec.mini-batch.allow-latency=1 s,table.exec.mini-batch.size=3",
        "table.exec.async-state.enabled=true",
        "table.exec.deduplicate.insert-update-after-sensitive-enabled=false"
      })
  void settingsThatChangeTheLog(String setting) throws Exception {
    Table table =
        Table.of(folder, UglyRows.of(300, 7), UglyRows.COLUMNS, "'csv.null-literal' = '-'");
    Map<String, String> settings = new HashMap<>();
    for (String each : setting.split(",", -1)) {
      String[] pair = each.split("=", -1);
      settings.put(pair[0], pair[1]);
    }
    for (String query :
        List.of(
            "SELECT kind, MAX(v) FROM t GROUP BY kind",
            "SELECT v, ok FROM (SELECT *, ROW_NUMBER() OVER (PARTITION BY v ORDER BY PROCTIME()"
                + " DESC) AS n FROM t) WHERE n = 1",
            "SELECT id, note FROM (SELECT *, ROW_NUMBER() OVER (PARTITION BY v ORDER BY ts DESC)"
                + " AS n FROM t) WHERE n = 1")) {
      assertThat(Runs.rows(true, settings, List.of(table.ddl()), query))
          .isEqualTo(Runs.rows(false, settings, List.of(table.ddl()), query));
    }
  }
}
