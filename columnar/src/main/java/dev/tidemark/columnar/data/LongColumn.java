package dev.tidemark.columnar.data;

import java.util.Arrays;

/**
 * Whole numbers and what is kept as such: BOOLEAN as 0 and 1, DATE in days, TIME in milliseconds of
 * the day, time stamps in milliseconds since 1970, DECIMAL of at most 18 digits unscaled.
 */
public final class LongColumn extends Column {
  public final long[] values;

  /** Nanoseconds within the millisecond, for time stamps that have any; null if none has. */
  public int[] nanos;

  public LongColumn(int capacity) {
    super(capacity);
    this.values = new long[capacity];
  }

  /** Sets the part of a time stamp that is finer than a millisecond: 0 to 999,999. */
  public void setNanos(int row, int nanosOfMillisecond) {
    if (nanos == null) {
      if (nanosOfMillisecond == 0) {
        return;
      }
      nanos = new int[values.length];
    }
    nanos[row] = nanosOfMillisecond;
  }

  @Override
  public void clear() {
    super.clear();
    if (nanos != null) {
      Arrays.fill(nanos, 0);
    }
  }
}
