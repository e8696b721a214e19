package dev.tidemark.insight.audit;

import dev.tidemark.insight.ledger.Books;
import dev.tidemark.insight.ledger.DropReason;
import dev.tidemark.runtime.compat.OperatorFields;
import dev.tidemark.runtime.observe.NodeObserver;
import java.util.List;
import org.apache.flink.streaming.runtime.streamrecord.StreamRecord;
import org.apache.flink.table.data.RowData;
import org.apache.flink.util.OutputTag;

/**
 * SQL's interval join by row time. A row is kept for rows of the other side that come later as long
 * as the watermark is below the end of its interval; a row that comes behind that, late itself, is
 * only compared with what the other side still holds, and then forgotten: it is lost whole if it
 * has met nobody (an outer join then emits it with NULLs), in part otherwise. Mirrors
 * TimeIntervalJoin#processElement1 and 2, which have no metric.
 */
final class IntervalJoinAudit implements NodeObserver {
  private final Books books;
  private final BehindWatermark.RowTime[] rowTimes;

  /** How far the other side's rows may be ahead, by input, in milliseconds. */
  private final long[] ahead;

  /** Columns of a joined row that are NULL only where a side is missing. */
  private final int[] times;

  private boolean joined;

  IntervalJoinAudit(Books books, Object function, int leftColumns) {
    this.books = books;
    int left = OperatorFields.index(function, "leftTimeIdx");
    int right = OperatorFields.index(function, "rightTimeIdx");
    this.rowTimes =
        new BehindWatermark.RowTime[] {
          BehindWatermark.RowTime.column(left), BehindWatermark.RowTime.column(right)
        };
    this.ahead =
        new long[] {
          OperatorFields.number(function, "leftRelativeSize"),
          OperatorFields.number(function, "rightRelativeSize")
        };
    this.times = new int[] {left, leftColumns + right};
  }

  @Override
  public void beforeRecord(int input, StreamRecord<?> record) {
    books.in(input, rowTimes[input].of(record));
    joined = false;
  }

  @Override
  public void emits(OutputTag<?> tag, StreamRecord<?> record) {
    RowData row = (RowData) record.getValue();
    joined |= !row.isNullAt(times[0]) && !row.isNullAt(times[1]);
  }

  @Override
  public void afterRecord(int input, StreamRecord<?> record) {
    Long time = rowTimes[input].of(record);
    // A row that is in time has met or will meet everybody, also if it is not kept at all.
    long until = time == null ? Long.MAX_VALUE : Math.max(time, time + ahead[input]);
    if (until > books.watermark()) {
      books.accept();
      return;
    }
    boolean whole = !joined;
    if (!whole) {
      books.accept();
    }
    books.lose(
        DropReason.INTERVAL_JOIN,
        record.getValue(),
        time,
        List.of(),
        whole,
        books.watermark() - until + 1,
        true);
  }
}
