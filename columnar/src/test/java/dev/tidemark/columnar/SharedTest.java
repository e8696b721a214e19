package dev.tidemark.columnar;

import static org.assertj.core.api.Assertions.assertThat;

import dev.tidemark.columnar.source.Scans;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import org.apache.flink.table.api.TableEnvironment;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** Rows that several nodes of a plan read: each gets them when it would in Flink's plan. */
class SharedTest {
  private static final String TUMBLE =
      " FROM TABLE(TUMBLE(TABLE l, DESCRIPTOR(ts), INTERVAL '10' SECOND)) ";
  private static final String HOP =
      " FROM TABLE(HOP(TABLE l, DESCRIPTOR(ts), INTERVAL '5' SECOND, INTERVAL '20' SECOND)) ";
  private static final String COUNTS =
      "(SELECT kind, COUNT(*) AS n, window_start, window_end"
          + HOP
          + "GROUP BY kind, window_start, window_end)";

  @TempDir Path folder;

  private String table(String name, int rows, long seed) throws IOException {
    Path file = folder.resolve(name + ".csv");
    Files.writeString(file, UglyRows.of(rows, seed));
    return "CREATE TABLE "
        + name
        + " ("
        + UglyRows.COLUMNS
        + ") WITH ('connector' = 'filesystem', 'format' = 'csv', 'csv.null-literal' = '-',"
        + " 'path' = '"
        + file.toUri()
        + "')";
  }

  private static void assertSame(List<String> tables, String query) {
    TableEnvironment environment = Runs.environment(true, Map.of());
    tables.forEach(environment::executeSql);
    assertThat(Scans.names(environment, query))
        .as(query)
        .singleElement()
        .asString()
        .contains("Join(");
    Runs.assertSameInTurns(tables, query, Map.of());
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        // a scan, by two sides of a join
        "SELECT a.id, b.id, b.note FROM l a JOIN l b ON a.v = b.v AND a.kind = b.kind",
        "SELECT a.id, b.id FROM (SELECT * FROM l WHERE v > 3) a JOIN l b ON a.v = b.v AND b.ok",
        "SELECT a.id, b.id FROM l a LEFT JOIN (SELECT * FROM l WHERE ok) b ON a.id = b.id + 1",
        "SELECT a.id, b.id, a.ts FROM l a, l b WHERE a.kind = b.kind"
            + " AND a.ts BETWEEN b.ts - INTERVAL '5' SECOND AND b.ts + INTERVAL '2' SECOND",
        // with other scans
        "SELECT a.id, b.id, r.id FROM l a JOIN r ON a.id = r.id JOIN l b ON b.v = r.v AND a.ok",
        "SELECT a.id, b.id, r.id FROM r JOIN l a ON a.id = r.id JOIN l b ON b.id = r.v",
        "SELECT a.id, b.id, c.id FROM l a JOIN l b ON a.id = b.id + 1 JOIN l c ON c.id = b.id + 2",
        // a reader behind an exchange gets a row before one that is chained
        "SELECT a.n, a.window_end, b.* FROM (SELECT n + 1 AS n, kind, window_end FROM "
            + COUNTS
            + ") a JOIN "
            + COUNTS
            + " b ON a.n < b.n + 9",
        // of two behind exchanges the one with fewer operators before it, though it is on the right
        "SELECT p.id, p.j, q.id, q.j FROM (SELECT a.id, a.v, a.kind, x.id AS j FROM (SELECT x.id,"
            + " x.v, y.ok FROM r x JOIN r y ON x.id = y.id + 1) x JOIN l a ON a.v = x.v AND x.ok) p"
            + " JOIN (SELECT b.id, b.v, b.kind, z.id AS j FROM l b JOIN r z ON b.id = z.id) q ON"
            + " p.kind = q.kind AND p.v = q.v",
        // the rows of a window, and the greatest of them
        "SELECT b.id, b.v, b.ts FROM l b JOIN (SELECT MAX(v) AS most, window_end AS e"
            + TUMBLE
            + "GROUP BY window_start, window_end) w ON b.v = w.most"
            + " WHERE b.ts BETWEEN w.e - INTERVAL '10' SECOND AND w.e",
        // windows, and windows of them
        "SELECT a.kind, a.n, a.window_end FROM "
            + COUNTS
            + " a JOIN (SELECT MAX(n) AS most, window_start, window_end FROM "
            + COUNTS
            + " GROUP BY window_start, window_end) m ON a.window_start = m.window_start AND"
            + " a.window_end = m.window_end AND a.n >= m.most",
        "SELECT a.kind, b.kind, a.n FROM "
            + COUNTS
            + " a JOIN "
            + COUNTS
            + " b ON a.n = b.n AND a.window_end < b.window_end",
        "SELECT a.kind, b.n, a.window_end FROM "
            + COUNTS
            + " a JOIN (SELECT * FROM "
            + COUNTS
            + " WHERE n > 3) b ON a.n = b.n AND a.kind < b.kind"
      })
  void readersOfTheSame(String query) throws Exception {
    assertSame(List.of(table("l", 260, 1), table("r", 190, 5)), query);
  }

  @Test
  void aViewOfAJoin() throws Exception {
    List<String> tables =
        List.of(
            table("l", 160, 1),
            table("r", 190, 5),
            "CREATE VIEW j AS SELECT l.id, l.v, r.kind, r.ts, r.ok FROM l JOIN r ON l.id = r.id");
    for (String query :
        List.of(
            "SELECT a.id, b.id FROM j a JOIN j b ON a.v = b.kind",
            "SELECT a.id, b.id, r.id FROM j a JOIN r ON a.v = r.v JOIN j b ON b.v = r.v AND b.ok",
            "SELECT a.id, b.id FROM j a JOIN (SELECT * FROM j WHERE ok) b ON a.id = b.id + 1")) {
      assertSame(tables, query);
    }
  }

  @Test
  void failuresComeWhenItIsTheirTurn() throws Exception {
    List<String> tables = List.of(table("l", 200, 1));
    for (String query :
        List.of(
            "SELECT a.id, b.id FROM (SELECT v, id FROM l WHERE 10 / (id - 100) < 99) a"
                + " JOIN l b ON a.v = b.v",
            "SELECT a.id, b.id FROM l a JOIN (SELECT v, id FROM l WHERE 10 / (id - 100) < 99) b"
                + " ON a.v = b.v",
            "SELECT a.id, b.id FROM (SELECT v, id FROM l WHERE 10 / (id - 90) < 99) a JOIN"
                + " (SELECT v, id FROM l WHERE 10 / (id - 100) < 99) b ON a.v = b.v")) {
      assertSame(tables, query);
      List<String> rows = Runs.rows(true, Map.of(), tables, query);
      assertThat(rows.get(rows.size() - 1)).contains("/ by zero");
    }
  }

  @Test
  void otherReadersThatAreNotColumnar() throws Exception {
    TableEnvironment environment = Runs.environment(true, Map.of());
    environment.executeSql(table("l", 60, 1));
    assertThat(
            Scans.names(
                environment,
                "SELECT a.id FROM l a JOIN (SELECT kind, COUNT(*) AS n FROM l GROUP BY kind) b ON"
                    + " a.v = b.n"))
        .singleElement()
        .asString()
        .doesNotContain("Join(");
  }
}
