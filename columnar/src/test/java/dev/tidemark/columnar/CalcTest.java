package dev.tidemark.columnar;

import static org.assertj.core.api.Assertions.assertThat;

import dev.tidemark.columnar.source.Scans;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import org.apache.flink.table.api.TableEnvironment;
import org.apache.flink.table.functions.FunctionContext;
import org.apache.flink.table.functions.ScalarFunction;
import org.apache.flink.types.Row;
import org.apache.flink.util.CloseableIterator;
import org.junit.jupiter.api.Test;
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
        "name IS NOT NULL AND CHAR_LENGTH(TRIM(name)) > 1",
        "EXTRACT(MINUTE FROM ts) = 3 OR v = 1",
        "GREATEST(v, kind) > 4",
        "10 / (v - 8) > 0",
        "CAST(SUBSTRING(note, 6) AS INT) > 3"
      })
  void whatFlinkComputes(String condition) throws Exception {
    Table table =
        Table.of(folder, UglyRows.of(300, 5), UglyRows.COLUMNS, "'csv.null-literal' = '-'");
    assertSame(table, "SELECT id, name, note FROM t WHERE " + condition, true);
    assertSame(table, "SELECT id, " + condition + ", name FROM t WHERE v > 2", true);
    assertSame(
        table,
        "SELECT UPPER(name), COUNT(*), SUM(v / 2) FROM t WHERE "
            + condition
            + " GROUP BY UPPER(name)",
        true);
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "UPPER(name) || '-' || note, m * m, m / 3, CAST(x AS STRING), CAST(m AS DECIMAL(30, 5))",
        "DATE_FORMAT(ts, 'HH:mm'), CAST(ts AS DATE), CAST(ts AS STRING), FLOOR(ts TO HOUR)",
        "CASE WHEN v > 3 THEN name WHEN ok THEN note END, NULLIF(v, 3), COALESCE(name, note)",
        "CAST(v AS SMALLINT), CAST(x AS FLOAT), ABS(x), ROUND(m, 1), MOD(id, 7), -v, SQRT(v)",
        "REGEXP_REPLACE(note, 'o', '0'), POSITION('t' IN note), SPLIT_INDEX(note, ' ', 1)",
        "TIMESTAMPADD(DAY, v, ts), TIMESTAMPDIFF(SECOND, ts, TIMESTAMP '2024-01-01 00:05:00')",
        "10 / v, id",
        "id, CAST(name AS INT)"
      })
  void whatFlinkProjects(String columns) throws Exception {
    Table table =
        Table.of(folder, UglyRows.of(300, 6), UglyRows.COLUMNS, "'csv.null-literal' = '-'");
    assertSame(table, "SELECT " + columns + " FROM t", true);
    assertSame(table, "SELECT kind, " + columns + " FROM t WHERE NOT ok OR name LIKE 'a%'", true);
  }

  @Test
  void functionsOfTheProgram() throws Exception {
    Table table =
        Table.of(folder, UglyRows.of(100, 6), UglyRows.COLUMNS, "'csv.null-literal' = '-'");
    List<List<String>> both = new ArrayList<>();
    for (boolean columnar : List.of(false, true)) {
      Counting.closed = 0;
      TableEnvironment environment = Runs.environment(columnar, Map.of());
      environment.executeSql(table.ddl());
      environment.createTemporarySystemFunction("counting", Counting.class);
      String query = "SELECT id, counting(name), counting(note) FROM t WHERE v > 2";
      assertThat(Scans.names(environment, query).toString().contains("Calc(")).isEqualTo(columnar);
      List<String> rows = new ArrayList<>();
      try (CloseableIterator<Row> results = environment.executeSql(query).collect()) {
        results.forEachRemaining(row -> rows.add(row.toString()));
      }
      assertThat(Counting.closed).isPositive();
      both.add(rows);
    }
    assertThat(both.get(0)).isNotEmpty();
    assertThat(both.get(1)).isEqualTo(both.get(0));
  }

  /** Has to be opened, and gives another answer each time. */
  public static final class Counting extends ScalarFunction {
    static int closed;
    private transient int[] calls;

    @Override
    public void open(FunctionContext context) {
      calls = new int[1];
    }

    public String eval(String text) {
      return text + calls[0]++;
    }

    @Override
    public boolean isDeterministic() {
      return false;
    }

    @Override
    public void close() {
      closed++;
    }
  }

  @Test
  void whatAsksTheOperatorStaysThere() throws Exception {
    Table table =
        Table.of(folder, UglyRows.of(300, 5), UglyRows.COLUMNS, "'csv.null-literal' = '-'");
    assertSame(
        table,
        "SELECT id, ts FROM t WHERE CURRENT_WATERMARK(ts) IS NULL OR ts > CURRENT_WATERMARK(ts)",
        false);
  }

  private static void assertSame(Table table, String query, boolean columnar) {
    TableEnvironment environment = Runs.environment(true, Map.of());
    environment.executeSql(table.ddl());
    String names = Scans.names(environment, query).toString();
    assertThat(names.contains("Calc(")).as(names).isEqualTo(columnar);
    List<String> flink = Runs.rows(false, Map.of(), List.of(table.ddl()), query);
    Map<String, String> settings = Map.of("tidemark.columnar.batch-rows", "7");
    Runs.assertSame(flink, Runs.rows(true, settings, List.of(table.ddl()), query), query);
  }
}
