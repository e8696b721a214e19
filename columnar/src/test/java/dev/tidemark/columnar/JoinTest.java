package dev.tidemark.columnar;

import static org.assertj.core.api.Assertions.assertThat;

import dev.tidemark.columnar.source.Scans;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Random;
import org.apache.flink.table.api.TableEnvironment;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** Joins in columns: the rows of Flink's operators, in their order, whoever's turn it is. */
class JoinTest {
  @TempDir Path folder;

  /** A table of one or more files. */
  private String table(String name, String columns, int files, int rows, long seed)
      throws IOException {
    Path directory = Files.createDirectories(folder.resolve(name));
    for (int i = 0; i < files; i++) {
      int count = i == 1 ? 0 : rows / files + i;
      Files.writeString(directory.resolve("part-" + i + ".csv"), UglyRows.of(count, seed + i));
    }
    return "CREATE TABLE "
        + name
        + " ("
        + columns
        + ") WITH ('connector' = 'filesystem', 'format' = 'csv', 'csv.null-literal' = '-',"
        + " 'path' = '"
        + directory.toUri()
        + "')";
  }

  private static void assertColumnar(List<String> tables, String query, String node) {
    TableEnvironment environment = Runs.environment(true, Map.of());
    tables.forEach(environment::executeSql);
    assertThat(Scans.names(environment, query)).singleElement().asString().contains(node);
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "SELECT l.id, l.name, r.id, r.note FROM l JOIN r ON l.id = r.id",
        "SELECT l.id, l.v, r.id, r.x, r.m FROM l JOIN r ON l.name = r.name AND l.kind = r.kind",
        "SELECT l.kind, r.ok, l.note FROM l JOIN r ON l.v = r.v AND l.m > r.m",
        "SELECT l.kind, r.ok FROM l JOIN r ON l.name = r.name AND l.ok = r.ok",
        "SELECT l.kind, r.ok, r.v FROM l LEFT JOIN r ON l.name = r.name AND l.v > r.v + 6",
        "SELECT l.kind, r.ok FROM l RIGHT JOIN r ON l.kind = r.kind AND l.v = r.v AND r.ok",
        "SELECT l.kind, r.v, r.x FROM l FULL JOIN r ON l.kind = r.kind AND l.v = r.v AND l.ok",
        "SELECT l.kind, r.v FROM l JOIN r ON l.v IS NOT DISTINCT FROM r.v AND l.m = r.m",
        "SELECT l.name, SUM(r.v), COUNT(*) FROM l JOIN r ON l.id = r.id GROUP BY l.name",
        "SELECT l.name, SUM(r.v), COUNT(*) FROM l LEFT JOIN r ON l.id = r.id GROUP BY l.name",
        "SELECT UPPER(l.name), r.v + l.v FROM l JOIN (SELECT * FROM r WHERE v > 3) AS r"
            + " ON l.id = r.id WHERE l.v + r.v > 7",
        "SELECT l.id, r.id FROM l JOIN (SELECT id + 1 AS id, CAST(v AS BIGINT) AS v FROM r) AS r"
            + " ON l.id = r.v"
      })
  void regularJoins(String query) throws Exception {
    List<String> tables =
        List.of(table("l", UglyRows.COLUMNS, 3, 260, 1), table("r", UglyRows.COLUMNS, 1, 190, 5));
    assertColumnar(tables, query, "Join(");
    Runs.assertSameInTurns(tables, query, Map.of());
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "SELECT l.id, r.id, l.ts, r.note FROM l, r WHERE l.id = r.id"
            + " AND l.ts BETWEEN r.ts - INTERVAL '60' SECOND AND r.ts + INTERVAL '5' SECOND",
        "SELECT l.id, r.id, l.ts, r.ts FROM l, r WHERE l.kind = r.kind"
            + " AND l.ts BETWEEN r.ts - INTERVAL '5' SECOND AND r.ts + INTERVAL '2' SECOND",
        "SELECT l.id, r.id FROM l, r WHERE l.name = r.name AND l.m > r.m"
            + " AND l.ts BETWEEN r.ts + INTERVAL '3' SECOND AND r.ts + INTERVAL '99' SECOND",
        "SELECT l.id, r.id FROM l LEFT JOIN r ON l.v = r.v AND r.ok"
            + " AND l.ts BETWEEN r.ts - INTERVAL '5' SECOND AND r.ts + INTERVAL '90' SECOND",
        "SELECT l.id, r.id FROM l RIGHT JOIN r ON l.v = r.v"
            + " AND l.ts BETWEEN r.ts - INTERVAL '5' SECOND AND r.ts - INTERVAL '1' SECOND",
        "SELECT l.id, r.id, l.v + r.v FROM l FULL JOIN r ON l.kind = r.kind AND l.name = r.name"
            + " AND l.ts BETWEEN r.ts - INTERVAL '5' SECOND AND r.ts + INTERVAL '20' SECOND",
        "SELECT l.id, r.id FROM l FULL JOIN r ON l.v = r.v AND l.m < r.m AND l.ts = r.ts",
        "SELECT window_start, COUNT(*) FROM TABLE(TUMBLE(TABLE j, DESCRIPTOR(ts), INTERVAL '5'"
            + " SECOND)) GROUP BY window_start, window_end"
      })
  void intervalJoins(String query) throws Exception {
    List<String> tables =
        List.of(
            table("l", UglyRows.COLUMNS, 2, 260, 1),
            table("r", UglyRows.COLUMNS.replace("'2' SECOND", "'20' SECOND"), 1, 290, 5),
            "CREATE VIEW j AS SELECT l.ts, r.id FROM l, r WHERE l.kind = r.kind AND l.ts BETWEEN"
                + " r.ts - INTERVAL '5' SECOND AND r.ts + INTERVAL '2' SECOND");
    assertColumnar(tables, query, "IntervalJoin(");
    Runs.assertSameInTurns(tables, query, Map.of());
    if (query.contains("RIGHT")) {
      Runs.assertSameInTurns(
          tables, query, Map.of("table.exec.interval-join.min-cleanup-interval", "30 s"));
    }
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "SELECT l.id, r.id, l.window_start, r.window_time FROM lw AS l JOIN rw AS r ON l.kind ="
            + " r.kind AND l.window_start = r.window_start AND l.window_end = r.window_end",
        "SELECT l.id, r.id, r.m, l.note FROM lw AS l LEFT JOIN rw AS r ON l.v = r.v AND l.m > r.m"
            + " AND l.window_start = r.window_start AND l.window_end = r.window_end",
        "SELECT l.id, r.id FROM lw AS l RIGHT JOIN rw AS r ON l.name = r.name AND l.v = r.v AND"
            + " l.window_start = r.window_start AND l.window_end = r.window_end",
        "SELECT l.id, r.id, r.x FROM (SELECT * FROM lw WHERE ok) AS l FULL JOIN rw AS r ON l.v ="
            + " r.v AND l.kind = r.kind AND l.window_start = r.window_start AND l.window_end ="
            + " r.window_end",
        "SELECT l.kind, COUNT(*), SUM(r.v) FROM lw AS l JOIN rw AS r ON l.v = r.v AND"
            + " l.window_start = r.window_start AND l.window_end = r.window_end GROUP BY l.kind"
      })
  void windowJoins(String query) throws Exception {
    String windows =
        " AS SELECT * FROM TABLE(TUMBLE(TABLE %s, DESCRIPTOR(ts), INTERVAL '17' SECOND, INTERVAL"
            + " '3' SECOND))";
    List<String> tables =
        List.of(
            table("l", UglyRows.COLUMNS.replace("'2' SECOND", "'99' SECOND"), 2, 260, 1),
            table("r", UglyRows.COLUMNS.replace("'2' SECOND", "'60' SECOND"), 1, 290, 5),
            "CREATE VIEW lw" + String.format(windows, "l"),
            "CREATE VIEW rw" + String.format(windows, "r"));
    assertColumnar(tables, query, "WindowJoin(");
    Runs.assertSameInTurns(tables, query, Map.of());
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "SELECT l.kind, l.n, r.n, l.window_start FROM lw AS l JOIN rw AS r ON l.kind = r.kind AND"
            + " l.window_start = r.window_start AND l.window_end = r.window_end",
        "SELECT l.kind, l.n, r.s FROM lw AS l LEFT JOIN rw AS r ON l.kind = r.kind AND l.n < r.n"
            + " AND l.window_start = r.window_start AND l.window_end = r.window_end",
        "SELECT l.kind, l.n, r.id FROM lw AS l JOIN r ON l.kind = r.kind AND l.n = r.v",
        "SELECT l.id, r.id FROM (SELECT * FROM (SELECT *, ROW_NUMBER() OVER (PARTITION BY v, kind"
            + " ORDER BY PROCTIME()) AS n FROM l) WHERE n = 1) AS l JOIN r ON l.kind = r.kind"
      })
  void inputsThatWereGroupedBefore(String query) throws Exception {
    String windows =
        " AS SELECT window_start, window_end, kind, COUNT(*) AS n, SUM(v) AS s FROM"
            + " TABLE(TUMBLE(TABLE %s, DESCRIPTOR(ts), INTERVAL '20' SECOND)) GROUP BY"
            + " window_start, window_end, kind";
    List<String> tables =
        List.of(
            table("l", UglyRows.COLUMNS.replace("'2' SECOND", "'99' SECOND"), 2, 260, 1),
            table("r", UglyRows.COLUMNS.replace("'2' SECOND", "'60' SECOND"), 1, 290, 5),
            "CREATE VIEW lw" + String.format(windows, "l"),
            "CREATE VIEW rw" + String.format(windows, "r"));
    assertColumnar(tables, query, "Join(");
    Runs.assertSameInTurns(tables, query, Map.of());
  }

  @Test
  void windowsOfDaysThatAreNotAllAsLong() throws Exception {
    List<String> tables = new ArrayList<>();
    for (String name : List.of("l", "r")) {
      StringBuilder content = new StringBuilder();
      for (int i = 0; i < 200; i++) {
        Instant time = Instant.parse("2024-03-30T00:00:00Z").plusSeconds(i * 911L);
        content.append(i).append(',').append(i % 5).append(',');
        content.append(time.toString().replace('T', ' ')).append('\n');
      }
      Path file = Files.writeString(folder.resolve(name + ".csv"), content);
      tables.add(
          "CREATE TABLE "
              + name
              + " (id INT, k INT, ts TIMESTAMP_LTZ(3), WATERMARK FOR ts AS ts) WITH ('connector' ="
              + " 'filesystem', 'format' = 'csv', 'path' = '"
              + file.toUri()
              + "')");
    }
    String side = "(SELECT * FROM TABLE(TUMBLE(TABLE %s, DESCRIPTOR(ts), INTERVAL '4' HOUR)))";
    String query =
        "SELECT l.id, r.id, l.window_start, l.window_end, l.window_time FROM "
            + String.format(side, "l")
            + " AS l JOIN "
            + String.format(side, "r")
            + " AS r ON l.k = r.k AND l.window_start = r.window_start AND l.window_end ="
            + " r.window_end";
    assertColumnar(tables, query, "WindowJoin(");
    Runs.assertSameInTurns(tables, query, Map.of("table.local-time-zone", "Europe/Berlin"));
  }

  /** Keys come and go: what is kept stays small, though no row of all is left out. */
  @Test
  void keysAreForgotten() throws Exception {
    List<String> tables = new ArrayList<>();
    for (String name : List.of("l", "r")) {
      StringBuilder content = new StringBuilder();
      for (int i = 0; i < 20_000; i++) {
        Instant time = Instant.ofEpochSecond(1_700_000_000 + i);
        content.append(name.equals("l") ? i : i - i % 7).append(",some name of a key ");
        content.append(i % 3 == 0 ? i / 2 : i).append(',');
        content.append(time.toString().replace('T', ' ').replace("Z", "")).append('\n');
      }
      Path file = Files.writeString(folder.resolve(name + ".csv"), content);
      tables.add(
          "CREATE TABLE "
              + name
              + " (id INT, k STRING, ts TIMESTAMP(3), WATERMARK FOR ts AS ts - INTERVAL '3'"
              + " SECOND) WITH ('connector' = 'filesystem', 'format' = 'csv', 'path' = '"
              + file.toUri()
              + "')");
    }
    String window = "(SELECT * FROM TABLE(TUMBLE(TABLE %s, DESCRIPTOR(ts), INTERVAL '1' MINUTE)))";
    for (String query :
        List.of(
            "SELECT l.id, r.ts FROM l FULL JOIN r ON l.k = r.k AND l.id = r.id AND l.ts BETWEEN r.ts"
                + " - INTERVAL '10' SECOND AND r.ts + INTERVAL '10' SECOND",
            "SELECT l.id, r.id FROM "
                + String.format(window, "l")
                + " AS l FULL JOIN "
                + String.format(window, "r")
                + " AS r ON l.k = r.k AND l.window_start = r.window_start AND l.window_end ="
                + " r.window_end")) {
      List<String> flink = Runs.rows(false, Map.of(), tables, query);
      Map<String, String> settings =
          Map.of("tidemark.columnar.memory", "256 kb", "tidemark.columnar.batch-rows", "64");
      Runs.assertSame(flink, Runs.rows(true, settings, tables, query), query);
    }
  }

  /** Rows from before 1970, which Flink forgets when it looks for what has expired. */
  @Test
  void intervalsAround1970() throws Exception {
    List<String> tables = new ArrayList<>();
    for (String name : List.of("l", "r")) {
      StringBuilder content = new StringBuilder();
      Random random = new Random(name.hashCode());
      for (int i = 0; i < 600; i++) {
        Instant time = Instant.ofEpochSecond(i / 4 - 80 - random.nextInt(10));
        content.append(i).append(',').append(random.nextInt(3)).append(',');
        content.append(time.toString().replace('T', ' ').replace("Z", "")).append('\n');
      }
      Path file = Files.writeString(folder.resolve(name + ".csv"), content);
      tables.add(
          "CREATE TABLE "
              + name
              + " (id INT, k INT, ts TIMESTAMP(3), WATERMARK FOR ts AS ts - INTERVAL '3' SECOND)"
              + " WITH ('connector' = 'filesystem', 'format' = 'csv', 'path' = '"
              + file.toUri()
              + "')");
    }
    for (String type : List.of("", "FULL")) {
      String query =
          "SELECT l.id, r.id FROM l "
              + type
              + " JOIN r ON l.k = r.k AND l.ts BETWEEN r.ts - INTERVAL '5' SECOND"
              + " AND r.ts + INTERVAL '12' SECOND";
      assertColumnar(tables, query, "IntervalJoin(");
      Runs.assertSameInTurns(tables, query, Map.of());
    }
  }

  @Test
  void aSideWithoutRows() throws Exception {
    List<String> tables =
        List.of(table("l", UglyRows.COLUMNS, 1, 50, 1), table("r", UglyRows.COLUMNS, 2, 0, 5));
    Runs.assertSameInTurns(tables, "SELECT l.id, r.id FROM l LEFT JOIN r ON l.v = r.v", Map.of());
    Runs.assertSameInTurns(tables, "SELECT l.id, r.id FROM r FULL JOIN l ON l.v = r.v", Map.of());
  }

  @Test
  void keysOfManyRowsAndUniqueKeys() throws Exception {
    String columns = UglyRows.COLUMNS.replace("id BIGINT", "id BIGINT NOT NULL");
    List<String> tables =
        List.of(
            table("l", columns + ", PRIMARY KEY (id) NOT ENFORCED", 1, 400, 1),
            table("r", columns + ", PRIMARY KEY (id) NOT ENFORCED", 1, 300, 5),
            table("n", columns, 1, 300, 6));
    for (String query :
        List.of(
            "SELECT l.id, r.id FROM l JOIN r ON l.kind = r.kind AND l.x < r.x",
            "SELECT l.id, l.v, r.v FROM l LEFT JOIN r ON l.id = r.id",
            "SELECT l.id, r.id FROM l FULL JOIN r ON l.kind = r.kind AND l.v < r.v AND l.m < r.m",
            "SELECT l.id, n.id, n.v FROM l RIGHT JOIN n ON l.id = n.id AND n.ok")) {
      assertColumnar(tables, query, "Join(");
      Runs.assertSameInTurns(tables, query, Map.of());
    }
  }

  @Test
  void threeSources() throws Exception {
    List<String> tables =
        List.of(
            table("l", UglyRows.COLUMNS, 1, 90, 1),
            table("r", UglyRows.COLUMNS, 2, 120, 5),
            table("n", UglyRows.COLUMNS, 1, 60, 9));
    for (String query :
        List.of(
            "SELECT l.id, r.id, n.id FROM l JOIN r ON l.v = r.v JOIN n ON n.kind = l.kind"
                + " AND n.m = r.m",
            "SELECT l.id, r.id, n.id FROM n JOIN (SELECT l.id, r.m FROM l JOIN r ON l.v = r.v) AS r"
                + " (id, m) ON n.m = r.m JOIN l ON l.id = r.id")) {
      Runs.assertSameInTurns(tables, query, Map.of());
    }
    assertColumnar(
        tables, "SELECT l.id FROM l JOIN r ON l.v = r.v JOIN n ON n.kind = l.kind", "Join(");
  }

  @Test
  void failuresComeWhenItIsTheirTurn() throws Exception {
    List<String> tables = new ArrayList<>();
    for (String name : List.of("l", "r")) {
      Path file = folder.resolve(name + ".csv");
      StringBuilder content = new StringBuilder();
      Random random = new Random(3);
      for (int i = 0; i < 300; i++) {
        content.append(i).append(',').append(random.nextInt(20)).append(',');
        content.append(name.equals("l") && i == 200 ? 0 : 1 + random.nextInt(9)).append('\n');
      }
      Files.writeString(file, content);
      tables.add(
          "CREATE TABLE "
              + name
              + " (id INT, k INT, d INT) WITH ('connector' = 'filesystem', 'format' = 'csv', 'path'"
              + " = '"
              + file.toUri()
              + "')");
    }
    for (String query :
        List.of(
            "SELECT l.q, r.id FROM (SELECT k, 100 / d AS q FROM l) AS l JOIN r ON l.k = r.k",
            "SELECT l.id, r.id FROM l JOIN r ON l.k = r.k AND 100 / l.d > r.d",
            "SELECT l.id, 100 / l.d FROM l JOIN r ON l.k = r.k")) {
      assertColumnar(tables, query, "Join(");
      List<String> rows = Runs.rows(false, Map.of(), tables, query);
      assertThat(rows.get(rows.size() - 1)).contains("/ by zero");
      Runs.assertSameInTurns(tables, query, Map.of());
    }
  }

  @Test
  void settingsThatKeepFlinksOperators() throws Exception {
    List<String> tables =
        List.of(table("l", UglyRows.COLUMNS, 1, 50, 1), table("r", UglyRows.COLUMNS, 1, 50, 5));
    String query = "SELECT l.id, r.id FROM l JOIN r ON l.v = r.v";
    for (Map<String, String> settings :
        List.of(
            Map.of("table.exec.state.ttl", "1 h"),
            Map.of("table.exec.async-state.enabled", "true"),
            Map.of("state.backend.type", "rocksdb"))) {
      TableEnvironment environment = Runs.environment(true, settings);
      tables.forEach(environment::executeSql);
      assertThat(Scans.names(environment, query)).as("%s", settings).isEmpty();
    }
    Runs.assertSameInTurns(tables, query, Map.of("tidemark.final-watermark", "false"));
  }
}
