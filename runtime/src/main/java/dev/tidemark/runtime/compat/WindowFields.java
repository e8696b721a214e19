package dev.tidemark.runtime.compat;

import java.time.ZoneId;
import java.util.function.Function;
import org.apache.flink.api.java.functions.KeySelector;
import org.apache.flink.runtime.asyncprocessing.operators.windowing.AsyncWindowOperator;
import org.apache.flink.streaming.api.operators.StreamOperator;
import org.apache.flink.streaming.runtime.operators.windowing.WindowOperator;
import org.apache.flink.table.data.RowData;
import org.apache.flink.table.runtime.operators.aggregate.window.LocalSlicingWindowAggOperator;
import org.apache.flink.table.runtime.operators.aggregate.window.buffers.RecordsWindowBuffer;
import org.apache.flink.table.runtime.operators.aggregate.window.buffers.WindowBuffer;
import org.apache.flink.table.runtime.operators.aggregate.window.combines.GlobalAggCombiner;
import org.apache.flink.table.runtime.operators.aggregate.window.processors.AbstractSliceSyncStateWindowAggProcessor;
import org.apache.flink.table.runtime.operators.window.TimeWindow;
import org.apache.flink.table.runtime.operators.window.async.tvf.common.AsyncStateWindowAggOperator;
import org.apache.flink.table.runtime.operators.window.groupwindow.assigners.GroupWindowAssigner;
import org.apache.flink.table.runtime.operators.window.tvf.combines.RecordsCombiner;
import org.apache.flink.table.runtime.operators.window.tvf.common.WindowAggOperator;
import org.apache.flink.table.runtime.operators.window.tvf.common.WindowAssigner;
import org.apache.flink.table.runtime.operators.window.tvf.slicing.SliceAssigner;
import org.apache.flink.util.OutputTag;

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

  /**
   * What a window operator of SQL does with a row: aggregate, rank or deduplicate.
   *
   * @return null if it is no such operator
   */
  public static Object processor(StreamOperator<?> operator) {
    return operator instanceof WindowAggOperator || operator instanceof AsyncStateWindowAggOperator
        ? OperatorFields.need(operator, "windowProcessor")
        : null;
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

  /** The zone by which an operator with a field {@code shiftTimeZone} shifts time stamps. */
  public static ZoneId shiftTimeZone(Object operator) {
    return (ZoneId) OperatorFields.need(operator, "shiftTimeZone");
  }

  /** The assigner of an operator of the older GROUP BY windows or of a window table function. */
  @SuppressWarnings("unchecked")
  public static GroupWindowAssigner<TimeWindow> groupAssigner(Object operator) {
    return (GroupWindowAssigner<TimeWindow>) OperatorFields.need(operator, "windowAssigner");
  }

  /** Whether an operator is one of the window operators of the DataStream API. */
  public static boolean isStreamWindow(StreamOperator<?> operator) {
    return operator instanceof WindowOperator || operator instanceof AsyncWindowOperator;
  }

  /** The assigner of a window operator of the DataStream API. */
  @SuppressWarnings("unchecked")
  public static org.apache.flink.streaming.api.windowing.assigners.WindowAssigner<Object, ?>
      streamAssigner(StreamOperator<?> operator) {
    return (org.apache.flink.streaming.api.windowing.assigners.WindowAssigner<Object, ?>)
        OperatorFields.need(operator, "windowAssigner");
  }

  /** Where a window operator of the DataStream API sends late rows; null for nowhere. */
  public static OutputTag<?> lateTag(StreamOperator<?> operator) {
    return (OutputTag<?>) OperatorFields.need(operator, "lateDataOutputTag");
  }

  /**
   * Replaces the buffer of the second phase of a window aggregation over slices.
   *
   * @param buffers makes the new factory of what the buffer hands its rows to
   */
  public static void replaceBuffer(
      WindowAggOperator<?, ?> operator,
      Function<RecordsCombiner.Factory, WindowBuffer.Factory> buffers) {
    Object processor = processor(operator);
    if (processor instanceof AbstractSliceSyncStateWindowAggProcessor
        && find(processor, "windowBufferFactory") instanceof RecordsWindowBuffer.Factory factory
        && find(factory, "factory") instanceof GlobalAggCombiner.Factory combiner) {
      FlinkFields.write(
          AbstractSliceSyncStateWindowAggProcessor.class,
          "windowBufferFactory",
          processor,
          buffers.apply(combiner));
    }
  }

  private static Object find(Object target, String field) {
    return OperatorFields.find(target, field);
  }
}
