package dev.tidemark.insight.audit;

import static org.assertj.core.api.Assertions.assertThat;

import dev.tidemark.insight.Arrivals;
import dev.tidemark.insight.Observed;
import dev.tidemark.insight.ledger.Account;
import dev.tidemark.insight.ledger.Drop;
import dev.tidemark.insight.ledger.Window;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Random;
import java.util.Set;
import java.util.TimeZone;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/**
 * In zones in which rows in time may be lost (FLINK-38075), every pair of a row and a window is
 * counted in a result or listed as lost: results are Flink's, the ledger is ours.
 */
class FlushBoundaryPropertiesTest {
  private static final long MINUTE = 60_000;

  @TempDir Path dir;

  /** Rows of some days and three keys; a fifth of them up to two hours behind. */
  private static Arrivals arrivals(long seed) {
    Random random = new Random(seed);
    Arrivals arrivals = new Arrivals();
    long now = 0;
    for (int i = 0; i < 400; i++) {
      now += random.nextInt(20) * MINUTE + random.nextInt(1000);
      long behind = random.nextInt(5) == 0 ? random.nextInt(120) * MINUTE : 0;
      arrivals.add(String.valueOf((char) ('a' + random.nextInt(3))), Math.max(0, now - behind));
    }
    return arrivals;
  }

  @ParameterizedTest
  @CsvSource({
    "TUMBLE, Asia/Kolkata, '60' MINUTE, 60, 60",
    "TUMBLE, Asia/Shanghai, '1' DAY, 1440, 1440",
    "HOP, Asia/Kolkata, '60' MINUTE|'180' MINUTE(3), 60, 180",
    "HOP, Asia/Kathmandu, '30' MINUTE|'60' MINUTE, 30, 60",
    "CUMULATE, Asia/Kolkata, '60' MINUTE|'240' MINUTE(3), 60, 240",
    "CUMULATE, Asia/Shanghai, '12' HOUR|'1' DAY, 720, 1440",
  })
  void everyContributionIsCountedOrListed(
      String function, String zone, String intervals, int step, int size) throws Exception {
    for (String phases : List.of("ONE_PHASE", "TWO_PHASE")) {
      for (int seed = 1; seed <= 2; seed++) {
        check(function, zone, intervals, step, size, phases, seed);
      }
    }
  }

  private void check(
      String function, String zone, String intervals, int step, int size, String phases, int seed)
      throws Exception {
    Arrivals arrivals = arrivals(seed);
    Observed seen =
        Observed.sql(
            Map.of("table.local-time-zone", zone, "table.optimizer.agg-phase-strategy", phases),
            List.of(arrivals.table(dir, "e", 20 * MINUTE, "TIMESTAMP_LTZ(3)")),
            "SELECT k, window_start, window_end, COUNT(*) FROM "
                + function
                + "(TABLE e, DESCRIPTOR(ts), INTERVAL "
                + intervals.replace("|", ", INTERVAL ")
                + ") GROUP BY k, window_start, window_end");
    long counted =
        seen.results().stream()
            .mapToLong(row -> Long.parseLong(row.replaceAll(".*, (\\d+)]", "$1")))
            .sum();

    Account account = seen.account();
    assertThat(account.droppedInTime() + account.contributionsLostInTime()).isPositive();
    Map<Long, Integer> windows = new HashMap<>();
    long all = 0;
    for (Arrivals.Arrival row : arrivals.rows()) {
      int each = windows(function, zone, step, size, row.epoch());
      windows.put((long) row.id(), each);
      all += each;
    }
    assertThat(account.contributionsLost()).as("%s %s", phases, seed).isEqualTo(all - counted);
    List<Long> whole = new ArrayList<>();
    Set<List<Object>> listed = new HashSet<>();
    Map<Long, Integer> missed = new HashMap<>();
    for (Drop drop : seen.run().ledger().drops()) {
      for (Window window : drop.missed()) {
        assertThat(listed.add(List.of(drop.row().ordinal(), window))).isTrue();
        missed.merge(drop.row().ordinal(), 1, Integer::sum);
      }
      if (drop.whole()) {
        whole.add(drop.row().ordinal());
      }
    }
    assertThat(listed).hasSize((int) account.contributionsLost());
    assertThat(whole).doesNotHaveDuplicates().hasSize((int) account.droppedWhole());
    assertThat(missed.keySet().stream().filter(row -> missed.get(row).equals(windows.get(row))))
        .containsExactlyInAnyOrderElementsOf(whole);
    assertThat(seen.run().ledger().lostRows().any()).isEqualTo(missed.size());
    assertThat(seen.run().ledger().lostRows().whole()).isEqualTo(whole.size());
    assertThat(account.partlyLost()).isEqualTo(missed.size() - whole.size());
  }

  /** How many windows a row belongs to, by the zone's wall clock; zones here keep one offset. */
  private static int windows(String function, String zone, int step, int size, long epoch) {
    long offset = TimeZone.getTimeZone(zone).getRawOffset();
    int steps = size / step;
    return function.equals("CUMULATE")
        ? steps - (int) (Math.floorMod(epoch + offset, size * MINUTE) / (step * MINUTE))
        : steps;
  }
}
