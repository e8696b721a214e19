package dev.tidemark.insight.run;

import static org.assertj.core.api.Assertions.assertThat;

import dev.tidemark.insight.Arrivals;
import dev.tidemark.insight.Observed;
import dev.tidemark.runtime.observe.NodeObserver;
import dev.tidemark.runtime.observe.ObservedNode;
import dev.tidemark.runtime.plan.PlanNode;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Which source holds event time back, in the middle of a run of several tables. */
class HeldBackTest {
  private static final Arrivals MOVES = Arrivals.atSeconds(10, 20, 30, 40, 50, 60);
  private static final Arrivals STANDS = Arrivals.atSeconds(10, 10, 10, 10, 10, 10);

  private static final String COUNTS =
      "SELECT COUNT(*) FROM TUMBLE(TABLE u, DESCRIPTOR(ts), INTERVAL '1' MINUTE)"
          + " GROUP BY window_start, window_end";

  @TempDir private Path dir;

  @Test
  void theChannelOfAUnionThatStandsStill() throws Exception {
    Middle middle = run(MOVES, STANDS, COUNTS);

    assertThat(middle.heldBack("WindowAggregate")).isEqualTo("slow");
    assertThat(middle.position("WindowAggregate")).isEqualTo(5_000);
    assertThat(middle.emitted("WatermarkAssigner")).isGreaterThan(5_000);
  }

  @Test
  void theInputOfAnIntervalJoinThatStandsStill() throws Exception {
    Middle middle =
        run(
            STANDS,
            MOVES,
            "SELECT f.id FROM fast f JOIN slow s ON f.k = s.k"
                + " AND f.ts BETWEEN s.ts - INTERVAL '5' SECOND AND s.ts");

    assertThat(middle.heldBack("IntervalJoin")).isEqualTo("fast");
  }

  @Test
  void theSourceWithinTheInputThatHoldsBack() throws Exception {
    Middle middle =
        run(
            MOVES,
            STANDS,
            "SELECT f.id FROM fast f JOIN u ON f.k = u.k"
                + " AND f.ts BETWEEN u.ts - INTERVAL '5' SECOND AND u.ts");

    assertThat(middle.heldBack("IntervalJoin")).isEqualTo("slow");
  }

  @Test
  void nothingWhereAllAreEquallyFar() throws Exception {
    assertThat(run(STANDS, STANDS, COUNTS).heldBack("WindowAggregate")).isNull();
  }

  private Middle run(Arrivals fast, Arrivals slow, String query) throws Exception {
    Middle middle = new Middle();
    List<String> script =
        List.of(
            fast.table(dir, "fast", 5_000),
            slow.table(dir, "slow", 5_000),
            "CREATE VIEW u AS SELECT k, ts FROM fast UNION ALL SELECT k, ts FROM slow");
    assertThat(Observed.watched(script, query, middle).complete()).isTrue();
    return middle;
  }

  /** What can be said when all sources are half read. */
  private static final class Middle implements Probe {
    private final Map<String, String> heldBack = new TreeMap<>();
    private final Map<String, Long> positions = new TreeMap<>();
    private final Map<String, Long> emitted = new TreeMap<>();

    @Override
    public NodeObserver observe(ObservedNode node, RunContext run) {
      return !node.plan().isSource()
          ? null
          : new NodeObserver() {
            @Override
            public void emitted() {
              look(run);
            }
          };
    }

    private void look(RunContext run) {
      List<PlanNode> sources = run.plan().nodes().stream().filter(PlanNode::isSource).toList();
      if (sources.stream().anyMatch(source -> run.rowsOf(source.index()) < 3)
          || !positions.isEmpty()) {
        return;
      }
      for (PlanNode node : run.plan().nodes()) {
        if (!node.isSource()) {
          String name = run.name(node).replaceFirst("[ (].*", "");
          String by = HeldBack.at(node, run);
          if (by != null) {
            heldBack.put(name, by);
          }
          positions.merge(name, run.position(node).watermark() - Arrivals.START, Math::max);
          emitted.merge(name, run.emitted(node).watermark() - Arrivals.START, Math::max);
        }
      }
    }

    String heldBack(String name) {
      return heldBack.get(name);
    }

    long position(String name) {
      return positions.get(name);
    }

    long emitted(String name) {
      return emitted.get(name);
    }
  }
}
