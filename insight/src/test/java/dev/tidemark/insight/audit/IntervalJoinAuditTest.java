package dev.tidemark.insight.audit;

import static dev.tidemark.insight.Arrivals.START;
import static org.assertj.core.api.Assertions.assertThat;

import dev.tidemark.insight.Arrivals;
import dev.tidemark.insight.AtDelay;
import dev.tidemark.insight.Observed;
import dev.tidemark.insight.ledger.Account;
import dev.tidemark.insight.ledger.Drop;
import dev.tidemark.insight.ledger.DropReason;
import dev.tidemark.insight.ledger.VerdictText;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** SQL's interval join. */
class IntervalJoinAuditTest {
  @TempDir Path dir;

  /** The row of the right side may be up to 5 s later than that of the left one, or 2 s earlier. */
  private AtDelay query(Arrivals left, Arrivals right, String kind) {
    return delay ->
        Observed.sql(
            Map.of(),
            List.of(left.table(dir, "l", delay), right.table(dir, "r", delay)),
            "SELECT l.id, r.id FROM l "
                + kind
                + " JOIN r ON l.k = r.k AND r.ts BETWEEN l.ts - INTERVAL '2' SECOND AND l.ts +"
                + " INTERVAL '5' SECOND");
  }

  @Test
  void aRowThatIsTooLateToWaitForTheOtherSide() throws Exception {
    // Turns: l1 r1 l2 r2 l3 r3 l4 r4. From l2 and r2 on the watermark is at 30 s.
    Arrivals left = Arrivals.atSeconds(1, 30, 10, 26);
    Arrivals right = Arrivals.atSeconds(2, 30, 12, 100);
    AtDelay query = query(left, right, "INNER");
    Observed seen = query.run(0);
    Account account = seen.account();
    assertThat(account.rowsIn()).isEqualTo(8);
    assertThat(account.behindWatermark()).isEqualTo(3);
    // Left row 4 is late, but its interval reaches to 31 s: it is kept for rows to come.
    assertThat(account.droppedWhole()).isEqualTo(2);
    assertThat(account.reasons()).isEqualTo(Map.of(DropReason.INTERVAL_JOIN, 2L));
    assertThat(seen.late()).isZero();
    assertThat(seen.results()).containsExactlyInAnyOrder("+I[1, 1]", "+I[2, 2]", "+I[4, 2]");

    Drop fromLeft = seen.drops().get(0);
    assertThat(fromLeft.rowTime()).isEqualTo(START + 10_000);
    assertThat(fromLeft.whole()).isTrue();
    assertThat(fromLeft.missed()).isEmpty();
    assertThat(fromLeft.watermark()).isEqualTo(START + 30_000);
    assertThat(fromLeft.late()).isEqualTo(30_000 - 15_000 + 1);
    assertThat(fromLeft.keepingDelay()).hasValue(15_001);
    Drop fromRight = seen.drops().get(1);
    assertThat(fromRight.rowTime()).isEqualTo(START + 12_000);
    assertThat(fromRight.late()).isEqualTo(30_000 - 14_000 + 1);

    // The two belong together: with that delay the left one waits for the right one.
    assertThat(query.run(15_001).results()).contains("+I[3, 3]");
    assertThat(query.run(15_000).results()).doesNotContain("+I[3, 3]");
  }

  @Test
  void aLateRowThatHasMetSomebodyIsLostInPart() throws Exception {
    // Right row 3 would wait until 27 s and is not kept; left row 1 is, until 31 s.
    Arrivals left = Arrivals.atSeconds(26, 30, 31);
    Arrivals right = Arrivals.atSeconds(29, 30, 25);
    Observed seen = query(left, right, "INNER").run(0);
    assertThat(seen.results()).contains("+I[1, 3]");
    assertThat(seen.account().droppedWhole()).isZero();
    assertThat(seen.account().partlyLost()).isEqualTo(1);
    assertThat(VerdictText.conclusion(seen.run()))
        .startsWith(
            "1 row of 6 joined with earlier rows only (16.7 %), none dropped whole. All of them"
                + " came too late for an interval join to keep them for rows of the other side that"
                + " come later;")
        .doesNotContain("window");
    assertThat(seen.drop().whole()).isFalse();
    assertThat(seen.drop().rowTime()).isEqualTo(START + 25_000);
  }

  @Test
  void anOuterJoinPadsIt() throws Exception {
    Arrivals left = Arrivals.atSeconds(1, 30, 10, 31);
    Arrivals right = Arrivals.atSeconds(2, 30, 32, 33);
    Observed seen = query(left, right, "LEFT").run(0);
    assertThat(seen.results()).contains("+I[3, null]", "+I[1, 1]");
    assertThat(seen.account().droppedWhole()).isEqualTo(1);
    assertThat(seen.drop().row().ordinal()).isEqualTo(3);
    assertThat(seen.drop().whole()).isTrue();
    assertThat(VerdictText.conclusion(seen.run()))
        .startsWith("1 row of 8 dropped (12.5 %). All of them came too late for an interval join")
        .contains("met no row at all (an outer join emits them with NULLs).");
  }
}
