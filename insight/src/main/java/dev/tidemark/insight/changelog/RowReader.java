package dev.tidemark.insight.changelog;

import dev.tidemark.insight.run.ValueReader;
import dev.tidemark.runtime.compat.RowTypes;
import java.time.ZoneId;
import java.util.ArrayList;
import java.util.List;
import org.apache.flink.api.common.typeutils.TypeSerializer;
import org.apache.flink.table.data.RowData;
import org.apache.flink.table.types.logical.LogicalType;

/** Reads rows as lists of plain values, which may be kept. */
final class RowReader {
  private final LogicalType[] types;
  private final ValueReader values;

  private RowReader(LogicalType[] types, ZoneId zone) {
    this.types = types;
    this.values = new ValueReader(zone);
  }

  /** Null if the serializer is not one of SQL rows. */
  static RowReader of(TypeSerializer<?> serializer, ZoneId zone) {
    LogicalType[] types = serializer == null ? null : RowTypes.of(serializer);
    return types == null ? null : new RowReader(types, zone);
  }

  int arity() {
    return types.length;
  }

  List<Object> read(RowData row) {
    List<Object> read = new ArrayList<>(types.length);
    for (int i = 0; i < types.length; i++) {
      read.add(values.read(row, i, types[i]));
    }
    return read;
  }
}
