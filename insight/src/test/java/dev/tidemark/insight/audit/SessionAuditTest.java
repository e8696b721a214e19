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

/** SESSION windows: aggregated, and attached to rows. */
class SessionAuditTest {
  @TempDir Path dir;

  private AtDelay query(Arrivals arrivals, String sql) {
    return delay -> Observed.sql(Map.of(), List.of(arrivals.table(dir, "e", delay)), sql);
  }

  /** Row 4 opens a session of its own that was over; row 5 joins the one that is still open. */
  private static Arrivals arrivals() {
    return Arrivals.atSeconds(1, 100, 104, 50, 96, 200);
  }

  private void check(AtDelay query) throws Exception {
    Observed seen = query.run(1000);
    Account account = seen.account();
    assertThat(account.rowsIn()).isEqualTo(6);
    assertThat(account.accepted()).isEqualTo(5);
    assertThat(account.droppedWhole()).isEqualTo(1);
    assertThat(account.behindWatermark()).isEqualTo(2);
    assertThat(account.contributionsLost()).isEqualTo(1);
    assertThat(account.reasons()).isEqualTo(Map.of(DropReason.SESSION_WINDOW, 1L));
    assertThat(seen.late()).isEqualTo(1);

    Drop drop = seen.drop();
    assertThat(drop.row().ordinal()).isEqualTo(4);
    assertThat(drop.rowTime()).isEqualTo(START + 50_000);
    assertThat(drop.watermark()).isEqualTo(START + 103_000);
    assertThat(drop.missed()).containsExactly(new Window(START + 50_000, START + 60_000));
    assertThat(drop.whole()).isTrue();
    assertThat(drop.late()).isEqualTo(103_000 - 59_999 + 1);
    assertThat(drop.keepingDelay()).hasValue(1000 + drop.late());
    query.keepsFromItsDelayOn(drop);
  }

  @Test
  void aggregate() throws Exception {
    check(
        query(
            arrivals(),
            "SELECT k, window_start, window_end, COUNT(*) FROM SESSION(TABLE e PARTITION BY k,"
                + " DESCRIPTOR(ts), INTERVAL '10' SECOND) GROUP BY k, window_start, window_end"));
  }

  @Test
  void attachedToRows() throws Exception {
    check(
        query(
            arrivals(),
            "SELECT id, window_start, window_end FROM SESSION(TABLE e PARTITION BY k,"
                + " DESCRIPTOR(ts), INTERVAL '10' SECOND)"));
  }

  @Test
  void otherKeysDoNotHelp() throws Exception {
    Arrivals arrivals = new Arrivals().add("a", 1000).add("b", 100_000).add("a", 95_000);
    Observed seen =
        query(
                arrivals,
                "SELECT k, COUNT(*) FROM SESSION(TABLE e PARTITION BY k, DESCRIPTOR(ts), INTERVAL"
                    + " '5' SECOND) GROUP BY k, window_start, window_end")
            .run(0);
    assertThat(seen.lost()).containsExactly(3L);
    assertThat(seen.drop().late()).isEqualTo(2);
    assertThat(seen.drop().missed()).containsExactly(new Window(START + 95_000, START + 100_000));
  }

  @Test
  void aLowerWatermarkWouldHaveKeptTheSessionThatItBelongsTo() throws Exception {
    // Rows 1 and 2 are a session until 15 s, over at 16 s; alone, row 4 would be over at 11 s.
    Arrivals arrivals =
        new Arrivals().add("a", 60_000).add("a", 65_000).add("b", 76_000).add("a", 61_000);
    AtDelay query =
        query(
            arrivals,
            "SELECT k, COUNT(*) FROM SESSION(TABLE e PARTITION BY k, DESCRIPTOR(ts), INTERVAL"
                + " '10' SECOND) GROUP BY k, window_start, window_end");
    Observed seen = query.run(0);
    assertThat(seen.drop().missed()).containsExactly(new Window(START + 61_000, START + 71_000));
    assertThat(seen.drop().late()).isEqualTo(1002);
    query.keepsFromItsDelayOn(seen.drop());
  }

  @Test
  void aTimeZoneShiftsTheSession() throws Exception {
    Arrivals arrivals = Arrivals.atSeconds(1, 100, 50);
    Observed seen =
        Observed.sql(
            Map.of("table.local-time-zone", "Asia/Kolkata"),
            List.of(arrivals.table(dir, "e", 0, "TIMESTAMP_LTZ(3)")),
            "SELECT k, COUNT(*) FROM SESSION(TABLE e PARTITION BY k, DESCRIPTOR(ts), INTERVAL '10'"
                + " SECOND) GROUP BY k, window_start, window_end");
    long shift = (5 * 60 + 30) * 60_000L;
    assertThat(seen.drop().rowTime()).isEqualTo(START + 50_000);
    assertThat(seen.drop().missed())
        .containsExactly(new Window(START + 50_000 + shift, START + 60_000 + shift));
    assertThat(seen.drop().late()).isEqualTo(100_000 - 59_999 + 1);
  }
}
