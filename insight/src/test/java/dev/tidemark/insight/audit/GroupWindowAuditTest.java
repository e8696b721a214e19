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

/** GROUP BY TUMBLE(…), HOP(…), SESSION(…): the older windows. */
class GroupWindowAuditTest {
  private static final Map<String, String> TEN_SECONDS_LATE =
      Map.of(
          "table.exec.emit.late-fire.enabled", "true",
          "table.exec.emit.late-fire.delay", "0 s",
          "table.exec.emit.allow-lateness", "10 s");

  @TempDir Path dir;

  private AtDelay query(Arrivals arrivals, Map<String, String> settings, String window) {
    return delay ->
        Observed.sql(
            settings,
            List.of(arrivals.table(dir, "e", delay)),
            "SELECT k, COUNT(*) FROM e GROUP BY k, " + window);
  }

  @Test
  void tumble() throws Exception {
    AtDelay query =
        query(Arrivals.atSeconds(1, 22, 3, 15, 21), Map.of(), "TUMBLE(ts, INTERVAL '10' SECOND)");
    Observed seen = query.run(2000);
    Account account = seen.account();
    assertThat(account.rowsIn()).isEqualTo(5);
    assertThat(account.accepted()).isEqualTo(3);
    assertThat(account.reasons()).isEqualTo(Map.of(DropReason.GROUP_WINDOW, 2L));
    assertThat(seen.late()).isEqualTo(2);
    assertThat(seen.lost()).containsExactly(3L, 4L);
    Drop drop = seen.drops().get(0);
    assertThat(drop.missed()).containsExactly(new Window(START, START + 10_000));
    assertThat(drop.whole()).isTrue();
    assertThat(drop.late()).isEqualTo(10_002);
    query.keepsFromItsDelayOn(drop);
  }

  @Test
  void hop() throws Exception {
    AtDelay query =
        query(
            Arrivals.atSeconds(1, 25, 12, 3),
            Map.of(),
            "HOP(ts, INTERVAL '10' SECOND, INTERVAL '20' SECOND)");
    Observed seen = query.run(0);
    assertThat(seen.account().droppedWhole()).isEqualTo(1);
    assertThat(seen.account().partlyLost()).isEqualTo(1);
    assertThat(seen.account().contributionsLost()).isEqualTo(3);
    assertThat(seen.late()).isEqualTo(1);
    Drop partly = seen.drops().get(0);
    assertThat(partly.row().ordinal()).isEqualTo(3);
    assertThat(partly.whole()).isFalse();
    assertThat(partly.missed()).containsExactly(new Window(START, START + 20_000));
    query.keepsFromItsDelayOn(partly);
    assertThat(seen.drops().get(1).missed())
        .containsExactly(
            new Window(START - 10_000, START + 10_000), new Window(START, START + 20_000));
  }

  @Test
  void session() throws Exception {
    AtDelay query =
        query(Arrivals.atSeconds(1, 100, 50, 96), Map.of(), "SESSION(ts, INTERVAL '10' SECOND)");
    Observed seen = query.run(0);
    assertThat(seen.lost()).containsExactly(3L);
    assertThat(seen.late()).isEqualTo(1);
    assertThat(seen.drop().reason()).isEqualTo(DropReason.GROUP_WINDOW);
    assertThat(seen.drop().missed()).containsExactly(new Window(START + 50_000, START + 60_000));
    query.keepsFromItsDelayOn(seen.drop());
  }

  @Test
  void allowedLateness() throws Exception {
    // At 22 s: a window that ended at 20 s takes rows until 30 s, one that ended at 10 s none.
    AtDelay query =
        query(
            Arrivals.atSeconds(1, 12, 22, 15, 3, 21),
            TEN_SECONDS_LATE,
            "TUMBLE(ts, INTERVAL '10' SECOND)");
    Observed seen = query.run(0);
    Account account = seen.account();
    assertThat(account.rowsIn()).isEqualTo(6);
    assertThat(account.accepted()).isEqualTo(5);
    assertThat(account.behindWatermark()).isEqualTo(3);
    assertThat(account.lateAccepted()).isEqualTo(1);
    assertThat(account.droppedWhole()).isEqualTo(1);
    assertThat(seen.late()).isEqualTo(1);
    assertThat(seen.results()).contains("-U[a, 1]", "+U[a, 2]");
    Drop drop = seen.drop();
    assertThat(drop.row().ordinal()).isEqualTo(5);
    assertThat(drop.late()).isEqualTo(22_000 - 19_999 + 1);
    query.keepsFromItsDelayOn(drop);
  }
}
