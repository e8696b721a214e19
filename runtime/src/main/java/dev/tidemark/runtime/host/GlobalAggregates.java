package dev.tidemark.runtime.host;

import java.io.IOException;
import java.util.LinkedHashMap;
import java.util.Map;
import org.apache.flink.api.common.functions.AggregateFunction;
import org.apache.flink.runtime.taskexecutor.GlobalAggregateManager;

/** Aggregates that all subtasks of a job share; in a cluster Flink's JobMaster holds them. */
final class GlobalAggregates implements GlobalAggregateManager {
  private final Map<String, Object> accumulators = new LinkedHashMap<>();

  @Override
  @SuppressWarnings("unchecked")
  public <I, A, O> O updateGlobalAggregate(
      String name, Object value, AggregateFunction<I, A, O> function) throws IOException {
    try {
      A accumulator = (A) accumulators.get(name);
      if (accumulator == null) {
        accumulator = function.createAccumulator();
      }
      accumulator = function.add((I) value, accumulator);
      accumulators.put(name, accumulator);
      return function.getResult(accumulator);
    } catch (RuntimeException e) {
      throw new IOException("the global aggregate " + name + " failed", e);
    }
  }
}
