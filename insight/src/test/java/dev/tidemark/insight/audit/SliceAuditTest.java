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
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** Windows made of slices: TUMBLE, HOP, CUMULATE. */
class SliceAuditTest {
  @TempDir Path dir;

  private AtDelay query(Arrivals arrivals, String phases, String window, String keys) {
    return delay ->
        Observed.sql(
            Map.of("table.optimizer.agg-phase-strategy", phases),
            List.of(arrivals.table(dir, "e", delay)),
            "SELECT "
                + keys
                + "window_start, window_end, COUNT(*) FROM "
                + window
                + " GROUP BY "
                + keys
                + "window_start, window_end");
  }

  @ParameterizedTest
  @ValueSource(strings = {"ONE_PHASE", "TWO_PHASE"})
  void tumble(String phases) throws Exception {
    // The third row moves the watermark to 20 s.
    Arrivals arrivals = Arrivals.atSeconds(1, 2, 22, 3, 21, 15);
    AtDelay query =
        query(arrivals, phases, "TUMBLE(TABLE e, DESCRIPTOR(ts), INTERVAL '10' SECOND)", "");
    Observed seen = query.run(2000);

    Account account = seen.account();
    assertThat(account.rowsIn()).isEqualTo(6);
    assertThat(account.accepted()).isEqualTo(4);
    assertThat(account.droppedWhole()).isEqualTo(2);
    assertThat(account.behindWatermark()).isEqualTo(2);
    assertThat(account.contributionsLost()).isEqualTo(2);
    assertThat(account.partlyLost()).isZero();
    assertThat(account.reasons()).isEqualTo(Map.of(DropReason.WINDOW_AGGREGATE, 2L));
    if (phases.equals("ONE_PHASE")) {
      assertThat(seen.late()).isEqualTo(2);
    }

    Drop drop = seen.drops().get(0);
    assertThat(drop.row().ordinal()).isEqualTo(4);
    assertThat(drop.row().file()).endsWith("e.csv");
    assertThat(drop.row().fileOrdinal()).isEqualTo(4);
    assertThat(drop.values()).containsEntry("ms", String.valueOf(START + 3000));
    assertThat(drop.rowTime()).isEqualTo(START + 3000);
    assertThat(drop.watermark()).isEqualTo(START + 20_000);
    assertThat(drop.setBy().ordinal()).isEqualTo(3);
    assertThat(drop.missed()).containsExactly(new Window(START, START + 10_000));
    assertThat(drop.whole()).isTrue();
    // The window was over at 9.999 s.
    assertThat(drop.late()).isEqualTo(10_002);
    assertThat(drop.keepingDelay()).hasValue(12_002);
    query.keepsFromItsDelayOn(drop);

    Drop second = seen.drops().get(1);
    assertThat(second.row().ordinal()).isEqualTo(6);
    assertThat(second.missed()).containsExactly(new Window(START + 10_000, START + 20_000));
    assertThat(second.late()).isEqualTo(2);
    query.keepsFromItsDelayOn(second);
  }

  @ParameterizedTest
  @ValueSource(strings = {"ONE_PHASE", "TWO_PHASE"})
  void hop(String phases) throws Exception {
    // At 25 s the windows that end at 10 and 20 s are over, and those that end later are not.
    Arrivals arrivals = Arrivals.atSeconds(1, 25, 12, 3, 2);
    AtDelay query =
        query(
            arrivals,
            phases,
            "HOP(TABLE e, DESCRIPTOR(ts), INTERVAL '10' SECOND, INTERVAL '20' SECOND)",
            "k, ");
    Observed seen = query.run(0);

    Account account = seen.account();
    assertThat(account.rowsIn()).isEqualTo(5);
    assertThat(account.accepted()).isEqualTo(3);
    assertThat(account.droppedWhole()).isEqualTo(2);
    assertThat(account.partlyLost()).isEqualTo(1);
    assertThat(account.contributionsLost()).isEqualTo(5);
    assertThat(account.behindWatermark()).isEqualTo(3);

    Drop partly = seen.drops().get(0);
    assertThat(partly.row().ordinal()).isEqualTo(3);
    assertThat(partly.whole()).isFalse();
    assertThat(partly.missed()).containsExactly(new Window(START, START + 20_000));
    assertThat(partly.late()).isEqualTo(5002);
    query.keepsFromItsDelayOn(partly);

    Drop whole = seen.drops().get(1);
    assertThat(whole.row().ordinal()).isEqualTo(4);
    assertThat(whole.whole()).isTrue();
    assertThat(whole.missed())
        .containsExactly(
            new Window(START - 10_000, START + 10_000), new Window(START, START + 20_000));
    assertThat(whole.late()).isEqualTo(15_002);
    query.keepsFromItsDelayOn(whole);
  }

  @ParameterizedTest
  @ValueSource(strings = {"ONE_PHASE", "TWO_PHASE"})
  void cumulate(String phases) throws Exception {
    Arrivals arrivals = Arrivals.atSeconds(1, 25, 12, 35, 29);
    AtDelay query =
        query(
            arrivals,
            phases,
            "CUMULATE(TABLE e, DESCRIPTOR(ts), INTERVAL '10' SECOND, INTERVAL '30' SECOND)",
            "");
    Observed seen = query.run(0);

    assertThat(seen.account().accepted()).isEqualTo(4);
    assertThat(seen.account().droppedWhole()).isEqualTo(1);
    assertThat(seen.account().contributionsLost()).isEqualTo(2);
    assertThat(seen.lost()).containsExactly(3L, 5L);
    Drop partly = seen.drops().get(0);
    assertThat(partly.whole()).isFalse();
    assertThat(partly.missed()).containsExactly(new Window(START, START + 20_000));
    query.keepsFromItsDelayOn(partly);
    Drop whole = seen.drops().get(1);
    assertThat(whole.whole()).isTrue();
    assertThat(whole.missed()).containsExactly(new Window(START, START + 30_000));
    assertThat(whole.late()).isEqualTo(5002);
  }

  @Test
  void aLateRetractionIsCountedAndShown() throws Exception {
    // Row 5 replaces row 2 of key b, whose window is over by then: the retraction comes to naught.
    Arrivals arrivals =
        new Arrivals()
            .add("a", 1000)
            .add("b", 2000)
            .add("a", 3000)
            .add("c", 30_000)
            .add("b", 31_000);
    Observed seen =
        Observed.sql(
            Map.of(),
            List.of(
                arrivals.table(dir, "e", 0),
                "CREATE VIEW latest AS SELECT id, k, ts FROM (SELECT *, ROW_NUMBER() OVER"
                    + " (PARTITION BY k ORDER BY ts DESC) AS n FROM e) WHERE n = 1"),
            "SELECT window_start, COUNT(*), MIN(id) FROM TUMBLE(TABLE latest, DESCRIPTOR(ts),"
                + " INTERVAL '10' SECOND) GROUP BY window_start, window_end");

    // +a1 +b2 -a1 +a3 +c4 -b2 +b5
    Account account = seen.account();
    assertThat(account.rowsIn()).isEqualTo(7);
    assertThat(account.droppedWhole()).isEqualTo(1);
    assertThat(seen.late()).isEqualTo(1);
    Drop drop = seen.drop();
    assertThat(drop.row().ordinal()).isEqualTo(5);
    assertThat(drop.retraction()).isTrue();
    assertThat(drop.values()).isEqualTo(Map.of("op", "-U", "id", "2", "ts", "2026-01-01 00:00:02"));
    assertThat(drop.rowTime()).isEqualTo(START + 2000);
    assertThat(drop.missed()).containsExactly(new Window(START, START + 10_000));
  }
}
