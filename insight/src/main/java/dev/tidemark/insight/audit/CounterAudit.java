package dev.tidemark.insight.audit;

import dev.tidemark.insight.ledger.Books;
import dev.tidemark.insight.ledger.DropReason;
import dev.tidemark.runtime.compat.Metrics;
import dev.tidemark.runtime.observe.NodeObserver;
import java.util.Arrays;
import org.apache.flink.metrics.Counter;
import org.apache.flink.streaming.runtime.streamrecord.StreamRecord;

/**
 * An operator that counts the rows it drops, one by one: a row was dropped when Flink's counter has
 * moved while the operator handled it.
 */
final class CounterAudit implements NodeObserver {
  /** What most of Flink's operators call their counter. */
  static final String LATE = "numLateRecordsDropped";

  private final Books books;
  private final DropReason reason;
  private final Rule rule;
  private final Counter[] counters;
  private long before;

  /**
   * @param counters names of Flink's counters, one for each input
   */
  CounterAudit(Books books, DropReason reason, Rule rule, String... counters) {
    this.books = books;
    this.reason = reason;
    this.rule = rule;
    this.counters =
        Arrays.stream(counters).map(name -> counter(books, name)).toArray(Counter[]::new);
  }

  static Counter counter(Books books, String name) {
    Counter counter = Metrics.counter(books.node().operator().getMetricGroup(), name);
    if (counter == null) {
      throw new IllegalStateException(
          "this Flink version has no counter " + name + " in " + books.node().plan().name());
    }
    return counter;
  }

  @Override
  public void beforeRecord(int input, StreamRecord<?> record) throws Exception {
    books.in(input, rule.rowTime(input, record));
    before = counters[input].getCount();
  }

  @Override
  public void afterRecord(int input, StreamRecord<?> record) throws Exception {
    if (counters[input].getCount() == before) {
      books.accept();
      if (rule.acceptedLate(input, record, books.watermark())) {
        books.acceptLate();
      }
    } else {
      books.lose(
          reason,
          record.getValue(),
          rule.rowTime(input, record),
          rule.windows(input, record),
          true,
          Math.max(1, rule.late(input, record, books.watermark())),
          rule.watermarkMatters(input, record));
    }
    rule.handled(input, record, books.watermark());
  }
}
