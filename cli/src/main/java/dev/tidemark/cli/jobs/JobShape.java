package dev.tidemark.cli.jobs;

import dev.tidemark.runtime.source.SteppedSource;
import java.lang.reflect.Field;
import org.apache.flink.api.connector.source.Boundedness;
import org.apache.flink.runtime.jobgraph.JobType;
import org.apache.flink.streaming.api.functions.source.legacy.FromElementsFunction;
import org.apache.flink.streaming.api.functions.source.legacy.InputFormatSourceFunction;
import org.apache.flink.streaming.api.functions.source.legacy.SourceFunction;
import org.apache.flink.streaming.api.graph.StreamGraph;
import org.apache.flink.streaming.api.graph.StreamNode;
import org.apache.flink.streaming.api.operators.SimpleOperatorFactory;
import org.apache.flink.streaming.api.operators.SourceOperatorFactory;
import org.apache.flink.streaming.api.operators.StreamOperatorFactory;
import org.apache.flink.streaming.api.operators.StreamSource;
import org.apache.flink.streaming.api.operators.collect.CollectSinkOperatorFactory;

/**
 * What matters about a job to the one who waits for it.
 *
 * @param bounded whether it ends by itself; false when in doubt
 * @param collects whether its results are fetched by a client, who also decides when it is over
 */
@SuppressWarnings("deprecation") // legacy sources are deprecated, and still what SQL makes
record JobShape(boolean bounded, boolean collects) {

  static final JobShape UNKNOWN = new JobShape(false, false);

  static JobShape of(StreamGraph graph) {
    boolean bounded =
        graph.getJobType() == JobType.BATCH
            || graph.getSourceIDs().stream().allMatch(id -> bounded(graph.getStreamNode(id)));
    boolean collects =
        graph.getStreamNodes().stream()
            .anyMatch(node -> node.getOperatorFactory() instanceof CollectSinkOperatorFactory);
    return new JobShape(bounded, collects);
  }

  private static boolean bounded(StreamNode source) {
    StreamOperatorFactory<?> factory = source.getOperatorFactory();
    if (factory instanceof SourceOperatorFactory<?> modern) {
      return modern.getBoundedness() == Boundedness.BOUNDED;
    }
    if (SteppedSource.isMadeBy(factory)) {
      return true;
    }
    return factory instanceof SimpleOperatorFactory<?> legacy
        && legacy.getOperator() instanceof StreamSource<?, ?> operator
        && bounded(operator.getUserFunction());
  }

  /** A legacy source does not say whether it ends: the kinds that SQL makes are known. */
  private static boolean bounded(SourceFunction<?> function) {
    if (function instanceof FromElementsFunction || function instanceof InputFormatSourceFunction) {
      return true;
    }
    try {
      // flink-connector-datagen's source: null when no 'number-of-rows' is set.
      Field rows = function.getClass().getDeclaredField("numberOfRows");
      rows.setAccessible(true);
      return rows.get(function) != null;
    } catch (ReflectiveOperationException | RuntimeException e) {
      return false;
    }
  }
}
