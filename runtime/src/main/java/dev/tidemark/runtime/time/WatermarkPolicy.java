package dev.tidemark.runtime.time;

import java.util.Locale;

/** When a periodic watermark generator is asked to emit. */
public enum WatermarkPolicy {
  /** SQL: {@link #AT_ONCE}; DataStream: {@link #PER_RECORD}; with a wall clock: by that clock. */
  AUTO,
  /** After every record, as in Flink when records come slower than the watermark interval. */
  PER_RECORD,
  /** Never before the end of input, as in Flink when all input comes within one interval. */
  AT_ONCE,
  /** Every {@code pipeline.auto-watermark-interval} of real time, as in Flink. Not repeatable. */
  WALL_CLOCK;

  /** As it is written in a configuration. */
  @Override
  public String toString() {
    return name().toLowerCase(Locale.ROOT).replace('_', '-');
  }
}
