package dev.tidemark.columnar.state;

import dev.tidemark.columnar.data.Batch;
import dev.tidemark.columnar.data.BytesColumn;
import dev.tidemark.columnar.data.Column;
import dev.tidemark.columnar.data.Columns;
import dev.tidemark.columnar.data.DoubleColumn;
import dev.tidemark.columnar.data.LongColumn;
import java.util.Arrays;
import org.apache.flink.table.types.logical.LogicalType;

/**
 * Whole rows by number; a row can be replaced. The fields of a row lie side by side, because rows
 * are read and replaced one by one, anywhere. What replaced strings leave behind is swept out when
 * it is more than what is in use.
 */
public final class RowStore {
  private static final int FIRST_ROWS = 16;

  private final LogicalType[] types;
  private final boolean[] isString;
  private final boolean[] isDouble;
  private final int nullWords;
  private final int stride;

  /**
   * For each row: a bit for each field that is missing, then the fields. Floating-point numbers by
   * their bits, of a string where it starts, in the upper half, and its length.
   */
  private long[] fields;

  private byte[] strings = new byte[1024];
  private int end;
  private int garbage;
  private int rows;

  /** An empty store for rows of the given types. */
  public RowStore(LogicalType[] types) {
    this.types = types;
    this.nullWords = (types.length + 63) / 64;
    this.stride = nullWords + types.length;
    this.fields = new long[FIRST_ROWS * stride];
    this.isString = new boolean[types.length];
    this.isDouble = new boolean[types.length];
    for (int i = 0; i < types.length; i++) {
      Column column = Columns.of(types[i], 0);
      isString[i] = column instanceof BytesColumn;
      isDouble[i] = column instanceof DoubleColumn;
    }
  }

  /**
   * Takes a row of a batch.
   *
   * @param number its number: of one that is here, which is replaced, or the next one
   */
  public void put(int number, Batch batch, int row) {
    int base = number * stride;
    if (number < rows) {
      leaveStrings(base);
    } else {
      if (base == fields.length) {
        fields = Arrays.copyOf(fields, Math.multiplyExact(fields.length, 2));
      }
      rows = number + 1;
    }
    Arrays.fill(fields, base, base + stride, 0);
    for (int i = 0; i < types.length; i++) {
      Column column = batch.columns[i];
      if (column.isNull(row)) {
        fields[base + (i >> 6)] |= 1L << i;
      } else if (column instanceof LongColumn numbers) {
        fields[base + nullWords + i] = numbers.values[row];
      } else if (column instanceof DoubleColumn numbers) {
        fields[base + nullWords + i] = Double.doubleToRawLongBits(numbers.values[row]);
      } else {
        BytesColumn source = (BytesColumn) column;
        fields[base + nullWords + i] =
            append(source.bytes, source.starts[row], source.lengths[row]);
      }
    }
  }

  /** Forgets what a row holds; its number can be used again. */
  public void free(int number) {
    int base = number * stride;
    leaveStrings(base);
    Arrays.fill(fields, base, base + stride, 0);
  }

  private void leaveStrings(int base) {
    for (int i = 0; i < types.length; i++) {
      if (isString[i]) {
        garbage += (int) fields[base + nullWords + i];
      }
    }
  }

  private long append(byte[] source, int start, int length) {
    if (strings.length - end < length) {
      makeRoom(length);
    }
    System.arraycopy(source, start, strings, end, length);
    long place = ((long) end << 32) | length;
    end += length;
    return place;
  }

  /**
   * Moves the strings that are in use together, into an array that is twice as large if need be.
   */
  private void makeRoom(int length) {
    long needed = (long) end - garbage + length;
    long size =
        needed > strings.length / 2 ? Math.max(needed, 2L * strings.length) : strings.length;
    byte[] target = new byte[Math.toIntExact(Math.min(size, Integer.MAX_VALUE - 16))];
    int to = 0;
    for (int number = 0; number < rows; number++) {
      for (int i = 0; i < types.length; i++) {
        int field = number * stride + nullWords + i;
        int bytes = (int) fields[field];
        if (isString[i] && bytes > 0) {
          System.arraycopy(strings, (int) (fields[field] >>> 32), target, to, bytes);
          fields[field] = ((long) to << 32) | bytes;
          to += bytes;
        }
      }
    }
    strings = target;
    end = to;
    garbage = 0;
  }

  /** A field of a row that is neither a string nor a floating-point number. */
  public long number(int number, int column) {
    return fields[number * stride + nullWords + column];
  }

  /** Reads a little of a row; see {@link RowIndex#fetch}. */
  long fetch(int number) {
    return fields[number * stride];
  }

  /** Bytes that are held. */
  public long memory() {
    return fields.length * 8L + strings.length;
  }

  /**
   * Copies a row into a batch of the same columns, which may have more.
   *
   * @param at its place there; rows must come in rising order
   */
  public void write(int number, Batch into, int at) {
    int base = number * stride;
    for (int i = 0; i < types.length; i++) {
      Column column = into.columns[i];
      long field = fields[base + nullWords + i];
      if (isNull(number, i)) {
        column.setNull(at);
      } else if (column instanceof LongColumn numbers) {
        numbers.values[at] = field;
      } else if (column instanceof DoubleColumn numbers) {
        numbers.values[at] = Double.longBitsToDouble(field);
      } else {
        ((BytesColumn) column).append(at, strings, (int) (field >>> 32), (int) field);
      }
    }
  }

  /** Whether a row has no value in a column. */
  public boolean isNull(int number, int column) {
    return (fields[number * stride + (column >> 6)] & (1L << column)) != 0;
  }

  /**
   * Whether a row equals one of a batch in some columns, bit for bit, as Flink's binary rows do.
   */
  public boolean equal(int number, int[] columns, Batch batch, int row) {
    for (int i : columns) {
      Column column = batch.columns[i];
      boolean isNull = isNull(number, i);
      if (isNull != column.isNull(row) || (!isNull && !equal(number, i, column, row))) {
        return false;
      }
    }
    return true;
  }

  private boolean equal(int number, int i, Column other, int row) {
    long field = fields[number * stride + nullWords + i];
    if (other instanceof LongColumn numbers) {
      return field == numbers.values[row];
    }
    if (other instanceof DoubleColumn numbers) {
      return field == Double.doubleToRawLongBits(numbers.values[row]);
    }
    BytesColumn bytes = (BytesColumn) other;
    int start = (int) (field >>> 32);
    int otherStart = bytes.starts[row];
    return Arrays.equals(
        strings,
        start,
        start + (int) field,
        bytes.bytes,
        otherStart,
        otherStart + bytes.lengths[row]);
  }

  /** Compares two rows' values in a column; neither may be missing. */
  public int compare(int number, int column, int other) {
    long a = fields[number * stride + nullWords + column];
    long b = fields[other * stride + nullWords + column];
    if (isString[column]) {
      int start = (int) (a >>> 32);
      int otherStart = (int) (b >>> 32);
      return Arrays.compareUnsigned(
          strings, start, start + (int) a, strings, otherStart, otherStart + (int) b);
    }
    if (isDouble[column]) {
      double number1 = Double.longBitsToDouble(a);
      double number2 = Double.longBitsToDouble(b);
      return number1 > number2 ? 1 : number1 < number2 ? -1 : 0;
    }
    return Long.compare(a, b);
  }
}
