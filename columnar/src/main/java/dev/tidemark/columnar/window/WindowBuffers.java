package dev.tidemark.columnar.window;

import dev.tidemark.runtime.compat.WindowFields;
import java.util.List;
import org.apache.flink.api.dag.Transformation;
import org.apache.flink.streaming.api.operators.SimpleOperatorFactory;
import org.apache.flink.streaming.api.transformations.OneInputTransformation;
import org.apache.flink.table.runtime.operators.window.tvf.common.WindowAggOperator;

/** Finds the second phases of window aggregations in a job. */
public final class WindowBuffers {
  private WindowBuffers() {}

  /** Gives those second phases whose first phase runs in columns a {@link HeapWindowBuffer}. */
  public static void replaceIn(List<Transformation<?>> job) {
    for (Transformation<?> sink : job) {
      for (Transformation<?> step : sink.getTransitivePredecessors()) {
        if (step instanceof OneInputTransformation<?, ?> one
            && one.getOperatorFactory() instanceof SimpleOperatorFactory<?> factory
            && factory.getOperator() instanceof WindowAggOperator<?, ?> operator) {
          WindowFields.replaceBuffer(operator, HeapWindowBuffer.Factory::new);
        }
      }
    }
  }
}
