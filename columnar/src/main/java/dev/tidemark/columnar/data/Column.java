package dev.tidemark.columnar.data;

import java.util.Arrays;

/** The values of one field in a batch of rows; what is not null is in the subclass. */
public abstract sealed class Column permits LongColumn, DoubleColumn, BytesColumn, ObjectColumn {
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

  /**
   * Takes a value of another column of this kind.
   *
   * @param at its place here; values must come in rising order
   */
  public final void take(Column from, int row, int at) {
    if (from.isNull(row)) {
      setNull(at);
    } else {
      takeValue(from, row, at);
    }
  }

  /**
   * Takes values of another column of this kind.
   *
   * @param places where they are there
   * @param from the first of these that is meant
   * @param to the one behind the last; the values get the same places here
   */
  public final void takeAll(Column source, int[] places, int from, int to) {
    takeValues(source, places, from, to);
    takeNulls(source, places, from, to);
  }

  /** Takes which values are missing. */
  final void takeNulls(Column source, int[] places, int from, int to) {
    if (source.hasNulls) {
      for (int i = from; i < to; i++) {
        if (source.nulls[places[i]]) {
          setNull(i);
        }
      }
    }
  }

  /** Takes values as {@link #takeAll} does; what it takes for missing ones is of no interest. */
  void takeValues(Column source, int[] places, int from, int to) {
    for (int i = from; i < to; i++) {
      if (!source.isNull(places[i])) {
        takeValue(source, places[i], i);
      }
    }
  }

  abstract void takeValue(Column from, int row, int at);

  /**
   * Whether two values are equal as a generated RecordEqualiser says: numbers by value, so that no
   * NaN equals another.
   */
  public final boolean same(int row, Column other, int otherRow) {
    boolean isNull = isNull(row);
    return isNull == other.isNull(otherRow) && (isNull || sameValue(row, other, otherRow));
  }

  abstract boolean sameValue(int row, Column other, int otherRow);

  /** Makes room for the next batch. */
  public void clear() {
    hasNulls = false;
  }
}
