package dev.tidemark.runtime.compat;

import org.apache.flink.streaming.api.operators.StreamOperator;
import org.apache.flink.streaming.runtime.streamrecord.StreamRecord;
import org.apache.flink.table.data.RowData;
import org.apache.flink.table.runtime.operators.wmassigners.WatermarkAssignerOperator;

/** What SQL's watermark generators keep private. */
public final class WatermarkFields {
  private WatermarkFields() {}

  /** Reads a row's event time. */
  @FunctionalInterface
  public interface RowTime {
    /** Epoch milliseconds; null for NULL. */
    Long of(StreamRecord<?> record);
  }

  /** How a watermark generator reads the event time of its rows; null if it is not one. */
  public static RowTime rowTime(StreamOperator<?> operator) {
    if (!(operator instanceof WatermarkAssignerOperator)) {
      return null;
    }
    int index =
        (Integer) FlinkFields.read(WatermarkAssignerOperator.class, "rowtimeFieldIndex", operator);
    return record -> {
      RowData row = (RowData) record.getValue();
      return row.isNullAt(index) ? null : row.getTimestamp(index, 3).getMillisecond();
    };
  }
}
