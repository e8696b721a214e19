package dev.tidemark.insight.audit;

import org.apache.flink.streaming.api.operators.SourceOperator;
import org.apache.flink.streaming.api.operators.StreamFilter;
import org.apache.flink.streaming.api.operators.StreamFlatMap;
import org.apache.flink.streaming.api.operators.StreamMap;
import org.apache.flink.streaming.api.operators.StreamOperator;
import org.apache.flink.streaming.api.operators.StreamSource;

/** Operators that never drop a row because of its time. */
final class KnownOperators {
  private static final String[] PACKAGES = {
    "org.apache.flink.table.runtime.operators.",
    "org.apache.flink.streaming.runtime.operators.sink",
    "org.apache.flink.connector.",
    "org.apache.flink.table.filesystem.",
    "org.apache.flink.streaming.runtime.operators.TimestampsAndWatermarksOperator",
    "dev.tidemark.runtime."
  };

  private KnownOperators() {}

  @SuppressWarnings("deprecation") // SQL still makes legacy sources
  static boolean dropsNothing(StreamOperator<?> operator) {
    if (operator instanceof SourceOperator
        || operator instanceof StreamSource
        || operator instanceof StreamMap
        || operator instanceof StreamFilter
        || operator instanceof StreamFlatMap) {
      return true;
    }
    String name = operator.getClass().getName();
    for (String known : PACKAGES) {
      if (name.startsWith(known)) {
        return true;
      }
    }
    // What SQL's planner has generated: projections and conditions.
    return name.indexOf('.') < 0 || name.startsWith("org.apache.flink.table.codegen");
  }
}
