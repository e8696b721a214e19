package dev.tidemark.runtime.engine;

import dev.tidemark.runtime.time.WatermarkPolicy;
import org.apache.flink.streaming.api.operators.SourceOperator;
import org.apache.flink.streaming.api.operators.StreamOperator;
import org.apache.flink.streaming.runtime.operators.TimestampsAndWatermarksOperator;
import org.apache.flink.table.runtime.operators.wmassigners.WatermarkAssignerOperator;

/** Knows which operators use their timers for nothing but periodic watermarks. */
final class WatermarkGenerators {
  private WatermarkGenerators() {}

  static boolean isGenerator(Class<? extends StreamOperator<?>> operator) {
    return TimestampsAndWatermarksOperator.class.isAssignableFrom(operator)
        || SourceOperator.class.isAssignableFrom(operator)
        || WatermarkAssignerOperator.class.isAssignableFrom(operator);
  }

  /** The policy that {@code AUTO} stands for. */
  static WatermarkPolicy resolve(WatermarkPolicy configured, boolean sql, boolean wallClock) {
    if (configured != WatermarkPolicy.AUTO) {
      return configured;
    }
    if (sql) {
      return wallClock ? WatermarkPolicy.WALL_CLOCK : WatermarkPolicy.AT_ONCE;
    }
    return WatermarkPolicy.PER_RECORD;
  }
}
