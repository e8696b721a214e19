package dev.tidemark.columnar;

import static org.assertj.core.api.Assertions.assertThat;

import dev.tidemark.columnar.source.Scans;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import org.apache.flink.table.api.TableEnvironment;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** Top-N in columns: the changelog, row for row, of Flink's operators. */
class TopNTest {
  private static final String UNIQUE =
      "(SELECT *, ROW_NUMBER() OVER (PARTITION BY v, kind ORDER BY ts DESC) AS r FROM t)";

  @TempDir Path folder;

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      textBlock =
          """
          name  | v DESC                     | n <= 3             | t
          name  | v                          | n <= 2             | t
          kind  | name DESC, id              | n <= 5             | t
          kind  | v NULLS FIRST, m DESC      | n <= 4             | t
          kind  | m DESC NULLS LAST          | n <= 1             | t
          kind  | x                          | n = 1              | t
          kind  | ok, name                   | n BETWEEN 2 AND 4  | t
          ok    | id DESC                    | n <= 20            | t
          v     | ts DESC, id                | n <= 3             | t
          name  | s DESC                     | n <= 3             | (SELECT name, kind, SUM(id) AS s FROM t WHERE id < 2000 GROUP BY name, kind)
          kind  | s DESC                     | n <= 3             | (SELECT name, kind, SUM(v) AS s FROM t GROUP BY name, kind)
          kind  | s                          | n <= 2             | (SELECT name, kind, v, COUNT(m) FILTER (WHERE ok) AS t2, SUM(v) AS s FROM t GROUP BY name, kind, v)
          kind  | c DESC, name               | n <= 3             | (SELECT name, kind, AVG(v) AS c FROM t GROUP BY name, kind)
          name  | kind                       | n <= 2             | (SELECT DISTINCT name, kind, v FROM t)
          kind  | s DESC                     | n <= 4             | (SELECT name, kind, ok, COUNT(v) AS s FROM t GROUP BY name, kind, ok)
          kind  | s DESC, name               | n <= 2             | (SELECT name, kind, ok, COUNT(v) AS s FROM t GROUP BY name, kind, ok)
          kind  | s DESC                     | n = 1              | (SELECT name, kind, v, COUNT(*) AS s FROM t GROUP BY name, kind, v)
          ok    | s DESC NULLS FIRST         | n <= 3             | (SELECT name, kind, ok, MAX(v) AS s FROM t GROUP BY name, kind, ok)
          kind  | s                          | n BETWEEN 2 AND 5  | (SELECT name, kind, v, MIN(id) AS s, COUNT(*) AS t2 FROM t GROUP BY name, kind, v)
          ok    | s DESC, kind               | n <= 3             | (SELECT ok, ok AS name, MOD(id, 400) AS kind, SUM(v) AS s FROM t GROUP BY ok, MOD(id, 400))
          name  | v DESC, id                 | n <= 3             | (SELECT id, name, kind, v, m, note FROM U WHERE r = 1)
          kind  | m                          | n <= 2             | (SELECT id, name, kind, v, m, note FROM U WHERE r = 1)
          """)
  void sameChangelog(String partition, String order, String range, String from) throws Exception {
    Table table =
        Table.of(folder, UglyRows.of(1200, 42), UglyRows.COLUMNS, "'csv.null-literal' = '-'");
    String source = from.replace(" U ", " " + UNIQUE + " ");
    for (String columns : List.of("*", allBut(from))) {
      String query =
          "SELECT "
              + columns
              + " FROM (SELECT *, ROW_NUMBER() OVER (PARTITION BY "
              + partition
              + " ORDER BY "
              + order
              + ") AS n FROM "
              + source
              + ") WHERE "
              + range;
      List<String> flink = Runs.rows(false, Map.of(), List.of(table.ddl()), query);
      assertThat(flink).hasSizeGreaterThan(3);
      TableEnvironment environment = Runs.environment(true, Map.of());
      environment.executeSql(table.ddl());
      assertThat(Scans.names(environment, query)).singleElement().asString().contains("Rank(");
      for (String rows : List.of("1", "7", "2048")) {
        Map<String, String> settings = Map.of("tidemark.columnar.batch-rows", rows);
        Runs.assertSame(flink, Runs.rows(true, settings, List.of(table.ddl()), query), query);
      }
    }
  }

  /** All columns without the rank: which of Flink's algorithms runs depends on it. */
  private static String allBut(String from) {
    if (from.equals("t")) {
      return "id, name, kind, v, m, ts";
    }
    if (from.contains("DISTINCT")) {
      return "name, kind, v";
    }
    if (from.contains(" U ")) {
      return "id, name, kind, v, m, note";
    }
    return from.contains("AS c") ? "name, kind, c" : "name, kind, s";
  }
}
