package dev.tidemark.runtime.plan;

import java.util.List;
import org.apache.flink.runtime.jobgraph.JobGraph;
import org.apache.flink.streaming.api.operators.CoordinatedOperatorFactory;
import org.apache.flink.streaming.api.operators.SourceOperatorFactory;
import org.apache.flink.streaming.api.operators.StreamOperatorFactory;
import org.apache.flink.streaming.api.operators.StreamSource;
import org.apache.flink.streaming.api.operators.collect.CollectSinkOperatorFactory;
import org.apache.flink.table.runtime.operators.dynamicfiltering.DynamicFilteringDataCollectorOperatorFactory;

/** Finds what this target does not run, before the first record. */
final class SupportCheck {
  private SupportCheck() {}

  /**
   * @throws UnsupportedPlanException naming the first operator that cannot run
   */
  static void check(JobGraph jobGraph, List<PlanNode> nodes) {
    if (jobGraph.getSavepointRestoreSettings().restoreSavepoint()) {
      throw new UnsupportedPlanException(
          "The job is to start from the savepoint "
              + jobGraph.getSavepointRestoreSettings().getRestorePath()
              + ", which target tidemark cannot read yet.");
    }
    for (PlanNode node : nodes) {
      StreamOperatorFactory<?> factory = node.factory();
      if (factory instanceof CoordinatedOperatorFactory && !knowsCoordinator(factory)) {
        throw new UnsupportedPlanException(
            "Operator '" + node.name() + "' needs a coordinator of its own on the job manager.");
      }
      if (node.isSource() && !isSource(factory)) {
        throw new UnsupportedPlanException(
            "Operator '"
                + node.name()
                + "' has no input and is no source that target tidemark knows.");
      }
    }
  }

  private static boolean knowsCoordinator(StreamOperatorFactory<?> factory) {
    return factory instanceof SourceOperatorFactory
        || factory instanceof CollectSinkOperatorFactory
        || factory instanceof DynamicFilteringDataCollectorOperatorFactory;
  }

  @SuppressWarnings("deprecation") // legacy sources run here as well
  private static boolean isSource(StreamOperatorFactory<?> factory) {
    return factory instanceof SourceOperatorFactory
        || StreamSource.class.isAssignableFrom(
            factory.getStreamOperatorClass(factory.getClass().getClassLoader()));
  }
}
