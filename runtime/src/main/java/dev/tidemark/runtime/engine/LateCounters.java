package dev.tidemark.runtime.engine;

import dev.tidemark.runtime.compat.Metrics;
import org.apache.flink.metrics.Counter;
import org.apache.flink.streaming.api.operators.StreamOperator;

/** What Flink's operators have counted as dropped because it came late. */
final class LateCounters {
  private static final String[] NAMES = {
    "numLateRecordsDropped",
    // The two sides of a window join: WindowJoinHelper.
    "leftNumLateRecordsDropped",
    "rightNumLateRecordsDropped"
  };

  private LateCounters() {}

  static long sum(Iterable<Node> nodes) {
    long sum = 0;
    for (Node node : nodes) {
      StreamOperator<?> operator = node.operator();
      for (String name : NAMES) {
        Counter counter =
            operator == null ? null : Metrics.counter(operator.getMetricGroup(), name);
        sum += counter == null ? 0 : counter.getCount();
      }
    }
    return sum;
  }
}
