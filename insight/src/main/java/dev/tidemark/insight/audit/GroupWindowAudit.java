package dev.tidemark.insight.audit;

import dev.tidemark.insight.ledger.Books;
import dev.tidemark.insight.ledger.DropReason;
import dev.tidemark.insight.ledger.Window;
import dev.tidemark.runtime.observe.NodeObserver;
import java.time.ZoneId;
import java.util.ArrayList;
import java.util.List;
import org.apache.flink.streaming.runtime.streamrecord.StreamRecord;
import org.apache.flink.table.data.RowData;
import org.apache.flink.table.runtime.operators.window.TimeWindow;
import org.apache.flink.table.runtime.operators.window.groupwindow.assigners.GroupWindowAssigner;
import org.apache.flink.table.runtime.util.TimeWindowUtil;

/**
 * GROUP BY TUMBLE(…) and HOP(…), the older syntax: a window takes rows until its end and the
 * allowed lateness ({@code table.exec.emit.allow-lateness}) have passed. Mirrors
 * InternalWindowProcessFunction#isWindowLate.
 */
final class GroupWindowAudit implements NodeObserver {
  private final Books books;
  private final GroupWindowAssigner<TimeWindow> assigner;
  private final BehindWatermark.RowTime rowTime;
  private final ZoneId zone;
  private final long allowedLateness;

  GroupWindowAudit(
      Books books,
      GroupWindowAssigner<TimeWindow> assigner,
      BehindWatermark.RowTime rowTime,
      ZoneId zone,
      long allowedLateness) {
    this.books = books;
    this.assigner = assigner;
    this.rowTime = rowTime;
    this.zone = zone;
    this.allowedLateness = allowedLateness;
  }

  @Override
  public void beforeRecord(int input, StreamRecord<?> record) throws Exception {
    Long time = rowTime.of(record);
    books.in(input, time);
    if (time == null) {
      books.accept();
      return;
    }
    List<Window> missed = new ArrayList<>();
    boolean kept = false;
    boolean refires = false;
    long late = 0;
    for (TimeWindow window :
        assigner.assignWindows(
            (RowData) record.getValue(), TimeWindowUtil.toUtcTimestampMills(time, zone))) {
      long closes = epoch(window.maxTimestamp() + allowedLateness);
      if (closes <= books.watermark()) {
        missed.add(new Window(window.getStart(), window.getEnd()));
        late = Math.max(late, books.watermark() - closes + 1);
      } else {
        kept = true;
        refires |= epoch(window.maxTimestamp()) <= books.watermark();
      }
    }
    boolean whole = !kept && !missed.isEmpty();
    if (!whole) {
      books.accept();
    }
    if (refires) {
      books.acceptLate();
    }
    if (!missed.isEmpty()) {
      missed.sort((a, b) -> Long.compare(a.end(), b.end()));
      books.lose(DropReason.GROUP_WINDOW, record.getValue(), time, missed, whole, late, true);
    }
  }

  private long epoch(long local) {
    return TimeWindowUtil.toEpochMillsForTimer(local, zone);
  }
}
