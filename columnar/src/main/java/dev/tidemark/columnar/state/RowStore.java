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
 * there is no room for another.
 */
public final class RowStore {
  private static final int FIRST_ROWS = 16;

  private final LogicalType[] types;
  private final boolean[] isString;
  private final boolean[] isDouble;

  /** Whether any row ever had no value in a column. */
  private final boolean[] anyNull;

  private final int nullWords;
  private final int stride;

  /**
   * For each row: a bit for each field that is missing, then the fields. Floating-point numbers by
   * their bits, of a string where it starts, in the upper half, and its length.
   */
  private long[] fields;

  private byte[] strings = new byte[1024];
  private int end;
  private final RecentStrings recent = new RecentStrings();
  private int rows;

  /** An empty store for rows of the given types. */
  public RowStore(LogicalType[] types) {
    this.types = types;
    this.nullWords = (types.length + 63) / 64;
    this.stride = nullWords + types.length;
    this.fields = new long[FIRST_ROWS * stride];
    this.isString = new boolean[types.length];
    this.isDouble = new boolean[types.length];
    this.anyNull = new boolean[types.length];
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
    if (number == rows) {
      grow(base);
    }
    Arrays.fill(fields, base, base + stride, 0);
    for (int i = 0; i < types.length; i++) {
      putField(base, i, batch.columns[i], row);
    }
  }

  /** Takes a value into a field that holds none. */
  private void putField(int base, int i, Column column, int row) {
    if (column.isNull(row)) {
      fields[base + (i >> 6)] |= 1L << i;
      anyNull[i] = true;
    } else if (column instanceof LongColumn numbers) {
      fields[base + nullWords + i] = numbers.values[row];
    } else if (column instanceof DoubleColumn numbers) {
      fields[base + nullWords + i] = Double.doubleToRawLongBits(numbers.values[row]);
    } else {
      BytesColumn source = (BytesColumn) column;
      fields[base + nullWords + i] = append(source.bytes, source.starts[row], source.lengths[row]);
    }
  }

  /** Replaces a number in a row, which is there. */
  public void putNumber(int number, int column, long value) {
    fields[number * stride + nullWords + column] = value;
  }

  /**
   * Reads and replaces values of a column, one after the other.
   *
   * @param numbers of which rows
   * @param rows from which rows of the source the new values come; -1 leaves what is there
   * @param count how many they are
   * @param into gets, in places from 0 on, the values that are there then
   */
  public void replace(
      int column, int[] numbers, int[] rows, int count, Column source, Column into) {
    if (!anyNull[column] && !source.hasNulls && source instanceof LongColumn taken) {
      long[] values = ((LongColumn) into).values;
      for (int i = 0; i < count; i++) {
        int field = numbers[i] * stride + nullWords + column;
        if (rows[i] >= 0) {
          fields[field] = taken.values[rows[i]];
        }
        values[i] = fields[field];
      }
      return;
    }
    for (int i = 0; i < count; i++) {
      if (rows[i] >= 0) {
        replaceField(numbers[i] * stride, column, source, rows[i]);
      }
      writeField(numbers[i], column, into, i);
    }
  }

  /** Replaces the values of a row in some columns by those of a row of a batch. */
  public void replace(int number, int[] columns, Batch batch, int row) {
    for (int column : columns) {
      replaceField(number * stride, column, batch.columns[column], row);
    }
  }

  private void replaceField(int base, int column, Column source, int row) {
    fields[base + nullWords + column] = 0;
    fields[base + (column >> 6)] &= ~(1L << column);
    putField(base, column, source, row);
  }

  /**
   * Copies a row.
   *
   * @param number the copy's, which is of none or the next one
   */
  public void copy(int from, int number) {
    int base = number * stride;
    if (number == rows) {
      grow(base);
    }
    System.arraycopy(fields, from * stride, fields, base, stride);
    for (int i = 0; i < types.length; i++) {
      if (isString[i]) {
        int field = base + nullWords + i;
        long place = fields[field];
        fields[field] = 0; // nothing of this row is in use yet, should strings be moved
        fields[field] = append(strings, (int) (place >>> 32), (int) place);
      }
    }
  }

  private void grow(int base) {
    if (base == fields.length) {
      fields = Arrays.copyOf(fields, Math.multiplyExact(fields.length, 2));
    }
    rows++;
  }

  /** Forgets what a row holds; its number can be used again. */
  public void free(int number) {
    int base = number * stride;
    Arrays.fill(fields, base, base + stride, 0);
  }

  private long append(byte[] source, int start, int length) {
    long known = recent.find(strings, source, start, length);
    if (known >= 0) {
      return known;
    }
    if (strings.length - end < length) {
      makeRoom(length);
    }
    return place(source, start, length);
  }

  private long place(byte[] source, int start, int length) {
    System.arraycopy(source, start, strings, end, length);
    recent.add(strings, end, length);
    long place = ((long) end << 32) | length;
    end += length;
    return place;
  }

  /**
   * Moves the strings that are in use together, into an array that is twice as large if need be.
   */
  private void makeRoom(int length) {
    long needed = length;
    for (int number = 0; number < rows; number++) {
      for (int i = 0; i < types.length; i++) {
        needed += isString[i] ? (int) fields[number * stride + nullWords + i] : 0;
      }
    }
    long size =
        needed > strings.length / 2 ? Math.max(needed, 2L * strings.length) : strings.length;
    byte[] old = strings;
    strings = new byte[Math.toIntExact(Math.min(size, Integer.MAX_VALUE - 16))];
    end = 0;
    recent.clear();
    for (int number = 0; number < rows; number++) {
      for (int i = 0; i < types.length; i++) {
        int field = number * stride + nullWords + i;
        int bytes = (int) fields[field];
        if (isString[i] && bytes > 0) {
          int start = (int) (fields[field] >>> 32);
          long known = recent.find(strings, old, start, bytes);
          fields[field] = known >= 0 ? known : place(old, start, bytes);
        }
      }
    }
  }

  /** A field of a row that is neither a string nor a floating-point number. */
  public long number(int number, int column) {
    return fields[number * stride + nullWords + column];
  }

  /** Reads a little of a row; see {@link RowIndex#fetch}. */
  long fetch(int number) {
    return fields[number * stride] + fields[number * stride + stride - 1];
  }

  /** How many columns a row has. */
  int columns() {
    return types.length;
  }

  /** Where strings are; another array after rows have been added. */
  byte[] strings() {
    return strings;
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
    for (int i = 0; i < types.length; i++) {
      writeField(number, i, into.columns[i], at);
    }
  }

  /**
   * Copies values of a column into one of a batch.
   *
   * @param numbers of which rows; -1 for no value
   * @param from the first place in the list that is meant
   * @param to the one behind the last; the values get the same places in the batch
   */
  public void write(int column, int[] numbers, int from, int to, Column into) {
    if (into instanceof LongColumn longs && !anyNull[column]) {
      for (int i = from; i < to; i++) {
        if (numbers[i] < 0) {
          longs.setNull(i);
        } else {
          longs.values[i] = fields[numbers[i] * stride + nullWords + column];
        }
      }
      return;
    }
    for (int i = from; i < to; i++) {
      if (numbers[i] < 0) {
        into.setNull(i);
      } else {
        writeField(numbers[i], column, into, i);
      }
    }
  }

  private void writeField(int number, int i, Column column, int at) {
    long field = fields[number * stride + nullWords + i];
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

  /** Whether two rows are equal in some columns, bit for bit. */
  public boolean equal(int number, int other, int[] columns) {
    for (int i : columns) {
      long field = fields[number * stride + nullWords + i];
      long otherField = fields[other * stride + nullWords + i];
      if (isNull(number, i) != isNull(other, i)) {
        return false;
      }
      if (isString[i]) {
        int start = (int) (field >>> 32);
        int otherStart = (int) (otherField >>> 32);
        if (!Arrays.equals(
            strings,
            start,
            start + (int) field,
            strings,
            otherStart,
            otherStart + (int) otherField)) {
          return false;
        }
      } else if (field != otherField) {
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
    int length = bytes.lengths[row];
    return (int) field == length
        && KeyColumns.equal(strings, start, bytes.bytes, otherStart, length);
  }

  /**
   * A number that is less than that of another row only if the value in a column is less; of
   * strings it tells the first eight bytes. The value may not be missing.
   */
  long sortKey(int number, int column) {
    long field = fields[number * stride + nullWords + column];
    if (isDouble[column]) {
      return field ^ ((field >> 63) & Long.MAX_VALUE);
    }
    if (!isString[column]) {
      return field;
    }
    int start = (int) (field >>> 32);
    int length = (int) field;
    long key = 0;
    for (int i = 0; i < Long.BYTES; i++) {
      key = key << 8 | (i < length ? strings[start + i] & 0xFF : 0);
    }
    return key ^ Long.MIN_VALUE; // bytes compare without a sign
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
