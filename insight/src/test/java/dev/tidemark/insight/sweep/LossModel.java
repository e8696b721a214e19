package dev.tidemark.insight.sweep;

import java.util.function.LongFunction;

/** What windows lose, written from Flink's documented rules and independent of the engine. */
final class LossModel {
  private LossModel() {}

  /**
   * Losses of one run.
   *
   * @param rows rows in none of their windows
   * @param contributions pairs of row and window
   * @param windows pairs of row and window that there are, lost or not
   */
  record Losses(long rows, long contributions, long windows) {}

  /**
   * Feeds rows in arrival order: each is judged by the watermark before it and then may set one.
   *
   * @param windowEnds the ends of the windows of a time, ascending
   */
  static Losses of(long[] times, long delay, long interval, LongFunction<long[]> windowEnds) {
    long watermark = Long.MIN_VALUE;
    long emitted = 0;
    long current = 0;
    long rows = 0;
    long contributions = 0;
    long windows = 0;
    for (long time : times) {
      int lost = 0;
      long[] ends = windowEnds.apply(time);
      for (long end : ends) {
        lost += end - 1 <= watermark ? 1 : 0;
      }
      windows += ends.length;
      contributions += lost;
      rows += lost == ends.length ? 1 : 0;
      current = Math.max(current, time - delay);
      if (current - emitted > interval) {
        emitted = current;
        watermark = current;
      }
    }
    return new Losses(rows, contributions, windows);
  }

  static LongFunction<long[]> tumble(long size) {
    return time -> new long[] {Math.floorDiv(time, size) * size + size};
  }

  static LongFunction<long[]> hop(long slide, long size) {
    return time -> {
      long[] ends = new long[(int) (size / slide)];
      long first = Math.floorDiv(time, slide) * slide + slide;
      for (int i = 0; i < ends.length; i++) {
        ends[i] = first + i * slide;
      }
      return ends;
    };
  }

  static LongFunction<long[]> cumulate(long step, long size) {
    return time -> {
      long last = Math.floorDiv(time, size) * size + size;
      long first = Math.floorDiv(time, step) * step + step;
      long[] ends = new long[(int) ((last - first) / step) + 1];
      for (int i = 0; i < ends.length; i++) {
        ends[i] = first + i * step;
      }
      return ends;
    };
  }
}
