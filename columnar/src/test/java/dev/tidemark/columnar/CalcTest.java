package dev.tidemark.columnar;

import static org.assertj.core.api.Assertions.assertThat;

import dev.tidemark.columnar.source.Scans;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import org.apache.flink.table.api.TableEnvironment;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** Projections and filters in columns, against Flink's generated code. */
class CalcTest {
  @TempDir Path folder;

  @ParameterizedTest
  @ValueSource(
      strings = {
        "v > 3",
        "v > 3 OR ok",
        "v > 3 AND (ok OR name = 'bb')",
        "NOT (v > 3 AND ok)",
        "NOT ok OR x < 0",
        "v IS NULL AND x IS NOT NULL",
        "ok IS TRUE",
        "ok IS NOT TRUE AND ok IS NOT NULL",
        "ok IS FALSE OR ok IS NOT FALSE",
        "(v > 3) IS NOT FALSE",
        "v IN (1, 3, 5, 7) AND kind <> 2",
        "v BETWEEN 2 AND 5",
        "v NOT BETWEEN 2 AND 5",
        "name IN ('a', '日本')",
        "name <> 'a' AND name >= 'b'",
        "name < 'b' OR name = ''",
        "x > 1.5E0",
        "x = 0E0",
        "x <= v",
        "kind < v",
        "v + kind * 2 > 7",
        "v * 1000000000 > 0",
        "id + 1 < 0",
        "x * 2E0 - v > 10E0",
        "CAST(v AS BIGINT) * 3 = id",
        "CAST(v AS DOUBLE) > x",
        "ok = (v > 4)",
        "ok <> (v > 4)"
      })
  void sameRows(String condition) throws Exception {
    Table table =
        Table.of(folder, UglyRows.of(700, 9), UglyRows.COLUMNS, "'csv.null-literal' = '-'");
    assertSame(table, "SELECT id, name, note FROM t WHERE " + condition, true);
    assertSame(table, "SELECT id, " + condition + ", v + 1, x * v, id - kind FROM t", true);
    assertSame(table, "SELECT kind, COUNT(*) FROM t WHERE " + condition + " GROUP BY kind", true);
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "v / 2 > 1",
        "m > 1.5",
        "ts > TIMESTAMP '2024-01-01 00:05:00'",
        "UPPER(name) = 'BB'",
        "name LIKE 'a%'",
        "CAST(x AS INT) > 3",
        "COALESCE(v, 0) > 3",
        "CASE WHEN ok THEN v ELSE kind END > 2",
        "CURRENT_WATERMARK(ts) IS NULL OR ts > CURRENT_WATERMARK(ts)"
      })
  void whatFlinkComputes(String condition) throws Exception {
    Table table =
        Table.of(folder, UglyRows.of(300, 5), UglyRows.COLUMNS, "'csv.null-literal' = '-'");
    assertSame(table, "SELECT id, name, note FROM t WHERE " + condition, false);
  }

  private static void assertSame(Table table, String query, boolean columnar) {
    TableEnvironment environment = Runs.environment(true, Map.of());
    environment.executeSql(table.ddl());
    String names = Scans.names(environment, query).toString();
    assertThat(names.contains("Calc(")).as(names).isEqualTo(columnar);
    assertThat(Runs.rows(true, Map.of(), List.of(table.ddl()), query))
        .isEqualTo(Runs.rows(false, Map.of(), List.of(table.ddl()), query));
  }
}
