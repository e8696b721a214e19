package dev.tidemark.columnar.data;

import java.util.Arrays;

/** The values of one field in a batch of rows; what is not null is in the subclass. */
public abstract sealed class Column permits LongColumn, DoubleColumn, BytesColumn {
  /** Whether a row has no value here; only to be read if {@link #hasNulls}. */
  public final boolean[] nulls;

  /** Whether any row of the batch has no value here. */
  public boolean hasNulls;

  Column(int capacity) {
    this.nulls = new boolean[capacity];
  }

  /** Whether a row has no value. */
  public final boolean isNull(int row) {
    return hasNulls && nulls[row];
  }

  /** Takes the value of a row away. */
  public final void setNull(int row) {
    if (!hasNulls) {
      Arrays.fill(nulls, false);
      hasNulls = true;
    }
    nulls[row] = true;
  }

  /** Makes room for the next batch. */
  public void clear() {
    hasNulls = false;
  }
}
