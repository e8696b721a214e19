package dev.tidemark.columnar.state;

import dev.tidemark.columnar.data.Batch;
import dev.tidemark.columnar.data.BytesColumn;
import dev.tidemark.columnar.data.Column;
import dev.tidemark.columnar.data.Columns;
import dev.tidemark.columnar.data.DoubleColumn;
import dev.tidemark.columnar.data.LongColumn;
import java.lang.invoke.MethodHandles;
import java.lang.invoke.VarHandle;
import java.nio.ByteOrder;
import java.util.Arrays;
import org.apache.flink.table.data.binary.BinaryStringData;
import org.apache.flink.table.types.logical.LogicalType;
import org.apache.flink.table.types.logical.LogicalTypeRoot;

/** The keys of a table's entries, column by column, and how they hash and compare with rows. */
public final class KeyColumns {
  private static final VarHandle LONGS =
      MethodHandles.byteArrayViewVarHandle(long[].class, ByteOrder.LITTLE_ENDIAN);
  private static final long MIX = 0x9E3779B97F4A7C15L;
  private static final long NULL_HASH = 0x5851F42D4C957F2DL;

  private final int[] columns;
  private final LogicalType[] types;

  /** Numbers; of a string where it starts, in the upper half, and its length. */
  private final long[][] longs;

  private final byte[][] bytes;
  private final RecentStrings[] recent;
  private final int[] used;
  private final boolean[][] nulls;
  private final boolean[] hasNulls;

  /**
   * @param columns the key's places in a batch
   * @param types their types
   */
  public KeyColumns(int[] columns, LogicalType[] types) {
    this.columns = columns;
    this.types = types;
    this.longs = new long[columns.length][16];
    this.bytes = new byte[columns.length][];
    this.recent = new RecentStrings[columns.length];
    this.used = new int[columns.length];
    this.hasNulls = new boolean[columns.length];
    this.nulls = new boolean[columns.length][16];
    for (int i = 0; i < columns.length; i++) {
      if (isString(types[i])) {
        bytes[i] = new byte[256];
        recent[i] = new RecentStrings();
      }
    }
  }

  /** Whether values of a type can be keys. */
  public static boolean holds(LogicalType type) {
    return switch (type.getTypeRoot()) {
      case BOOLEAN, TINYINT, SMALLINT, INTEGER, BIGINT, DATE, CHAR, VARCHAR -> true;
      case DECIMAL -> Columns.holds(type);
      default -> false;
    };
  }

  private static boolean isString(LogicalType type) {
    return type.is(LogicalTypeRoot.CHAR) || type.is(LogicalTypeRoot.VARCHAR);
  }

  /** How many columns a key has. */
  public int size() {
    return columns.length;
  }

  /** Hashes the keys of the rows from one place in the selection to another. */
  public void hash(Batch batch, int from, int to, long[] into) {
    hash(batch, columns, from, to, into);
  }

  /** Hashes some columns of the rows from one place in the selection to another. */
  public static void hash(Batch batch, int[] columns, int from, int to, long[] into) {
    Arrays.fill(into, from, to, 0);
    for (int each : columns) {
      Column column = batch.columns[each];
      if (batch.selected != null || column.hasNulls) {
        for (int i = from; i < to; i++) {
          int row = batch.selected == null ? i : batch.selected[i];
          long value = column.isNull(row) ? NULL_HASH : hash(column, row);
          into[i] = mix(into[i] * 31 + value);
        }
      } else if (column instanceof LongColumn numbers) {
        for (int i = from; i < to; i++) {
          into[i] = mix(into[i] * 31 + numbers.values[i]);
        }
      } else {
        for (int i = from; i < to; i++) {
          into[i] = mix(into[i] * 31 + hash(column, i));
        }
      }
    }
  }

  private static long hash(Column column, int row) {
    if (column instanceof LongColumn numbers) {
      return numbers.values[row];
    }
    if (column instanceof DoubleColumn numbers) {
      return Double.doubleToRawLongBits(numbers.values[row]);
    }
    BytesColumn strings = (BytesColumn) column;
    return hash(strings.bytes, strings.starts[row], strings.lengths[row]);
  }

  /** Spreads a value over 64 bits. */
  public static long mix(long value) {
    long mixed = value * MIX;
    mixed ^= mixed >>> 32;
    mixed *= MIX;
    return mixed ^ (mixed >>> 29);
  }

  static long hash(byte[] data, int start, int length) {
    int end = start + length;
    if (length < Long.BYTES) {
      long few = length;
      for (int at = start; at < end; at++) {
        few = (few << 8) | (data[at] & 0xFF);
      }
      return mix(few);
    }
    long result = length;
    for (int at = start; at + Long.BYTES < end; at += Long.BYTES) {
      result = mix(result ^ (long) LONGS.get(data, at));
    }
    return mix(result ^ (long) LONGS.get(data, end - Long.BYTES)); // some for the second time
  }

  /** Whether two slices of the same length are equal; for short ones faster than Java's way. */
  static boolean equal(byte[] data, int start, byte[] other, int otherStart, int length) {
    int last = length - Long.BYTES;
    if (last < 0) {
      for (int i = 0; i < length; i++) {
        if (data[start + i] != other[otherStart + i]) {
          return false;
        }
      }
      return true;
    }
    for (int i = 0; i < last; i += Long.BYTES) {
      if ((long) LONGS.get(data, start + i) != (long) LONGS.get(other, otherStart + i)) {
        return false;
      }
    }
    return (long) LONGS.get(data, start + last) == (long) LONGS.get(other, otherStart + last);
  }

  /** Whether an entry's key is that of a row. */
  public boolean equal(int entry, Batch batch, int row) {
    for (int k = 0; k < columns.length; k++) {
      Column column = batch.columns[columns[k]];
      boolean isNull = column.isNull(row);
      if ((hasNulls[k] && nulls[k][entry]) != isNull) {
        return false;
      }
      if (isNull) {
        continue;
      }
      if (column instanceof LongColumn numbers) {
        if (longs[k][entry] != numbers.values[row]) {
          return false;
        }
      } else {
        BytesColumn strings = (BytesColumn) column;
        int length = strings.lengths[row];
        long place = longs[k][entry];
        int own = (int) (place >>> 32);
        int start = strings.starts[row];
        if ((int) place != length || !equal(bytes[k], own, strings.bytes, start, length)) {
          return false;
        }
      }
    }
    return true;
  }

  /** Whether an entry's key is that of an entry elsewhere, of the same types. */
  boolean equal(int entry, KeyColumns other, int otherEntry) {
    for (int k = 0; k < columns.length; k++) {
      boolean isNull = other.nulls[k][otherEntry];
      if (nulls[k][entry] != isNull) {
        return false;
      }
      if (isNull) {
        continue;
      }
      long place = longs[k][entry];
      long otherPlace = other.longs[k][otherEntry];
      if (bytes[k] == null) {
        if (place != otherPlace) {
          return false;
        }
      } else {
        int start = (int) (place >>> 32);
        int otherStart = (int) (otherPlace >>> 32);
        int length = (int) place;
        if ((int) otherPlace != length
            || !equal(bytes[k], start, other.bytes[k], otherStart, length)) {
          return false;
        }
      }
    }
    return true;
  }

  /** Takes the key of an entry elsewhere, of the same types. */
  void put(int entry, KeyColumns other, int otherEntry) {
    for (int k = 0; k < columns.length; k++) {
      if (entry == longs[k].length) {
        grow(k);
      }
      boolean isNull = other.nulls[k][otherEntry];
      nulls[k][entry] = isNull;
      hasNulls[k] |= isNull;
      if (isNull) {
        continue;
      }
      long place = other.longs[k][otherEntry];
      longs[k][entry] =
          bytes[k] == null ? place : place(k, other.bytes[k], (int) (place >>> 32), (int) place);
    }
  }

  /** Takes the key of a row for an entry. */
  public void put(int entry, Batch batch, int row) {
    for (int k = 0; k < columns.length; k++) {
      if (entry == longs[k].length) {
        grow(k);
      }
      Column column = batch.columns[columns[k]];
      boolean isNull = column.isNull(row);
      nulls[k][entry] = isNull;
      hasNulls[k] |= isNull;
      if (isNull) {
        continue;
      }
      if (column instanceof LongColumn numbers) {
        longs[k][entry] = numbers.values[row];
      } else {
        BytesColumn strings = (BytesColumn) column;
        longs[k][entry] = place(k, strings.bytes, strings.starts[row], strings.lengths[row]);
      }
    }
  }

  /** Where a string lies, which is put there if need be. */
  private long place(int k, byte[] source, int start, int length) {
    long known = recent[k].find(bytes[k], source, start, length);
    if (known >= 0) {
      return known;
    }
    int own = used[k];
    if (bytes[k].length - own < length) {
      int size = Math.addExact(own, length);
      bytes[k] = Arrays.copyOf(bytes[k], Math.max(size, doubled(bytes[k].length)));
    }
    System.arraycopy(source, start, bytes[k], own, length);
    used[k] += length;
    recent[k].add(bytes[k], own, length);
    return (long) own << 32 | length;
  }

  private static int doubled(int size) {
    return size < (1 << 30) ? size * 2 : Integer.MAX_VALUE - 16;
  }

  private void grow(int k) {
    int size = doubled(longs[k].length);
    longs[k] = Arrays.copyOf(longs[k], size);
    nulls[k] = Arrays.copyOf(nulls[k], size);
  }

  /**
   * Writes one column of an entry's key into a column of its type.
   *
   * @param at its place there; values must come in rising order
   */
  public void write(int entry, int k, Column into, int at) {
    if (nulls[k][entry]) {
      into.setNull(at);
    } else if (into instanceof LongColumn numbers) {
      numbers.values[at] = longs[k][entry];
    } else {
      long place = longs[k][entry];
      ((BytesColumn) into).append(at, bytes[k], (int) (place >>> 32), (int) place);
    }
  }

  /** One column of an entry's key as Flink's internal data structure. */
  public Object value(int entry, int k) {
    if (nulls[k][entry]) {
      return null;
    }
    if (isString(types[k])) {
      long place = longs[k][entry];
      int start = (int) (place >>> 32);
      return BinaryStringData.fromBytes(Arrays.copyOfRange(bytes[k], start, start + (int) place));
    }
    return Columns.value(types[k], longs[k][entry], 0);
  }

  /** Reads a little of an entry; see {@link RowIndex#fetch}. */
  long fetch(int entry) {
    long sum = 0;
    for (long[] each : longs) {
      sum += each[entry];
    }
    return sum;
  }

  /** Forgets all entries. */
  public void clear() {
    Arrays.fill(used, 0);
    Arrays.fill(hasNulls, false);
    for (RecentStrings each : recent) {
      if (each != null) {
        each.clear();
      }
    }
  }

  /** Bytes that are held. */
  public long memory() {
    long sum = 0;
    for (int k = 0; k < columns.length; k++) {
      sum += longs[k].length * 9L + (bytes[k] == null ? 0 : bytes[k].length);
    }
    return sum;
  }
}
