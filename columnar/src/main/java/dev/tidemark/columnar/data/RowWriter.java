package dev.tidemark.columnar.data;

import java.util.Arrays;
import java.util.stream.IntStream;
import org.apache.flink.core.memory.MemorySegment;
import org.apache.flink.core.memory.MemorySegmentFactory;
import org.apache.flink.table.data.DecimalData;
import org.apache.flink.table.data.GenericRowData;
import org.apache.flink.table.data.RowData;
import org.apache.flink.table.data.TimestampData;
import org.apache.flink.table.data.binary.BinaryRowData;
import org.apache.flink.table.data.binary.BinaryStringData;
import org.apache.flink.table.data.writer.BinaryRowWriter;
import org.apache.flink.table.types.logical.DecimalType;
import org.apache.flink.table.types.logical.LogicalType;
import org.apache.flink.table.types.logical.LogicalTypeRoot;
import org.apache.flink.table.types.logical.utils.LogicalTypeChecks;
import org.apache.flink.types.RowKind;

/** Makes Flink's rows of what is in columns, in their binary form: a copy of that is cheap. */
public final class RowWriter {
  private final LogicalType[] types;

  /**
   * Time stamps that are declared to milliseconds. Flink's CSV format reads more digits all the
   * same, and they count until the row is first serialized: the binary form has no room for them.
   */
  private final int[] coarse;

  private final BinaryRowData row;
  private final BinaryRowWriter writer;

  /** What strings were last read from. */
  private byte[] bytes;

  private MemorySegment[] segments;

  /**
   * @param types the types of the columns
   */
  public RowWriter(LogicalType[] types) {
    this.types = types;
    this.coarse =
        IntStream.range(0, types.length)
            .filter(i -> isTimestamp(types[i]) && !isFineTimestamp(types[i]))
            .toArray();
    this.row = new BinaryRowData(types.length);
    this.writer = new BinaryRowWriter(row);
  }

  /** A row of its own. */
  public RowData row(Batch batch, int at) {
    RowKind kind = batch.kinds == null ? RowKind.INSERT : RowKind.fromByteValue(batch.kinds[at]);
    for (int i : coarse) {
      if (((LongColumn) batch.columns[i]).nanos != null) {
        return generic(batch, at, kind);
      }
    }
    writer.reset();
    for (int i = 0; i < types.length; i++) {
      Column column = batch.columns[i];
      if (column.isNull(at)) {
        writeNull(i);
      } else if (column instanceof LongColumn numbers) {
        write(i, numbers, at);
      } else if (column instanceof BytesColumn strings) {
        writer.writeString(i, string(strings, at));
      } else if (column instanceof DoubleColumn numbers) {
        writeDouble(i, numbers.values[at]);
      } else {
        DecimalData decimal = (DecimalData) ((ObjectColumn) column).values[at];
        writer.writeDecimal(i, decimal, ((DecimalType) types[i]).getPrecision());
      }
    }
    writer.complete();
    row.setRowKind(kind);
    // As BinaryRowData#copy, without its checks of every few bytes.
    byte[] copy = Arrays.copyOf(row.getSegments()[0].getArray(), row.getSizeInBytes());
    BinaryRowData made = new BinaryRowData(types.length);
    made.pointTo(MemorySegmentFactory.wrap(copy), 0, copy.length);
    return made;
  }

  private RowData generic(Batch batch, int at, RowKind kind) {
    GenericRowData made = new GenericRowData(kind, types.length);
    for (int i = 0; i < types.length; i++) {
      made.setField(i, Columns.value(types[i], batch.columns[i], at));
    }
    return made;
  }

  private BinaryStringData string(BytesColumn column, int at) {
    if (column.bytes != bytes) {
      bytes = column.bytes;
      segments = new MemorySegment[] {MemorySegmentFactory.wrap(bytes)};
    }
    return BinaryStringData.fromAddress(segments, column.starts[at], column.lengths[at]);
  }

  private void write(int i, LongColumn column, int at) {
    long value = column.values[at];
    switch (types[i].getTypeRoot()) {
      case BOOLEAN -> writer.writeBoolean(i, value != 0);
      case TINYINT -> writer.writeByte(i, (byte) value);
      case SMALLINT -> writer.writeShort(i, (short) value);
      case INTEGER, DATE, TIME_WITHOUT_TIME_ZONE, INTERVAL_YEAR_MONTH ->
          writer.writeInt(i, (int) value);
      case TIMESTAMP_WITHOUT_TIME_ZONE, TIMESTAMP_WITH_LOCAL_TIME_ZONE -> {
        if (isFineTimestamp(types[i])) {
          int nanos = column.nanos == null ? 0 : column.nanos[at];
          writer.writeTimestamp(
              i,
              TimestampData.fromEpochMillis(value, nanos),
              LogicalTypeChecks.getPrecision(types[i]));
        } else {
          writer.writeLong(i, value);
        }
      }
      default -> writer.writeLong(i, value);
    }
  }

  private void writeDouble(int i, double value) {
    switch (types[i].getTypeRoot()) {
      case FLOAT -> writer.writeFloat(i, (float) value);
      default -> writer.writeDouble(i, value);
    }
  }

  /** Values that are kept apart from the fixed part keep their place there. */
  private void writeNull(int i) {
    LogicalType type = types[i];
    if (type instanceof DecimalType decimal && !DecimalData.isCompact(decimal.getPrecision())) {
      writer.writeDecimal(i, null, decimal.getPrecision());
    } else if (isFineTimestamp(type)) {
      writer.writeTimestamp(i, null, LogicalTypeChecks.getPrecision(type));
    } else {
      writer.setNullAt(i);
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
