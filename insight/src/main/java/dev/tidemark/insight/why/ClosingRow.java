package dev.tidemark.insight.why;

import dev.tidemark.insight.run.EmissionInterval;
import dev.tidemark.insight.run.RunInsight;
import dev.tidemark.runtime.plan.Plan;
import dev.tidemark.runtime.plan.PlanEdge;
import dev.tidemark.runtime.plan.PlanInput;
import dev.tidemark.runtime.plan.PlanNode;
import java.util.Map;
import java.util.OptionalLong;
import java.util.Set;
import java.util.TreeSet;
import org.apache.flink.streaming.api.operators.StreamOperatorFactory;
import org.apache.flink.table.runtime.operators.wmassigners.WatermarkAssignerOperatorFactory;

/**
 * The event time of a row that would close a window. A row sets the watermark to its time − delay;
 * SQL's generator lets it go out only when it is more than the interval ahead of the last one
 * (WatermarkAssignerOperator#processElement).
 *
 * @param time epoch milliseconds: a row of that time or later
 * @param delay the watermark delay in milliseconds
 * @param byInterval the interval in milliseconds if it asks for more than the window does; else 0
 */
record ClosingRow(long time, long delay, long byInterval) {

  /**
   * Null if it cannot be told: watermarks are not row time − constant, or go out by a clock.
   *
   * @param node the operator with the window
   * @param firesAt the watermark that closes it
   * @param emitted the last watermark of each generator, by its index
   */
  static ClosingRow of(RunInsight run, PlanNode node, long firesAt, Map<Integer, Long> emitted) {
    OptionalLong delay = run.delays().of(node);
    if (delay.isEmpty() || EmissionInterval.isByClock(run.plan())) {
      return null;
    }
    Set<Integer> generators = new TreeSet<>();
    collect(run, node, generators);
    long needed = firesAt;
    for (int generator : generators) {
      needed = Math.max(needed, next(run.plan(), generator, emitted));
    }
    return new ClosingRow(
        needed + delay.getAsLong(),
        delay.getAsLong(),
        needed > firesAt ? EmissionInterval.of(run.plan()) : 0);
  }

  private static void collect(RunInsight run, PlanNode node, Set<Integer> generators) {
    if (run.delays().isGenerator(node)) {
      generators.add(node.index());
      return;
    }
    for (PlanInput input : node.inputs()) {
      for (PlanEdge edge : input.edges()) {
        collect(run, run.plan().node(edge.sourceId()), generators);
      }
    }
  }

  /** The smallest watermark that a generator lets out now. SQL's begin as if it were 0. */
  private static long next(Plan plan, int generator, Map<Integer, Long> emitted) {
    StreamOperatorFactory<?> factory = plan.nodes().get(generator).factory();
    return factory instanceof WatermarkAssignerOperatorFactory
        ? emitted.getOrDefault(generator, 0L) + EmissionInterval.of(plan) + 1
        : Long.MIN_VALUE;
  }
}
