package dev.tidemark.runtime.engine;

import java.io.IOException;
import java.util.Arrays;
import org.apache.flink.api.common.typeutils.TypeSerializer;
import org.apache.flink.core.memory.DataInputDeserializer;
import org.apache.flink.core.memory.DataOutputSerializer;
import org.apache.flink.core.memory.MemorySegmentFactory;
import org.apache.flink.streaming.runtime.streamrecord.StreamRecord;
import org.apache.flink.table.data.RowData;
import org.apache.flink.table.data.binary.BinaryRowData;
import org.apache.flink.table.runtime.typeutils.RowDataSerializer;

/** What a record becomes on its way through a network channel: written, and read again. */
abstract class RoundTrip {
  abstract Object fresh(Object value) throws IOException;

  StreamRecord<Object> fresh(StreamRecord<Object> record) throws IOException {
    // Not StreamRecord#copy: the channel does not keep what the writer's object carries besides.
    Object value = fresh(record.getValue());
    return record.hasTimestamp()
        ? new StreamRecord<>(value, record.getTimestamp())
        : new StreamRecord<>(value);
  }

  /**
   * The way of an edge's records.
   *
   * @param own whether nobody else knows the objects that come, so that a binary row needs no copy
   */
  static RoundTrip of(TypeSerializer<?> writer, TypeSerializer<?> reader, boolean own) {
    if (writer instanceof RowDataSerializer rows && reader instanceof RowDataSerializer) {
      return new Rows(rows, own);
    }
    @SuppressWarnings("unchecked")
    TypeSerializer<Object> w = (TypeSerializer<Object>) writer;
    @SuppressWarnings("unchecked")
    TypeSerializer<Object> r = (TypeSerializer<Object>) reader;
    return new Bytes(w, r);
  }

  /** A row arrives as a binary row, whatever it was before; copying that form is all it takes. */
  private static final class Rows extends RoundTrip {
    private final RowDataSerializer serializer;
    private final boolean own;

    Rows(RowDataSerializer serializer, boolean own) {
      this.serializer = (RowDataSerializer) serializer.duplicate();
      this.own = own;
    }

    @Override
    StreamRecord<Object> fresh(StreamRecord<Object> record) throws IOException {
      return own && record.getValue() instanceof BinaryRowData ? record : super.fresh(record);
    }

    @Override
    Object fresh(Object value) {
      BinaryRowData row = serializer.toBinaryRow((RowData) value);
      if (row.getSegments().length > 1 || row.getSegments()[0].isOffHeap()) {
        return row.copy();
      }
      // As BinaryRowData#copy, without its checks of every few bytes.
      int start = row.getOffset();
      byte[] copy =
          Arrays.copyOfRange(row.getSegments()[0].getArray(), start, start + row.getSizeInBytes());
      BinaryRowData fresh = new BinaryRowData(row.getArity());
      fresh.pointTo(MemorySegmentFactory.wrap(copy), 0, copy.length);
      return fresh;
    }
  }

  private static final class Bytes extends RoundTrip {
    private final TypeSerializer<Object> writer;
    private final TypeSerializer<Object> reader;
    private final DataOutputSerializer out = new DataOutputSerializer(128);
    private final DataInputDeserializer in = new DataInputDeserializer();

    Bytes(TypeSerializer<Object> writer, TypeSerializer<Object> reader) {
      this.writer = writer.duplicate();
      this.reader = reader.duplicate();
    }

    @Override
    Object fresh(Object value) throws IOException {
      out.clear();
      writer.serialize(value, out);
      in.setBuffer(out.getSharedBuffer(), 0, out.length());
      return reader.deserialize(in);
    }
  }
}
