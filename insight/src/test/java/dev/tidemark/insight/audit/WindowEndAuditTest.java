package dev.tidemark.insight.audit;

import static dev.tidemark.insight.Arrivals.START;
import static org.assertj.core.api.Assertions.assertThat;

import dev.tidemark.insight.Arrivals;
import dev.tidemark.insight.AtDelay;
import dev.tidemark.insight.Observed;
import dev.tidemark.insight.ledger.Account;
import dev.tidemark.insight.ledger.Drop;
import dev.tidemark.insight.ledger.DropReason;
import dev.tidemark.insight.ledger.Window;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Window Top-N, window deduplicate and window join: rows that bring the end of their window. */
class WindowEndAuditTest {
  private static final String TUMBLE = "TUMBLE(TABLE e, DESCRIPTOR(ts), INTERVAL '10' SECOND)";

  @TempDir Path dir;

  private AtDelay query(Arrivals arrivals, String sql) {
    return delay -> Observed.sql(Map.of(), List.of(arrivals.table(dir, "e", delay)), sql);
  }

  private static String numbered(String window, String order, String limit) {
    return "SELECT id, window_start, window_end FROM (SELECT *, ROW_NUMBER() OVER (PARTITION BY"
        + " window_start, window_end, k ORDER BY "
        + order
        + ") AS n FROM "
        + window
        + ") WHERE n <= "
        + limit;
  }

  private void check(AtDelay query, DropReason reason) throws Exception {
    Observed seen = query.run(2000);
    Account account = seen.account();
    assertThat(account.rowsIn()).isEqualTo(4);
    assertThat(account.accepted()).isEqualTo(3);
    assertThat(account.behindWatermark()).isEqualTo(1);
    assertThat(account.reasons()).isEqualTo(Map.of(reason, 1L));
    assertThat(seen.late()).isEqualTo(1);
    Drop drop = seen.drop();
    assertThat(drop.row().ordinal()).isEqualTo(3);
    assertThat(drop.rowTime()).isEqualTo(START + 3000);
    assertThat(drop.missed()).containsExactly(new Window(START, START + 10_000));
    assertThat(drop.whole()).isTrue();
    assertThat(drop.late()).isEqualTo(10_002);
    query.keepsFromItsDelayOn(drop);
  }

  @Test
  void rank() throws Exception {
    check(
        query(Arrivals.atSeconds(1, 22, 3, 21), numbered(TUMBLE, "id DESC", "2")),
        DropReason.WINDOW_RANK);
  }

  @Test
  void deduplicate() throws Exception {
    check(
        query(Arrivals.atSeconds(1, 22, 3, 21), numbered(TUMBLE, "ts DESC", "1")),
        DropReason.WINDOW_DEDUPLICATE);
  }

  @Test
  void rankOverHopIsAskedForEachWindow() throws Exception {
    AtDelay query =
        query(
            Arrivals.atSeconds(1, 25, 12),
            numbered(
                "HOP(TABLE e, DESCRIPTOR(ts), INTERVAL '10' SECOND, INTERVAL '20' SECOND)",
                "id",
                "2"));
    Observed seen = query.run(0);
    // Each row comes once for each of its windows.
    assertThat(seen.account().rowsIn()).isEqualTo(6);
    assertThat(seen.account().droppedWhole()).isEqualTo(1);
    assertThat(seen.drop().row().ordinal()).isEqualTo(3);
    assertThat(seen.drop().missed()).containsExactly(new Window(START, START + 20_000));
  }

  @Test
  void join() throws Exception {
    Arrivals left = Arrivals.atSeconds(1, 22, 3);
    Arrivals right = Arrivals.atSeconds(2, 23, 24, 4);
    AtDelay query =
        delay ->
            Observed.sql(
                Map.of(),
                List.of(left.table(dir, "l", delay), right.table(dir, "r", delay)),
                "SELECT a.id, b.id FROM (SELECT * FROM TUMBLE(TABLE l, DESCRIPTOR(ts), INTERVAL"
                    + " '10' SECOND)) a JOIN (SELECT * FROM TUMBLE(TABLE r, DESCRIPTOR(ts),"
                    + " INTERVAL '10' SECOND)) b ON a.k = b.k AND a.window_start ="
                    + " b.window_start AND a.window_end = b.window_end");
    Observed seen = query.run(2000);
    Account account = seen.account();
    assertThat(account.rowsIn()).isEqualTo(7);
    assertThat(account.reasons()).isEqualTo(Map.of(DropReason.WINDOW_JOIN, 2L));
    assertThat(seen.late()).isEqualTo(2);
    Drop fromLeft = seen.drops().get(0);
    assertThat(fromLeft.rowTime()).isEqualTo(START + 3000);
    assertThat(fromLeft.row().file()).endsWith("l.csv");
    assertThat(fromLeft.missed()).containsExactly(new Window(START, START + 10_000));
    // Both inputs are at 20 s or above; the lower one counts.
    assertThat(fromLeft.watermark()).isEqualTo(START + 20_000);
    assertThat(fromLeft.late()).isEqualTo(10_002);
    Drop fromRight = seen.drops().get(1);
    assertThat(fromRight.rowTime()).isEqualTo(START + 4000);
    assertThat(fromRight.row().file()).endsWith("r.csv");
    assertThat(query.run(12_001).drops()).hasSize(2);
    assertThat(query.run(12_002).drops()).hasSize(1);
    // The left side has ended by then, and no longer holds the right one back.
    assertThat(fromRight.watermark()).isEqualTo(START + 22_000);
    assertThat(fromRight.keepingDelay()).hasValue(14_002);
    assertThat(query.run(14_001).drops()).hasSize(1);
    assertThat(query.run(14_002).drops()).isEmpty();
  }
}
