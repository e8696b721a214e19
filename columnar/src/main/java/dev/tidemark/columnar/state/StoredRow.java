package dev.tidemark.columnar.state;

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

/** One row of a store, for Flink's generated code: nothing is copied. */
public final class StoredRow implements RowData {
  private final RowStore rows;
  private int number;
  private byte[] bytes;
  private MemorySegment[] segments;

  public StoredRow(RowStore rows) {
    this.rows = rows;
  }

  /** Goes to a row. */
  public StoredRow at(int newNumber) {
    number = newNumber;
    return this;
  }

  @Override
  public int getArity() {
    return rows.columns();
  }

  @Override
  public RowKind getRowKind() {
    return RowKind.INSERT;
  }

  @Override
  public void setRowKind(RowKind kind) {
    throw new UnsupportedOperationException("a view of a row");
  }

  @Override
  public boolean isNullAt(int field) {
    return rows.isNull(number, field);
  }

  @Override
  public boolean getBoolean(int field) {
    return rows.number(number, field) != 0;
  }

  @Override
  public byte getByte(int field) {
    return (byte) rows.number(number, field);
  }

  @Override
  public short getShort(int field) {
    return (short) rows.number(number, field);
  }

  @Override
  public int getInt(int field) {
    return (int) rows.number(number, field);
  }

  @Override
  public long getLong(int field) {
    return rows.number(number, field);
  }

  @Override
  public float getFloat(int field) {
    return (float) getDouble(field);
  }

  @Override
  public double getDouble(int field) {
    return Double.longBitsToDouble(rows.number(number, field));
  }

  @Override
  public StringData getString(int field) {
    byte[] now = rows.strings();
    if (now != bytes) {
      bytes = now;
      segments = new MemorySegment[] {MemorySegmentFactory.wrap(now)};
    }
    long place = rows.number(number, field);
    return BinaryStringData.fromAddress(segments, (int) (place >>> 32), (int) place);
  }

  @Override
  public DecimalData getDecimal(int field, int precision, int scale) {
    return DecimalData.fromUnscaledLong(rows.number(number, field), precision, scale);
  }

  @Override
  public TimestampData getTimestamp(int field, int precision) {
    return TimestampData.fromEpochMillis(rows.number(number, field));
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
