package dev.tidemark.insight.audit;

import dev.tidemark.insight.ledger.Books;
import dev.tidemark.insight.ledger.DropReason;
import dev.tidemark.runtime.observe.NodeObserver;
import java.util.List;
import java.util.TreeSet;
import org.apache.flink.streaming.api.watermark.Watermark;
import org.apache.flink.streaming.runtime.streamrecord.StreamRecord;

/**
 * ORDER BY row time: drops without a trace what is not after the last row that it has emitted.
 * Mirrors the state {@code lastTriggeringTs} of RowTimeSortOperator, which has no metric.
 */
final class SortAudit implements NodeObserver {
  private final Books books;
  private final BehindEmitted rule;
  private final TreeSet<Long> waiting = new TreeSet<>();
  private long lastEmitted = Long.MIN_VALUE;

  SortAudit(Books books, BehindWatermark.RowTime rowTime) {
    this.books = books;
    this.rule = new BehindEmitted(rowTime, () -> "all", false);
  }

  @Override
  public void beforeRecord(int input, StreamRecord<?> record) {
    long time = rule.rowTime(input, record);
    books.in(input, time);
    if (time > lastEmitted) {
      books.accept();
      waiting.add(time);
    } else {
      books.lose(
          DropReason.ROW_TIME_SORT,
          record.getValue(),
          time,
          List.of(),
          true,
          rule.late(input, record, books.watermark()),
          true);
    }
    rule.handled(input, record, books.watermark());
  }

  @Override
  public void beforeWatermark(int input, Watermark watermark) {
    while (!waiting.isEmpty() && waiting.first() <= watermark.getTimestamp()) {
      lastEmitted = waiting.pollFirst();
    }
  }
}
