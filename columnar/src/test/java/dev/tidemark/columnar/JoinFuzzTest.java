package dev.tidemark.columnar;

import static org.assertj.core.api.Assertions.assertThat;

import dev.tidemark.columnar.source.Scans;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Random;
import java.util.stream.Stream;
import net.jqwik.api.ForAll;
import net.jqwik.api.Property;
import net.jqwik.api.ShrinkingMode;
import org.apache.flink.table.api.TableEnvironment;

/**
 * Any join of any rows, whoever's turn it is: in columns the log is that of Flink's operators, row
 * for row. The queries are the same each time; {@code -Dtidemark.fuzz.seed=N} makes others and
 * {@code -Djqwik.tries.default=N} more of them.
 */
class JoinFuzzTest {
  private static final String[] KEYS = {"id", "name", "kind", "v", "ok", "m"};
  private static final String[] CONDITIONS = {
    "l.v > r.v", "l.ok", "r.name <> 'a'", "l.x < r.x OR r.x IS NULL", "l.m + r.m > 9"
  };
  private static final String[] SIDES = {
    "", "", "WHERE v > 3", "WHERE name <> 'bb' OR ok", "WHERE UPPER(name) = 'A'"
  };

  @Property(seed = "20261130", tries = 30, shrinking = ShrinkingMode.OFF)
  void sameLog(@ForAll long drawn) throws Exception {
    long seed = drawn ^ Long.getLong("tidemark.fuzz.seed", 0);
    Random random = new Random(seed);
    Path folder = Files.createTempDirectory("joins");
    List<String> tables = new ArrayList<>();
    for (String name : List.of("t", "u", "w")) {
      tables.add(table(folder.resolve(name), name, random));
    }
    String query = query(random);
    if (random.nextInt(3) == 0) { // a scan that several read
      query = query.replaceAll("\\bu\\b", "t");
    }
    if (random.nextInt(4) == 0) {
      query = query.replaceAll("\\bw\\b", "t");
    }
    Map<String, String> settings = new HashMap<>();
    if (random.nextBoolean()) {
      settings.put("tidemark.schedule.seed", String.valueOf(random.nextInt(1000)));
    }
    if (random.nextInt(4) == 0) {
      settings.put("table.exec.interval-join.min-cleanup-interval", random.nextInt(90) + " s");
    }
    String batch = String.valueOf(new int[] {1, 2, 7, 4096}[random.nextInt(4)]);
    String what = "seed " + seed + ", batches of " + batch + ", " + settings + ", " + query;

    List<String> flink = Runs.rows(false, settings, tables, query);
    assertThat(flink.toString()).as(what).doesNotContain("SqlValidatorException", "ParseException");
    settings.put("tidemark.columnar.batch-rows", batch);
    TableEnvironment environment = Runs.environment(true, settings);
    tables.forEach(environment::executeSql);
    assertThat(Scans.names(environment, query)).as(what).hasSize(1);
    Runs.assertSame(flink, Runs.rows(true, settings, tables, query), what);
    try (Stream<Path> files = Files.walk(folder)) {
      files.sorted((a, b) -> b.compareTo(a)).forEach(file -> file.toFile().delete());
    }
  }

  private static String table(Path folder, String name, Random random) throws IOException {
    Files.createDirectories(folder);
    for (int i = random.nextInt(3); i >= 0; i--) {
      int count = random.nextInt(random.nextInt(4) == 0 ? 2 : 160);
      Files.writeString(folder.resolve(i + ".csv"), UglyRows.of(count, random.nextLong()));
    }
    String columns =
        UglyRows.COLUMNS.replace("'2' SECOND", "'" + random.nextInt(90) + "' SECOND(3)");
    if (random.nextInt(3) == 0) {
      columns = columns.replace("id BIGINT", "id BIGINT NOT NULL");
      columns += ", PRIMARY KEY (id) NOT ENFORCED";
    }
    return "CREATE TABLE "
        + name
        + " ("
        + columns
        + ") WITH ('connector' = 'filesystem', 'format' = 'csv', 'csv.null-literal' = '-',"
        + " 'path' = '"
        + folder.toUri()
        + "')";
  }

  private static String query(Random random) {
    String type = new String[] {"", "", "LEFT", "RIGHT", "FULL"}[random.nextInt(5)];
    if (random.nextInt(5) == 0) {
      String size = " SECOND(3), INTERVAL '" + random.nextInt(5) + "' SECOND))) AS ";
      String window = ", DESCRIPTOR(ts), INTERVAL '" + (5 + random.nextInt(200)) + "'" + size;
      return "SELECT l.id, l.window_start, r.id, r.note, r.x FROM "
          + "(SELECT * FROM TABLE(TUMBLE(TABLE t"
          + window
          + "l "
          + type
          + " JOIN "
          + "(SELECT * FROM TABLE(TUMBLE(TABLE u"
          + window
          + "r ON l.window_start = r.window_start AND l.window_end = r.window_end AND l.v = r.v"
          + (random.nextBoolean() ? " AND l.kind = r.kind" : " AND l.x < r.x");
    }
    String left = side("t", random);
    if (random.nextInt(4) == 0) {
      left =
          "(SELECT w.id, t.name, w.kind, t.v, t.x, w.m, t.ok, t.ts, t.note FROM "
              + left
              + " AS t JOIN w ON w.id = t.id AND w.ts BETWEEN t.ts - INTERVAL '5' MINUTE AND t.ts"
              + " + INTERVAL '2' MINUTE)";
    }
    String joined =
        left + " AS l " + type + " JOIN " + side("u", random) + " AS r ON " + conditions(random);
    return switch (random.nextInt(4)) {
      case 0 ->
          "SELECT l.kind, COUNT(*), SUM(r.v), COUNT(DISTINCT l.name) FROM "
              + joined
              + " GROUP BY l.kind";
      case 1 -> "SELECT l.id, l.name, r.v + l.v, UPPER(r.name), r.m FROM " + joined;
      default ->
          "SELECT l.id, l.name, l.kind, l.v, l.x, l.ok, l.ts, r.id, r.m, r.ts, r.note FROM "
              + joined;
    };
  }

  private static String side(String table, Random random) {
    String filter = SIDES[random.nextInt(SIDES.length)];
    return filter.isEmpty() ? table : "(SELECT * FROM " + table + " " + filter + ")";
  }

  private static String conditions(Random random) {
    List<String> all = new ArrayList<>();
    int keys = random.nextInt(8) == 0 ? 0 : 1 + random.nextInt(2);
    for (int i = 0; i < keys; i++) {
      String key = KEYS[random.nextInt(KEYS.length)];
      String equal = random.nextInt(6) == 0 ? " IS NOT DISTINCT FROM " : " = ";
      all.add("l." + key + equal + "r." + key);
    }
    if (random.nextInt(3) == 0) {
      all.add(CONDITIONS[random.nextInt(CONDITIONS.length)]);
    }
    if (all.isEmpty() || random.nextBoolean()) {
      int from = random.nextInt(200) - 100;
      all.add(
          "l.ts BETWEEN r.ts + INTERVAL '"
              + from
              + "' SECOND(3) AND r.ts + INTERVAL '"
              + (from + random.nextInt(200))
              + "' SECOND(3)");
    }
    return String.join(" AND ", all);
  }
}
