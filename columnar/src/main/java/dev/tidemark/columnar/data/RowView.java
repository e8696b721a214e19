package dev.tidemark.columnar.data;

import org.apache.flink.core.memory.MemorySegment;
import org.apache.flink.core.memory.MemorySegmentFactory;
import org.apache.flink.table.data.ArrayData;
import org.apache.flink.table.data.DecimalData;
import org.apache.flink.table.data.MapData;
import org.apache.flink.table.data.RawValueData;
import org.apache.flink.table.data.RowData;
import org.apache.flink.table.data.StringData;
import org.apache.flink.table.data.TimestampData;
import org.apache.flink.table.data.binary.BinaryStringData;
import org.apache.flink.types.RowKind;
import org.apache.flink.types.variant.Variant;

/** One row of a batch, for Flink's generated code: nothing is copied. */
public final class RowView implements RowData {
  private Batch batch;
  private int row;
  private byte[] bytes;
  private MemorySegment[] segments;

  /** Goes to a row of a batch. */
  public RowView at(Batch newBatch, int newRow) {
    batch = newBatch;
    row = newRow;
    return this;
  }

  private long number(int field) {
    return ((LongColumn) batch.columns[field]).values[row];
  }

  @Override
  public int getArity() {
    return batch.columns.length;
  }

  @Override
  public RowKind getRowKind() {
    return batch.kinds == null ? RowKind.INSERT : RowKind.fromByteValue(batch.kinds[row]);
  }

  @Override
  public void setRowKind(RowKind kind) {
    throw new UnsupportedOperationException("a view of a row");
  }

  @Override
  public boolean isNullAt(int field) {
    return batch.columns[field].isNull(row);
  }

  @Override
  public boolean getBoolean(int field) {
    return number(field) != 0;
  }

  @Override
  public byte getByte(int field) {
    return (byte) number(field);
  }

  @Override
  public short getShort(int field) {
    return (short) number(field);
  }

  @Override
  public int getInt(int field) {
    return (int) number(field);
  }

  @Override
  public long getLong(int field) {
    return number(field);
  }

  @Override
  public float getFloat(int field) {
    return (float) getDouble(field);
  }

  @Override
  public double getDouble(int field) {
    return ((DoubleColumn) batch.columns[field]).values[row];
  }

  @Override
  public StringData getString(int field) {
    BytesColumn column = (BytesColumn) batch.columns[field];
    if (column.bytes != bytes) {
      bytes = column.bytes;
      segments = new MemorySegment[] {MemorySegmentFactory.wrap(bytes)};
    }
    return BinaryStringData.fromAddress(segments, column.starts[row], column.lengths[row]);
  }

  @Override
  public DecimalData getDecimal(int field, int precision, int scale) {
    if (batch.columns[field] instanceof ObjectColumn objects) {
      return (DecimalData) objects.values[row];
    }
    return DecimalData.fromUnscaledLong(number(field), precision, scale);
  }

  @Override
  public TimestampData getTimestamp(int field, int precision) {
    LongColumn column = (LongColumn) batch.columns[field];
    return TimestampData.fromEpochMillis(
        column.values[row], column.nanos == null ? 0 : column.nanos[row]);
  }

  @Override
  public <T> RawValueData<T> getRawValue(int field) {
    throw none();
  }

  @Override
  public byte[] getBinary(int field) {
    throw none();
  }

  @Override
  public ArrayData getArray(int field) {
    throw none();
  }

  @Override
  public MapData getMap(int field) {
    throw none();
  }

  @Override
  public RowData getRow(int field, int fields) {
    throw none();
  }

  @Override
  public Variant getVariant(int field) {
    throw none();
  }

  private static UnsupportedOperationException none() {
    return new UnsupportedOperationException("no column holds such values");
  }
}
