package dev.tidemark.insight.audit;

import static org.assertj.core.api.Assertions.assertThat;

import dev.tidemark.insight.Arrivals;
import dev.tidemark.insight.Observed;
import dev.tidemark.insight.ledger.Drop;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.function.Function;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

/** Operators that ask for their state asynchronously ({@code table.exec.async-state.enabled}). */
class AsyncStateAuditTest {
  @TempDir private Path dir;

  /** Row 4 misses its window, row 6 comes to one of two overlapping ones. */
  private static Arrivals arrivals() {
    return Arrivals.atSeconds(1, 5, 21, 3, 22, 14, 43, 30).add("b", 2_000).add("b", 44_000);
  }

  private Observed run(boolean async, String phases, String query) throws Exception {
    return Observed.sql(
        Map.of(
            "table.exec.async-state.enabled",
            String.valueOf(async),
            "table.optimizer.agg-phase-strategy",
            phases),
        List.of(arrivals().table(dir, "e", 0)),
        query);
  }

  @ParameterizedTest
  @CsvSource({
    "ONE_PHASE, 'TUMBLE(TABLE e, DESCRIPTOR(ts), INTERVAL ''10'' SECOND)', 1",
    "TWO_PHASE, 'TUMBLE(TABLE e, DESCRIPTOR(ts), INTERVAL ''10'' SECOND)', 1",
    "ONE_PHASE, 'HOP(TABLE e, DESCRIPTOR(ts), INTERVAL ''10'' SECOND, INTERVAL ''20'' SECOND)', 2",
  })
  void windowAggregates(String phases, String window, int windows) throws Exception {
    String query =
        "SELECT k, window_start, COUNT(*) FROM " + window + " GROUP BY k, window_start, window_end";
    Observed seen = run(true, phases, query);
    Observed before = run(false, phases, query);

    assertThat(seen.results()).containsExactlyInAnyOrderElementsOf(before.results());
    long counted =
        seen.results().stream()
            .mapToLong(row -> Long.parseLong(row.replaceAll(".*, (\\d+)]", "$1")))
            .sum();
    assertThat(seen.account().contributionsLost())
        .isPositive()
        .isEqualTo((long) windows * arrivals().rows().size() - counted);
    assertThat(seen.account().droppedWhole()).isEqualTo(before.account().droppedWhole());
    Function<Drop, String> drop = each -> each.missed() + " " + each.late();
    assertThat(seen.lost(drop)).isEqualTo(before.lost(drop));
    if (phases.equals("ONE_PHASE")) {
      assertThat(seen.late()).isEqualTo(seen.account().droppedWhole());
    }
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "SELECT k, COUNT(*) FROM e GROUP BY k",
        "SELECT id, k FROM (SELECT *, ROW_NUMBER() OVER (PARTITION BY k ORDER BY ts DESC) n FROM e)"
            + " WHERE n = 1",
        "SELECT id, k FROM (SELECT *, ROW_NUMBER() OVER (PARTITION BY k ORDER BY id DESC) n FROM e)"
            + " WHERE n <= 2",
        "SELECT l.id FROM e l JOIN e r ON l.id = r.id"
      })
  void operatorsThatDropNothing(String query) throws Exception {
    Observed seen = run(true, "AUTO", query);

    assertThat(seen.run().ledger().notAudited()).isEmpty();
    assertThat(seen.run().ledger().accounts()).isEmpty();
    assertThat(seen.results())
        .containsExactlyInAnyOrderElementsOf(run(false, "AUTO", query).results());
  }

  @ParameterizedTest
  @ValueSource(strings = {"true", "false"})
  void windowJoin(boolean async) throws Exception {
    String side = "(SELECT * FROM TUMBLE(TABLE e, DESCRIPTOR(ts), INTERVAL '10' SECOND))";
    Observed seen =
        run(
            async,
            "AUTO",
            "SELECT l.id FROM %s l JOIN %s r ON l.id = r.id AND l.window_start = r.window_start AND l.window_end = r.window_end"
                .formatted(side, side));

    int lost = arrivals().rows().size() - seen.results().size();
    assertThat(lost).isPositive();
    assertThat(seen.run().ledger().droppedWhole()).isEqualTo(lost);
    assertThat(seen.run().rowsJudged()).isEqualTo(arrivals().rows().size());
    assertThat(seen.run().ledger().notAudited()).isEmpty();
  }
}
