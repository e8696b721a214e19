package dev.tidemark.insight.audit;

import static dev.tidemark.insight.Arrivals.START;
import static org.assertj.core.api.Assertions.assertThat;

import dev.tidemark.insight.Arrivals;
import dev.tidemark.insight.AtDelay;
import dev.tidemark.insight.Observed;
import dev.tidemark.insight.ledger.Account;
import dev.tidemark.insight.ledger.Drop;
import dev.tidemark.insight.ledger.DropReason;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/**
 * OVER by row time: bounded frames go by what a key has emitted, unbounded ones by the watermark.
 */
class OverAuditTest {
  @TempDir Path dir;

  private AtDelay query(Arrivals arrivals, String frame) {
    return delay ->
        Observed.sql(
            Map.of(),
            List.of(arrivals.table(dir, "e", delay)),
            "SELECT k, COUNT(*) OVER (PARTITION BY k ORDER BY ts " + frame + ") FROM e");
  }

  /** Row 4 is behind the watermark, but key b has emitted nothing; row 5 is behind row 2. */
  private static Arrivals arrivals() {
    return new Arrivals()
        .add("a", 1000)
        .add("a", 5000)
        .add("c", 12_000)
        .add("b", 4000)
        .add("a", 4500)
        .add("a", 7000)
        .add("a", 6000);
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "RANGE BETWEEN INTERVAL '1' MINUTE PRECEDING AND CURRENT ROW",
        "ROWS BETWEEN 3 PRECEDING AND CURRENT ROW"
      })
  void bounded(String frame) throws Exception {
    AtDelay query = query(arrivals(), frame);
    Observed seen = query.run(2000);
    Account account = seen.account();
    assertThat(account.rowsIn()).isEqualTo(7);
    assertThat(account.accepted()).isEqualTo(6);
    assertThat(account.behindWatermark()).isEqualTo(4);
    assertThat(account.reasons()).isEqualTo(Map.of(DropReason.OVER_BOUNDED, 1L));
    assertThat(account.contributionsLost()).isZero();
    assertThat(seen.late()).isEqualTo(1);
    Drop drop = seen.drop();
    assertThat(drop.row().ordinal()).isEqualTo(5);
    assertThat(drop.rowTime()).isEqualTo(START + 4500);
    assertThat(drop.watermark()).isEqualTo(START + 10_000);
    assertThat(drop.missed()).isEmpty();
    // The watermark had reached 5 s, and with it row 2.
    assertThat(drop.late()).isEqualTo(5001);
    assertThat(drop.keepingDelay()).hasValue(7001);
    query.keepsFromItsDelayOn(drop);
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "RANGE BETWEEN UNBOUNDED PRECEDING AND CURRENT ROW",
        "ROWS BETWEEN UNBOUNDED PRECEDING AND CURRENT ROW"
      })
  void unbounded(String frame) throws Exception {
    AtDelay query = query(arrivals(), frame);
    Observed seen = query.run(2000);
    Account account = seen.account();
    assertThat(account.rowsIn()).isEqualTo(7);
    assertThat(account.accepted()).isEqualTo(3);
    assertThat(account.behindWatermark()).isEqualTo(4);
    assertThat(account.reasons()).isEqualTo(Map.of(DropReason.OVER_UNBOUNDED, 4L));
    assertThat(seen.late()).isEqualTo(4);
    assertThat(seen.lost()).containsExactly(4L, 5L, 6L, 7L);
    Drop drop = seen.drops().get(0);
    assertThat(drop.rowTime()).isEqualTo(START + 4000);
    assertThat(drop.late()).isEqualTo(6001);
    query.keepsFromItsDelayOn(drop);
  }

  @Test
  void olderPlansHaveAnotherFunction() throws Exception {
    Observed seen =
        Observed.sql(
            Map.of("table.exec.unbounded-over.version", "1"),
            List.of(arrivals().table(dir, "e", 2000)),
            "SELECT k, COUNT(*) OVER (PARTITION BY k ORDER BY ts) FROM e");
    assertThat(seen.account().reasons()).isEqualTo(Map.of(DropReason.OVER_UNBOUNDED, 4L));
    assertThat(seen.late()).isEqualTo(4);
  }

  @Test
  void aDroppedRowCountsForTheNextOne() throws Exception {
    // Row 4 at 3.5 s would be kept only if row 3, itself dropped, had not been emitted before it.
    Arrivals arrivals =
        new Arrivals()
            .add("a", 5000)
            .add("b", 12_000)
            .add("a", 4000)
            .add("b", 13_000)
            .add("a", 3500);
    AtDelay query = query(arrivals, "ROWS BETWEEN 3 PRECEDING AND CURRENT ROW");
    Observed seen = query.run(1000);
    assertThat(seen.lost()).containsExactly(3L, 5L);
    assertThat(seen.drops().get(0).late()).isEqualTo(6001);
    assertThat(seen.drops().get(1).late()).isEqualTo(8001);
    query.keepsFromItsDelayOn(seen.drops().get(1));
  }

  @Test
  void rowsBefore1970AreNeverKeptByBoundedFrames() throws Exception {
    Arrivals arrivals = new Arrivals().add("a", -START - 1000).add("a", 1000);
    Observed seen = query(arrivals, "ROWS BETWEEN 3 PRECEDING AND CURRENT ROW").run(0);
    assertThat(seen.lost()).containsExactly(1L);
    assertThat(seen.drop().keepingDelay()).isEmpty();
  }
}
