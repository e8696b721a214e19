package dev.tidemark.insight.sweep;

import java.util.HashMap;
import java.util.Map;

/**
 * Counts losses by the largest delay under which they happen. The delays are kept to the
 * millisecond up to a bound on their number; beyond it they are rounded up to a power of two of
 * milliseconds, so that a loss is at most told to need a little more delay than it does.
 */
final class Thresholds {
  private final int cap;
  private Map<Long, Long> counts = new HashMap<>();
  private int shift;

  /**
   * @param cap different delays to keep
   */
  Thresholds(int cap) {
    this.cap = cap;
  }

  /**
   * Something is lost under every delay up to this one.
   *
   * @param delay in milliseconds, at least 0
   */
  void add(long delay) {
    counts.merge(delay >> shift, 1L, Long::sum);
    while (counts.size() > cap) {
      coarsen();
    }
  }

  private void coarsen() {
    shift++;
    Map<Long, Long> coarser = new HashMap<>();
    counts.forEach((delay, count) -> coarser.merge(delay >> 1, count, Long::sum));
    counts = coarser;
  }

  /** To how many milliseconds the delays are known; 1 if exactly. */
  long resolution() {
    return 1L << shift;
  }

  /** The delays, smallest first. */
  long[] delays() {
    return counts.keySet().stream()
        .mapToLong(delay -> ((delay + 1) << shift) - 1)
        .sorted()
        .toArray();
  }

  /** How many losses there are at one of {@link #delays}. */
  long count(long delay) {
    return counts.getOrDefault(delay >> shift, 0L);
  }
}
