package dev.tidemark.runtime.engine;

import dev.tidemark.runtime.plan.Plan;
import dev.tidemark.runtime.plan.PlanNode;
import dev.tidemark.runtime.source.SteppedSource;
import java.util.Set;
import org.apache.flink.api.connector.source.Boundedness;
import org.apache.flink.runtime.jobgraph.JobType;
import org.apache.flink.streaming.api.operators.InputFormatOperatorFactory;
import org.apache.flink.streaming.api.operators.SourceOperatorFactory;
import org.apache.flink.streaming.api.operators.StreamOperatorFactory;
import org.apache.flink.streaming.api.operators.UdfStreamOperatorFactory;

/** What a plan tells about the program behind it. */
final class PlanTraits {
  /** Legacy source functions of Flink's own that always end. */
  private static final Set<String> BOUNDED_FUNCTIONS =
      Set.of(
          "InputFormatSourceFunction",
          "FromElementsFunction",
          "FromIteratorFunction",
          "FromSplittableIteratorFunction",
          "StatefulSequenceSource",
          "ContinuousFileMonitoringFunction");

  private PlanTraits() {}

  /** Whether any operator comes from Flink's Table API. */
  static boolean usesTableOperators(Plan plan, ClassLoader loader) {
    for (PlanNode node : plan.nodes()) {
      // Generated operators have a factory of the Table API; asking it for the class compiles it.
      if (isTable(node.factory().getClass())
          || isTable(node.factory().getStreamOperatorClass(loader))) {
        return true;
      }
    }
    return false;
  }

  private static boolean isTable(Class<?> type) {
    return type.getName().startsWith("org.apache.flink.table.");
  }

  /** Whether any source may never end. */
  static boolean readsUnbounded(Plan plan) {
    for (PlanNode node : plan.nodes()) {
      if (node.isSource() && !isBounded(plan, node.factory())) {
        return true;
      }
    }
    return false;
  }

  /** Whether a source is known to end by itself. Legacy sources do not tell, but for a few. */
  static boolean isBounded(Plan plan, StreamOperatorFactory<?> factory) {
    if (factory instanceof SourceOperatorFactory<?> source) {
      return source.getBoundedness() == Boundedness.BOUNDED;
    }
    if (plan.jobGraph().getJobType() == JobType.BATCH) {
      return true;
    }
    if (factory instanceof InputFormatOperatorFactory || SteppedSource.isMadeBy(factory)) {
      return true;
    }
    return factory instanceof UdfStreamOperatorFactory<?> udf
        && BOUNDED_FUNCTIONS.contains(udf.getUserFunction().getClass().getSimpleName());
  }
}
