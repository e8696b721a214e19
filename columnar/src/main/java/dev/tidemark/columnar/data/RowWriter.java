package dev.tidemark.columnar.data;

import java.lang.invoke.MethodHandles;
import java.lang.invoke.VarHandle;
import java.nio.ByteOrder;
import java.util.stream.IntStream;
import org.apache.flink.core.memory.MemorySegment;
import org.apache.flink.core.memory.MemorySegmentFactory;
import org.apache.flink.table.data.DecimalData;
import org.apache.flink.table.data.GenericRowData;
import org.apache.flink.table.data.RowData;
import org.apache.flink.table.data.TimestampData;
import org.apache.flink.table.data.binary.BinaryRowData;
import org.apache.flink.table.types.logical.DecimalType;
import org.apache.flink.table.types.logical.LogicalType;
import org.apache.flink.table.types.logical.LogicalTypeRoot;
import org.apache.flink.table.types.logical.utils.LogicalTypeChecks;
import org.apache.flink.types.RowKind;

/**
 * Makes Flink's rows of what is in columns, in their binary form, byte for byte as BinaryRowWriter
 * writes it. A few rows at a time lie side by side in one array: an array for each, with all that
 * Flink puts around it, would be most of what a row costs.
 */
public final class RowWriter {
  /** Rows that share an array. Who keeps one of them keeps all, so they are not many. */
  public static final int GROUP = 32;

  private static final boolean LITTLE_ENDIAN = ByteOrder.nativeOrder() == ByteOrder.LITTLE_ENDIAN;
  private static final VarHandle LONGS =
      MethodHandles.byteArrayViewVarHandle(long[].class, ByteOrder.nativeOrder());

  /** A string that is no longer lies in the fixed part. */
  private static final int SHORT_STRING = 7;

  private static final int DECIMAL_BYTES = 16;

  private final LogicalType[] types;

  /**
   * Time stamps that are declared to milliseconds. Flink's CSV format reads more digits all the
   * same, and they count until the row is first serialized: the binary form has no room for them.
   */
  private final int[] coarse;

  /** How many bits a value has that lies in the fixed part. */
  private final int[] bits;

  private final boolean[] fine;
  private final boolean hasVariablePart;
  private final int nullBytes;
  private final int fixedBytes;
  private final RowData[] made = new RowData[GROUP];
  private final int[] rows = new int[GROUP];

  /** Where each row begins, and where the next of its variable values goes. */
  private final int[] starts = new int[GROUP + 1];

  private final int[] cursors = new int[GROUP];

  /**
   * @param types the types of the columns
   */
  public RowWriter(LogicalType[] types) {
    this.types = types;
    this.coarse =
        IntStream.range(0, types.length)
            .filter(i -> isTimestamp(types[i]) && !isFineTimestamp(types[i]))
            .toArray();
    this.bits = new int[types.length];
    this.fine = new boolean[types.length];
    boolean variable = false;
    for (int i = 0; i < types.length; i++) {
      bits[i] = bits(types[i]);
      fine[i] = isFineTimestamp(types[i]);
      variable |= !BinaryRowData.isInFixedLengthPart(types[i]);
    }
    this.hasVariablePart = variable;
    this.nullBytes = BinaryRowData.calculateBitSetWidthInBytes(types.length);
    this.fixedBytes = BinaryRowData.calculateFixPartSizeInBytes(types.length);
  }

  private static int bits(LogicalType type) {
    return switch (type.getTypeRoot()) {
      case BOOLEAN, TINYINT -> 8;
      case SMALLINT -> 16;
      case INTEGER, DATE, TIME_WITHOUT_TIME_ZONE, INTERVAL_YEAR_MONTH, FLOAT -> 32;
      default -> 64;
    };
  }

  /**
   * Rows of their own.
   *
   * @param from the first place in the batch's selection
   * @param to the place after the last, at most {@link #GROUP} away
   * @return an array that holds other rows after the next call, the first row in its first place
   */
  public RowData[] rows(Batch batch, int from, int to) {
    int count = to - from;
    for (int i = 0; i < count; i++) {
      rows[i] = batch.selected == null ? from + i : batch.selected[from + i];
    }
    for (int i : coarse) {
      if (((LongColumn) batch.columns[i]).nanos != null) {
        for (int each = 0; each < count; each++) {
          made[each] = generic(batch, rows[each]);
        }
        return made;
      }
    }
    lay(batch, count);
    byte[] data = new byte[starts[count]];
    if (batch.kinds != null) {
      for (int i = 0; i < count; i++) {
        data[starts[i]] = batch.kinds[rows[i]];
      }
    }
    for (int i = 0; i < types.length; i++) {
      write(i, batch.columns[i], count, data);
    }
    MemorySegment[] segments = {MemorySegmentFactory.wrap(data)};
    for (int i = 0; i < count; i++) {
      BinaryRowData row = new BinaryRowData(types.length);
      row.pointTo(segments, starts[i], starts[i + 1] - starts[i]);
      made[i] = row;
    }
    return made;
  }

  private RowData generic(Batch batch, int at) {
    RowKind kind = batch.kinds == null ? RowKind.INSERT : RowKind.fromByteValue(batch.kinds[at]);
    GenericRowData row = new GenericRowData(kind, types.length);
    for (int i = 0; i < types.length; i++) {
      row.setField(i, Columns.value(types[i], batch.columns[i], at));
    }
    return row;
  }

  /** Decides where each row begins. */
  private void lay(Batch batch, int count) {
    for (int i = 0; i < count; i++) {
      int size = fixedBytes;
      if (hasVariablePart) {
        for (int column = 0; column < types.length; column++) {
          size += variableBytes(column, batch.columns[column], rows[i]);
        }
      }
      cursors[i] = fixedBytes;
      starts[i + 1] = starts[i] + size;
    }
  }

  /** Values other than strings have their place even if they are missing. */
  private int variableBytes(int i, Column column, int row) {
    if (column instanceof BytesColumn strings) {
      int length = strings.lengths[row];
      return length <= SHORT_STRING || column.isNull(row) ? 0 : rounded(length);
    }
    return fine[i] ? Long.BYTES : column instanceof ObjectColumn ? DECIMAL_BYTES : 0;
  }

  private static int rounded(int bytes) {
    return (bytes + 7) & ~7;
  }

  private void write(int i, Column column, int count, byte[] data) {
    int field = nullBytes + i * Long.BYTES;
    if (column instanceof LongColumn numbers) {
      if (fine[i]) {
        writeTimes(field, numbers, count, data);
      } else {
        for (int each = 0; each < count; each++) {
          LONGS.set(data, starts[each] + field, fixed(numbers.values[rows[each]], bits[i]));
        }
      }
    } else if (column instanceof DoubleColumn numbers) {
      for (int each = 0; each < count; each++) {
        double value = numbers.values[rows[each]];
        long raw =
            bits[i] == 32
                ? Float.floatToRawIntBits((float) value)
                : Double.doubleToRawLongBits(value);
        LONGS.set(data, starts[each] + field, fixed(raw, bits[i]));
      }
    } else if (column instanceof BytesColumn strings) {
      for (int each = 0; each < count; each++) {
        if (!column.isNull(rows[each])) {
          writeString(each, field, strings, data);
        }
      }
    } else {
      writeDecimals(i, field, (ObjectColumn) column, count, data);
    }
    if (column.hasNulls) {
      for (int each = 0; each < count; each++) {
        if (column.nulls[rows[each]]) {
          setNull(i, each, field, data);
        }
      }
    }
  }

  /** A value at the lower address of its eight bytes, as if only so many bits had been written. */
  private static long fixed(long value, int bits) {
    if (bits == 64) {
      return value;
    }
    long upper = value << (64 - bits);
    return LITTLE_ENDIAN ? upper >>> (64 - bits) : upper;
  }

  /** Milliseconds behind the fixed part, and in it their place and the nanoseconds. */
  private void writeTimes(int field, LongColumn column, int count, byte[] data) {
    for (int each = 0; each < count; each++) {
      int row = rows[each];
      boolean isNull = column.isNull(row);
      long nanos = isNull || column.nanos == null ? 0 : column.nanos[row];
      LONGS.set(data, starts[each] + field, (long) cursors[each] << 32 | nanos);
      LONGS.set(data, starts[each] + cursors[each], isNull ? 0 : column.values[row]);
      cursors[each] += Long.BYTES;
    }
  }

  private void writeString(int each, int field, BytesColumn column, byte[] data) {
    int row = rows[each];
    int from = column.starts[row];
    int length = column.lengths[row];
    long fixed;
    if (length <= SHORT_STRING) {
      fixed = (length | 0x80L) << 56;
      for (int i = 0; i < length; i++) {
        fixed |= (column.bytes[from + i] & 0xFFL) << (LITTLE_ENDIAN ? i * 8 : (6 - i) * 8);
      }
    } else {
      fixed = (long) cursors[each] << 32 | length;
      System.arraycopy(column.bytes, from, data, starts[each] + cursors[each], length);
      cursors[each] += rounded(length);
    }
    LONGS.set(data, starts[each] + field, fixed);
  }

  private void writeDecimals(int i, int field, ObjectColumn column, int count, byte[] data) {
    int precision = ((DecimalType) types[i]).getPrecision();
    for (int each = 0; each < count; each++) {
      DecimalData value =
          column.isNull(rows[each]) ? null : (DecimalData) column.values[rows[each]];
      assert value == null || value.precision() == precision;
      byte[] unscaled = value == null ? new byte[0] : value.toUnscaledBytes();
      System.arraycopy(unscaled, 0, data, starts[each] + cursors[each], unscaled.length);
      LONGS.set(data, starts[each] + field, (long) cursors[each] << 32 | unscaled.length);
      cursors[each] += DECIMAL_BYTES;
    }
  }

  /** Marks a value as missing; one that is kept behind the fixed part keeps its place there. */
  private void setNull(int i, int each, int field, byte[] data) {
    int bit = i + BinaryRowData.HEADER_SIZE_IN_BITS;
    data[starts[each] + (bit >>> 3)] |= (byte) (1 << (bit & 7));
    if (BinaryRowData.isInFixedLengthPart(types[i])) {
      LONGS.set(data, starts[each] + field, 0L);
    }
  }

  private static boolean isTimestamp(LogicalType type) {
    return type.is(LogicalTypeRoot.TIMESTAMP_WITHOUT_TIME_ZONE)
        || type.is(LogicalTypeRoot.TIMESTAMP_WITH_LOCAL_TIME_ZONE);
  }

  private static boolean isFineTimestamp(LogicalType type) {
    return isTimestamp(type) && !TimestampData.isCompact(LogicalTypeChecks.getPrecision(type));
  }
}
