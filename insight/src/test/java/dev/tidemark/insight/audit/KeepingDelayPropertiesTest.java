package dev.tidemark.insight.audit;

import dev.tidemark.insight.Arrivals;
import dev.tidemark.insight.AtDelay;
import dev.tidemark.insight.Observed;
import dev.tidemark.insight.ledger.Drop;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import net.jqwik.api.Arbitraries;
import net.jqwik.api.Arbitrary;
import net.jqwik.api.Combinators;
import net.jqwik.api.ForAll;
import net.jqwik.api.Property;
import net.jqwik.api.Provide;
import net.jqwik.api.ShrinkingMode;
import net.jqwik.api.constraints.LongRange;

/**
 * The delay that the ledger names for a dropped row keeps it, and one millisecond less does not.
 */
class KeepingDelayPropertiesTest {
  /** Runs for one case: each dropped row takes two. */
  private static final int ROWS = 2;

  private static final String SESSION =
      "SELECT k, COUNT(*) FROM SESSION(TABLE e PARTITION BY k, DESCRIPTOR(ts), INTERVAL '2'"
          + " SECOND) GROUP BY k, window_start, window_end";
  private static final String OVER =
      "SELECT k, COUNT(*) OVER (PARTITION BY k ORDER BY ts ROWS BETWEEN 3 PRECEDING AND CURRENT"
          + " ROW) FROM e";
  private static final String SORT = "SELECT id, ts FROM e ORDER BY ts";

  @Provide
  Arbitrary<Arrivals> arrivals() {
    Arbitrary<long[]> row =
        Combinators.combine(
                Arbitraries.longs().between(0, 1500),
                Arbitraries.longs().between(0, 8000),
                Arbitraries.longs().between(0, 1))
            .as((ahead, behind, key) -> new long[] {ahead, behind, key});
    return row.list()
        .ofMinSize(10)
        .ofMaxSize(60)
        .map(
            rows -> {
              Arrivals arrivals = new Arrivals();
              long now = 60_000;
              for (long[] each : rows) {
                now += each[0];
                arrivals.add("k" + each[2], now - each[1]);
              }
              return arrivals;
            });
  }

  @Property(seed = "20261130", shrinking = ShrinkingMode.OFF)
  void session(@ForAll("arrivals") Arrivals arrivals, @ForAll @LongRange(max = 3000) long delay)
      throws Exception {
    check(SESSION, arrivals, delay);
  }

  @Property(seed = "20261130", shrinking = ShrinkingMode.OFF)
  void over(@ForAll("arrivals") Arrivals arrivals, @ForAll @LongRange(max = 3000) long delay)
      throws Exception {
    check(OVER, arrivals, delay);
  }

  @Property(seed = "20261130", shrinking = ShrinkingMode.OFF)
  void sort(@ForAll("arrivals") Arrivals arrivals, @ForAll @LongRange(max = 3000) long delay)
      throws Exception {
    check(SORT, arrivals, delay);
  }

  private static void check(String sql, Arrivals arrivals, long delay) throws Exception {
    Path dir = Files.createTempDirectory("arrivals");
    try {
      AtDelay query =
          other -> Observed.sql(Map.of(), List.of(arrivals.table(dir, "e", other)), sql);
      List<Drop> drops = query.run(delay).drops();
      // The last ones have the longest history.
      for (Drop drop : drops.subList(Math.max(0, drops.size() - ROWS), drops.size())) {
        query.keepsFromItsDelayOn(drop);
      }
    } finally {
      Files.deleteIfExists(dir.resolve("e.csv"));
      Files.delete(dir);
    }
  }
}
