package dev.tidemark.runtime.compat;

import org.apache.flink.api.common.typeutils.TypeSerializer;
import org.apache.flink.table.runtime.typeutils.RowDataSerializer;
import org.apache.flink.table.types.logical.LogicalType;

/** The column types that a row serializer knows and does not tell. */
public final class RowTypes {
  private RowTypes() {}

  /** The types of a row's columns; null if the serializer is not one of SQL rows. */
  public static LogicalType[] of(TypeSerializer<?> serializer) {
    return serializer instanceof RowDataSerializer
        ? (LogicalType[]) FlinkFields.read(RowDataSerializer.class, "types", serializer)
        : null;
  }
}
