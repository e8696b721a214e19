package dev.tidemark.runtime.compat;

import java.time.ZoneId;
import org.apache.flink.api.java.functions.KeySelector;
import org.apache.flink.table.data.RowData;
import org.apache.flink.table.runtime.operators.aggregate.window.LocalSlicingWindowAggOperator;
import org.apache.flink.table.runtime.operators.window.tvf.common.WindowAggOperator;
import org.apache.flink.table.runtime.operators.window.tvf.common.WindowAssigner;
import org.apache.flink.table.runtime.operators.window.tvf.slicing.SliceAssigner;

/** What SQL's window operators keep private: which windows there are and how rows get into them. */
public final class WindowFields {
  private WindowFields() {}

  /** The assigner of the first phase of a window aggregation. */
  public static SliceAssigner assigner(LocalSlicingWindowAggOperator operator) {
    return (SliceAssigner)
        FlinkFields.read(LocalSlicingWindowAggOperator.class, "sliceAssigner", operator);
  }

  /** The zone by which a first phase shifts time stamps; UTC for none. */
  public static ZoneId zone(LocalSlicingWindowAggOperator operator) {
    return (ZoneId)
        FlinkFields.read(LocalSlicingWindowAggOperator.class, "shiftTimezone", operator);
  }

  /** How a first phase finds the key of a row. */
  @SuppressWarnings("unchecked")
  public static KeySelector<RowData, RowData> keys(LocalSlicingWindowAggOperator operator) {
    return (KeySelector<RowData, RowData>)
        FlinkFields.read(LocalSlicingWindowAggOperator.class, "keySelector", operator);
  }

  /** What a window operator does with a row: aggregate, rank or deduplicate. */
  public static Object processor(WindowAggOperator<?, ?> operator) {
    return FlinkFields.read(WindowAggOperator.class, "windowProcessor", operator);
  }

  /** The assigner of a window operator's processor. */
  public static WindowAssigner assigner(Object processor) {
    Object assigner = find(processor, "sliceAssigner");
    if (assigner == null) {
      assigner = find(processor, "unsliceAssigner");
    }
    return (WindowAssigner) (assigner == null ? find(processor, "windowAssigner") : assigner);
  }

  /** The zone by which a window operator's processor shifts time stamps; UTC for none. */
  public static ZoneId zone(Object processor) {
    return (ZoneId) find(processor, "shiftTimeZone");
  }

  /** Where an assigner finds the row time in a row; -1 if it takes another time. */
  public static int rowTimeIndex(WindowAssigner assigner) {
    Object index = find(assigner, "rowtimeIndex");
    return index == null ? -1 : (Integer) index;
  }

  /** The assigner inside one that reads windows which another operator has attached; else null. */
  public static SliceAssigner inner(WindowAssigner assigner) {
    return (SliceAssigner) find(assigner, "innerAssigner");
  }

  /** Reads a field of an object's class or of one above it; null if there is none. */
  static Object find(Object target, String field) {
    for (Class<?> type = target.getClass(); type != Object.class; type = type.getSuperclass()) {
      for (java.lang.reflect.Field each : type.getDeclaredFields()) {
        if (each.getName().equals(field)) {
          return FlinkFields.read(type, field, target);
        }
      }
    }
    return null;
  }
}
