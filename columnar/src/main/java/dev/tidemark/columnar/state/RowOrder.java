package dev.tidemark.columnar.state;

import dev.tidemark.columnar.ColumnarOptions;
import dev.tidemark.columnar.data.Batch;
import dev.tidemark.columnar.data.DoubleColumn;
import java.io.Serializable;
import java.util.Arrays;

/** The order of rows in a {@link RowStore}: by some columns, then by when they came. */
public final class RowOrder {
  private final RowStore rows;
  private final Field[] fields;
  private long[] arrivals = new long[16];
  private long arrived;

  /**
   * One column to sort by.
   *
   * @param column its place in a row
   * @param ascending whether small values come first
   * @param nullsLast whether rows without a value come last, whatever the direction
   */
  public record Field(int column, boolean ascending, boolean nullsLast) implements Serializable {}

  public RowOrder(RowStore rows, Field[] fields) {
    this.rows = rows;
    this.fields = fields;
  }

  /**
   * Fails at a value that has no place in an order, though Flink's comparator would take it.
   *
   * @throws IllegalArgumentException says what to do
   */
  public void check(Batch batch, int row) {
    for (Field field : fields) {
      if (batch.columns[field.column] instanceof DoubleColumn numbers && !numbers.isNull(row)) {
        double value = numbers.values[row];
        if (Double.isNaN(value) || Double.doubleToRawLongBits(value) == Long.MIN_VALUE) {
          throw new IllegalArgumentException(
              "Top-N sorts by "
                  + value
                  + ", for which Flink's comparator has no fixed place. Set "
                  + ColumnarOptions.ENABLED.key()
                  + " to false to let Flink's operators place it.");
        }
      }
    }
  }

  /** A row has come, under a number that may have been another's. */
  public void arrives(int number) {
    if (number >= arrivals.length) {
      arrivals = Arrays.copyOf(arrivals, Math.max(number + 1, arrivals.length * 2));
    }
    arrivals[number] = arrived++;
  }

  /** Lets a row take the place of another, which is sorted in the same way. */
  public void inherits(int number, int other) {
    arrivals[number] = arrivals[other];
  }

  /** Whether a row came before another. */
  public boolean isOlder(int number, int other) {
    return arrivals[number] < arrivals[other];
  }

  /** Compares two rows, of which only a row and itself are equal. */
  public int compare(int number, int other) {
    int result = compareKeys(number, other);
    return result != 0 ? result : Long.compare(arrivals[number], arrivals[other]);
  }

  /** Compares what two rows are sorted by. */
  public int compareKeys(int number, int other) {
    for (Field field : fields) {
      boolean isNull = rows.isNull(number, field.column);
      boolean otherIsNull = rows.isNull(other, field.column);
      if (isNull || otherIsNull) {
        if (isNull && otherIsNull) {
          continue;
        }
        return isNull == field.nullsLast ? 1 : -1;
      }
      int result = rows.compare(number, field.column, other);
      if (result != 0) {
        return field.ascending ? result : -result;
      }
    }
    return 0;
  }

  /**
   * A number by which most rows can be told apart without looking at them: one that is less than
   * another's comes first; of two with the same, {@link #compare} knows.
   */
  public long key(int number) {
    if (fields.length == 0) {
      return 0;
    }
    Field first = fields[0];
    if (rows.isNull(number, first.column)) {
      return first.nullsLast ? Long.MAX_VALUE : Long.MIN_VALUE;
    }
    long key = rows.sortKey(number, first.column);
    return first.ascending ? key : ~key;
  }

  /** Bytes that are held. */
  public long memory() {
    return arrivals.length * 8L;
  }
}
