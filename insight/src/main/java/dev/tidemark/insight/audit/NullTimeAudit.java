package dev.tidemark.insight.audit;

import dev.tidemark.insight.ledger.Books;
import dev.tidemark.insight.ledger.DropReason;
import dev.tidemark.runtime.observe.NodeObserver;
import java.util.List;
import java.util.function.Function;
import org.apache.flink.metrics.Counter;
import org.apache.flink.streaming.api.watermark.Watermark;
import org.apache.flink.streaming.runtime.streamrecord.StreamRecord;
import org.apache.flink.table.data.RowData;

/**
 * A window function, which drops rows whose row time is NULL before anything else; the others are
 * judged by what is within. Mirrors WindowTableFunctionOperatorBase's processElement.
 */
final class NullTimeAudit implements NodeObserver {
  private static final String COUNTER = "numNullRowTimeRecordsDropped";

  private final Books books;
  private final int column;
  private final Counter counter;
  private final NodeObserver within;
  private long before;

  /**
   * @param column where the row time is
   * @param within judges the rows that have one
   */
  NullTimeAudit(Books books, int column, Function<Books, NodeObserver> within) {
    this.books = books;
    this.column = column;
    this.counter = CounterAudit.counter(books, COUNTER);
    this.within = within.apply(books);
  }

  /** For a function that drops no other rows. */
  static NodeObserver alone(Books books, int column) {
    books.ignoreWatermark();
    return new NullTimeAudit(books, column, Accepting::new);
  }

  private boolean hasTime(StreamRecord<?> record) {
    return !((RowData) record.getValue()).isNullAt(column);
  }

  @Override
  public void beforeRecord(int input, StreamRecord<?> record) throws Exception {
    if (hasTime(record)) {
      within.beforeRecord(input, record);
    } else {
      books.in(input, null);
      before = counter.getCount();
    }
  }

  @Override
  public void afterRecord(int input, StreamRecord<?> record) throws Exception {
    if (hasTime(record)) {
      within.afterRecord(input, record);
    } else if (counter.getCount() == before) {
      books.accept();
    } else {
      books.lose(DropReason.NULL_ROW_TIME, record.getValue(), null, List.of(), true, 0, false);
    }
  }

  @Override
  public void beforeWatermark(int input, Watermark watermark) throws Exception {
    within.beforeWatermark(input, watermark);
  }

  @Override
  public void afterWatermark(int input, Watermark watermark) throws Exception {
    within.afterWatermark(input, watermark);
  }

  private record Accepting(Books books) implements NodeObserver {
    @Override
    public void beforeRecord(int input, StreamRecord<?> record) {
      books.in(input, null);
      books.accept();
    }
  }
}
