package dev.tidemark.insight.audit;

import dev.tidemark.insight.ledger.Window;
import java.time.ZoneId;
import java.util.List;
import java.util.function.LongUnaryOperator;
import org.apache.flink.streaming.runtime.streamrecord.StreamRecord;
import org.apache.flink.table.data.RowData;
import org.apache.flink.table.runtime.util.TimeWindowUtil;

/**
 * Rows that bring the end of their window in a column: window Top-N, window deduplicate, window
 * join. The row's own time is not among what such an operator reads.
 */
final class WindowEndRule implements Rule {
  private final int[] columns;
  private final LongUnaryOperator[] starts;
  private final ZoneId zone;

  /**
   * @param columns where each input has the window's end
   * @param starts the start of a window with a given end, for each input
   */
  WindowEndRule(int[] columns, LongUnaryOperator[] starts, ZoneId zone) {
    this.columns = columns;
    this.starts = starts;
    this.zone = zone;
  }

  @Override
  public Long rowTime(int input, StreamRecord<?> record) {
    return null;
  }

  private long end(int input, StreamRecord<?> record) {
    return ((RowData) record.getValue()).getLong(columns[input]);
  }

  @Override
  public List<Window> windows(int input, StreamRecord<?> record) {
    long end = end(input, record);
    return List.of(new Window(starts[input].applyAsLong(end), end));
  }

  @Override
  public long late(int input, StreamRecord<?> record, long watermark) {
    return watermark - TimeWindowUtil.toEpochMillsForTimer(end(input, record) - 1, zone) + 1;
  }
}
