package dev.tidemark.insight.ledger;

import static org.assertj.core.api.Assertions.assertThat;

import dev.tidemark.insight.Arrivals;
import dev.tidemark.insight.Observed;
import dev.tidemark.insight.run.RunInsight;
import dev.tidemark.runtime.observe.RunEnd;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** Rows in = accepted + dropped whole, however a run ends. */
class BalanceTest {
  private static final String TUMBLE = "TUMBLE(TABLE e, DESCRIPTOR(ts), INTERVAL '10' SECOND)";

  @TempDir private Path dir;

  /** Rows of which every fourth is late; row 30 divides by zero. */
  private List<String> tables(int rows) {
    Arrivals arrivals = new Arrivals();
    for (int i = 1; i <= rows; i++) {
      arrivals.add("k" + i % 2, 100_000 + i * 4000 - (i % 4 == 0 ? 60_000 : 0));
    }
    return List.of(arrivals.table(dir, "e", 1000), arrivals.table(dir, "f", 1000));
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        // The operator fails while it handles a row.
        "SELECT e.id FROM e JOIN f ON e.k = f.k AND e.ts BETWEEN f.ts - INTERVAL '9' SECOND AND f.ts"
            + " AND 10 / (e.id - 30) < 20",
        "SELECT k, 10 / (SUM(id) OVER (PARTITION BY k ORDER BY ts ROWS BETWEEN 1 PRECEDING AND"
            + " CURRENT ROW) - 56) FROM e",
        "SELECT * FROM e MATCH_RECOGNIZE (PARTITION BY k ORDER BY ts MEASURES A.id AS a, B.id AS b"
            + " PATTERN (A B) DEFINE B AS 10 / (B.id - 30) < 20)",
        // What it emits makes another one fail, while it handles a watermark.
        "SELECT window_start, 10 / (MAX(id) - 31) FROM "
            + TUMBLE
            + " GROUP BY window_start, window_end",
        "SELECT 10 / (id - 30) FROM (SELECT *, ROW_NUMBER() OVER (PARTITION BY window_start,"
            + " window_end ORDER BY id) n FROM "
            + TUMBLE
            + ") WHERE n <= 2",
        "SELECT 10 / (id - 30) FROM e ORDER BY ts",
        "SELECT k, 10 / (MAX(id) - 31) FROM SESSION(TABLE e PARTITION BY k, DESCRIPTOR(ts), INTERVAL"
            + " '1' SECOND) GROUP BY k, window_start, window_end",
        "SELECT 10 / (id - 30) FROM (SELECT *, ROW_NUMBER() OVER (PARTITION BY id ORDER BY ts) n"
            + " FROM e) WHERE n = 1",
        // It gets no row after the one that fails before it.
        "SELECT window_start, SUM(10 / (id - 30)) FROM "
            + TUMBLE
            + " GROUP BY window_start, window_end",
      })
  void whenTheRunFails(String query) throws Exception {
    RunInsight run = Observed.unfinished(Map.of(), tables(40), query, Integer.MAX_VALUE);
    assertThat(run.end()).isEqualTo(RunEnd.FAILED);
    assertThat(VerdictText.conclusion(run)).endsWith(" The run failed before its end.");
    check(run);
  }

  @Test
  void whenItIsCancelled() throws Exception {
    for (int read : new int[] {0, 1, 3}) {
      RunInsight run =
          Observed.unfinished(
              Map.of(),
              tables(20_000),
              "SELECT k, COUNT(*) OVER (PARTITION BY k ORDER BY ts) FROM e",
              read);
      assertThat(run.end()).isEqualTo(RunEnd.STOPPED);
      assertThat(VerdictText.conclusion(run)).endsWith(" The run was stopped before its end.");
      check(run);
    }
  }

  private static void check(RunInsight run) {
    Ledger ledger = run.ledger();
    assertThat(ledger.imbalance(false)).isEmpty();
    assertThat(ledger.accounts()).isNotEmpty();
    for (Account account : ledger.accounts()) {
      assertThat(account.onItsWay()).as("the row that it was at").isBetween(0L, 1L);
    }
    long written = ledger.accounts().stream().mapToLong(each -> sum(each)).sum();
    assertThat(written).as("every loss has an entry").isEqualTo(ledger.dropCount());
  }

  private static long sum(Account account) {
    return account.reasons().values().stream().mapToLong(Long::longValue).sum();
  }

  @Test
  void anAccountThatDoesNotBalanceIsNamed() {
    Ledger ledger = new Ledger(10, null);
    Account account = ledger.open(0, "Window", "");
    account.in(false);
    account.accept();
    account.in(true);
    assertThat(ledger.imbalance(false)).as("it is at a row").isEmpty();
    assertThat(ledger.imbalance(true))
        .hasValue("the ledger does not balance at Window: 2 rows in, 1 accepted, 0 dropped");
    account.in(true);
    assertThat(ledger.imbalance(false)).as("it has lost sight of one").isPresent();
  }
}
