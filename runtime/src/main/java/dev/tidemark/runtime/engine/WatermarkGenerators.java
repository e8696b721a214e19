package dev.tidemark.runtime.engine;

import dev.tidemark.runtime.compat.FlinkFields;
import dev.tidemark.runtime.time.WatermarkPolicy;
import org.apache.flink.streaming.api.operators.SourceOperatorFactory;
import org.apache.flink.streaming.api.operators.StreamOperatorFactory;
import org.apache.flink.streaming.runtime.operators.TimestampsAndWatermarksOperatorFactory;
import org.apache.flink.table.runtime.operators.wmassigners.WatermarkAssignerOperatorFactory;

/** Knows which operators use their timers for nothing but periodic watermarks. */
final class WatermarkGenerators {
  private WatermarkGenerators() {}

  static boolean isGenerator(StreamOperatorFactory<?> factory) {
    return factory instanceof SourceOperatorFactory
        || factory instanceof TimestampsAndWatermarksOperatorFactory
        || factory instanceof WatermarkAssignerOperatorFactory;
  }

  /** Whether a generator serves a {@code WATERMARK FOR} clause. */
  static boolean isSql(StreamOperatorFactory<?> generator) {
    return generator instanceof SourceOperatorFactory<?> source
        ? FlinkFields.hasSqlWatermarks(source)
        : generator instanceof WatermarkAssignerOperatorFactory;
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
