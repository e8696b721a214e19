package dev.tidemark.columnar;

import static org.assertj.core.api.Assertions.assertThat;

import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Random;
import net.jqwik.api.ForAll;
import net.jqwik.api.Property;
import net.jqwik.api.ShrinkingMode;

/**
 * Any query over any rows: in columns the log is that of Flink's operators, row for row. The
 * queries are the same each time; {@code -Dtidemark.fuzz.seed=N} makes others and {@code
 * -Djqwik.tries.default=N} more of them.
 */
class QueryFuzzTest {
  private static final String[] CONDITIONS = {
    "v > 3",
    "ok",
    "name <> 'a'",
    "kind < 3 OR x > 50",
    "UPPER(name) = 'BB' OR v IS NULL",
    "CASE WHEN ok THEN v ELSE kind END > 1",
    "NOT ok IS TRUE AND m > 2"
  };
  private static final String[] KEYS = {"name", "kind", "v", "ok", "UPPER(name)", "m"};
  private static final String[] AGGREGATES = {
    "COUNT(*)",
    "COUNT(v)",
    "SUM(v)",
    "SUM(kind)",
    "AVG(v)",
    "SUM(m)",
    "AVG(m)",
    "SUM(v) FILTER (WHERE ok)",
    "COUNT(m) FILTER (WHERE kind > 1)",
    "SUM(v * 2 + kind)",
    "COUNT(DISTINCT name)",
    "SUM(DISTINCT v)",
    "MIN(name)",
    "MAX(name)",
    "MIN(v)"
  };

  @Property(seed = "20261130", shrinking = ShrinkingMode.OFF)
  void sameLog(@ForAll long drawn) throws Exception {
    long seed = drawn ^ Long.getLong("tidemark.fuzz.seed", 0);
    Random random = new Random(seed);
    Path folder = Files.createTempDirectory("queries");
    int count = 1 + random.nextInt(random.nextInt(5) == 0 ? 2000 : 200);
    Table table =
        Table.of(
            folder,
            UglyRows.of(count, random.nextLong()),
            UglyRows.COLUMNS.replace("'2' SECOND", "'" + random.nextInt(90) + "' SECOND(3)"),
            "'csv.null-literal' = '-'");
    String query = query(random);
    List<String> flink = Runs.rows(false, Map.of(), List.of(table.ddl()), query);
    String batch = String.valueOf(new int[] {1, 2, 7, 4096}[random.nextInt(4)]);
    String ahead = String.valueOf(random.nextBoolean());
    Map<String, String> settings =
        Map.of("tidemark.columnar.batch-rows", batch, "tidemark.columnar.read-ahead", ahead);
    String what =
        "seed " + seed + ", batches of " + batch + ", read ahead: " + ahead + ", " + query;
    assertThat(flink.toString()).as(what).doesNotContain("SqlValidatorException", "ParseException");
    Runs.assertSame(flink, Runs.rows(true, settings, List.of(table.ddl()), query), what);
    Files.delete(table.file());
    Files.delete(folder);
  }

  private static String query(Random random) {
    String from = random.nextBoolean() ? "t" : "(SELECT * FROM t WHERE " + condition(random) + ")";
    if (random.nextInt(3) == 0) {
      from = deduplicated(random, from);
    }
    return switch (random.nextInt(6)) {
      case 0 -> "SELECT id, name, v + 1, " + condition(random) + ", note FROM " + from;
      case 1, 2 -> grouped(random, from);
      case 3 -> top(random, from, List.of("name", "kind", "v", "ok"), "v, id, m, name, x, kind");
      case 4 -> topOfGroups(random, from);
      default -> windows(random);
    };
  }

  private static String condition(Random random) {
    return CONDITIONS[random.nextInt(CONDITIONS.length)];
  }

  private static String deduplicated(Random random, String from) {
    return "(SELECT id, name, kind, v, x, m, ok, note FROM (SELECT *, ROW_NUMBER() OVER (PARTITION"
        + " BY "
        + KEYS[random.nextInt(4)]
        + (random.nextBoolean() ? ", kind" : "")
        + " ORDER BY "
        + new String[] {"ts DESC", "PROCTIME()", "PROCTIME() DESC"}[random.nextInt(3)]
        + ") AS n0 FROM "
        + from
        + ") WHERE n0 = 1)";
  }

  private static String grouped(Random random, String from) {
    List<String> keys = some(random, KEYS, random.nextInt(3));
    List<String> columns = new ArrayList<>(keys);
    columns.addAll(some(random, AGGREGATES, 1 + random.nextInt(3)));
    String groups = keys.isEmpty() ? "" : " GROUP BY " + String.join(", ", keys);
    return "SELECT " + String.join(", ", columns) + " FROM " + from + groups;
  }

  private static String topOfGroups(Random random, String from) {
    String aggregate = AGGREGATES[random.nextInt(5)];
    String groups =
        "(SELECT name, kind, ok, "
            + aggregate
            + " AS s, COUNT(v) AS c FROM "
            + from
            + " GROUP BY name, kind, ok)";
    return top(random, groups, List.of("kind", "ok"), "s, c, name");
  }

  private static String top(Random random, String from, List<String> partitions, String columns) {
    String[] sorted = columns.split(", ", -1);
    List<String> order = new ArrayList<>();
    for (String each : some(random, sorted, 1 + random.nextInt(2))) {
      String nulls =
          switch (random.nextInt(3)) {
            case 0 -> " NULLS FIRST";
            case 1 -> " NULLS LAST";
            default -> "";
          };
      // NaN has no place in an order; see RowOrder.
      order.add((each.equals("x") ? "kind" : each) + (random.nextBoolean() ? " DESC" : "") + nulls);
    }
    int last = 1 + random.nextInt(5);
    boolean number = random.nextBoolean();
    String range =
        number && random.nextInt(3) == 0 ? "n BETWEEN 2 AND " + (last + 1) : "n <= " + last;
    return "SELECT "
        + columns
        + (number ? ", n" : "")
        + " FROM (SELECT *, ROW_NUMBER() OVER (PARTITION BY "
        + partitions.get(random.nextInt(partitions.size()))
        + " ORDER BY "
        + String.join(", ", order)
        + ") AS n FROM "
        + from
        + ") WHERE "
        + range;
  }

  private static String windows(Random random) {
    String window =
        switch (random.nextInt(4)) {
          case 0 ->
              "TUMBLE(TABLE t, DESCRIPTOR(ts), INTERVAL '" + (1 + random.nextInt(90)) + "' SECOND)";
          case 1 -> "HOP(TABLE t, DESCRIPTOR(ts), INTERVAL '10' SECOND, INTERVAL '40' SECOND)";
          default ->
              "CUMULATE(TABLE t, DESCRIPTOR(ts), INTERVAL '15' SECOND, INTERVAL '60' SECOND)";
        };
    String key = random.nextBoolean() ? KEYS[random.nextInt(4)] : "";
    if (random.nextInt(4) == 0) {
      double gap = Math.pow(10, random.nextDouble() * 3 - 1);
      window =
          "SESSION(TABLE t"
              + (key.isEmpty() ? "" : " PARTITION BY " + key)
              + ", DESCRIPTOR(ts), INTERVAL '"
              + String.format(Locale.ROOT, "%.1f", gap)
              + "' SECOND(3))";
    }
    boolean nested = !window.startsWith("SESSION") && random.nextInt(4) == 0;
    List<String> columns = some(random, AGGREGATES, 1 + random.nextInt(3));
    if (nested) {
      columns = List.of("COUNT(v) AS c", "SUM(v) AS s");
    }
    String query =
        "SELECT window_start, window_end"
            + (key.isEmpty() ? "" : ", " + key)
            + ", "
            + String.join(", ", columns)
            + " FROM TABLE("
            + window
            + ") GROUP BY window_start, window_end"
            + (key.isEmpty() ? "" : ", " + key);
    return nested
        ? "SELECT window_start, MAX(c), SUM(s), COUNT(*) FROM ("
            + query
            + ") GROUP BY window_start, window_end"
        : query;
  }

  private static List<String> some(Random random, String[] all, int count) {
    List<String> chosen = new ArrayList<>();
    while (chosen.size() < count) {
      String each = all[random.nextInt(all.length)];
      if (!chosen.contains(each)) {
        chosen.add(each);
      }
    }
    return chosen;
  }
}
