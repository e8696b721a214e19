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
  void takeValue(Column from, int row, int at) {
    LongColumn source = (LongColumn) from;
    values[at] = source.values[row];
    if (source.nanos != null) {
      setNanos(at, source.nanos[row]);
    }
  }

  @Override
  void takeValues(Column source, int[] places, int from, int to) {
    LongColumn numbers = (LongColumn) source;
    if (numbers.nanos != null) {
      super.takeValues(source, places, from, to);
      return;
    }
    for (int i = from; i < to; i++) {
      values[i] = numbers.values[places[i]];
    }
  }

  @Override
  boolean sameValue(int row, Column other, int otherRow) {
    LongColumn that = (LongColumn) other;
    return values[row] == that.values[otherRow]
        && (nanos == null ? 0 : nanos[row]) == (that.nanos == null ? 0 : that.nanos[otherRow]);
  }

  @Override
  public void clear() {
    super.clear();
    if (nanos != null) {
      Arrays.fill(nanos, 0);
    }
  }
}
