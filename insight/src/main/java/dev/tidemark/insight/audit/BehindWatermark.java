package dev.tidemark.insight.audit;

import org.apache.flink.streaming.runtime.streamrecord.StreamRecord;
import org.apache.flink.table.data.RowData;

/** The plainest rule: a row is dropped when the watermark has reached its time. */
final class BehindWatermark implements Rule {
  private final RowTime rowTime;
  private final long tolerance;

  /** Reads the event time of a record. */
  interface RowTime {
    Long of(StreamRecord<?> record);

    /** From a column of SQL's rows. */
    static RowTime column(int index) {
      return record -> {
        RowData row = (RowData) record.getValue();
        return row.isNullAt(index) ? null : row.getTimestamp(index, 3).getMillisecond();
      };
    }

    /** What the DataStream API attaches to a record. */
    static RowTime attached() {
      return record -> record.hasTimestamp() ? (Long) record.getTimestamp() : null;
    }
  }

  /**
   * @param tolerance 0 if a row with the watermark's own time is dropped, 1 if it is kept
   */
  BehindWatermark(RowTime rowTime, long tolerance) {
    this.rowTime = rowTime;
    this.tolerance = tolerance;
  }

  boolean isLate(StreamRecord<?> record, long watermark) {
    Long time = rowTime.of(record);
    return time != null && time + tolerance <= watermark;
  }

  @Override
  public Long rowTime(int input, StreamRecord<?> record) {
    return rowTime.of(record);
  }

  @Override
  public long late(int input, StreamRecord<?> record, long watermark) {
    Long time = rowTime.of(record);
    return time == null ? 1 : watermark - (time + tolerance) + 1;
  }
}
