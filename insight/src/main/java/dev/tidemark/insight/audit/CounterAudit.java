package dev.tidemark.insight.audit;

import dev.tidemark.insight.ledger.Books;
import dev.tidemark.insight.ledger.DropReason;
import dev.tidemark.insight.ledger.Window;
import dev.tidemark.runtime.compat.Metrics;
import dev.tidemark.runtime.observe.NodeObserver;
import java.util.List;
import org.apache.flink.metrics.Counter;
import org.apache.flink.streaming.runtime.streamrecord.StreamRecord;

/**
 * An operator that counts the rows it drops, one by one: a row was dropped when Flink's counter has
 * moved while the operator handled it.
 */
final class CounterAudit implements NodeObserver {
  private final Books books;
  private final DropReason reason;
  private final Rule rule;
  private final Counter[] counters;
  private long before;

  /** What can be told of a row from the row itself. */
  interface Rule {
    /** Its event time in epoch milliseconds; null for none. */
    Long rowTime(int input, StreamRecord<?> record) throws Exception;

    /** The windows it belongs to; empty for operators without windows. */
    List<Window> windows(int input, StreamRecord<?> record) throws Exception;

    /**
     * By how many milliseconds the watermark was too far.
     *
     * @param watermark at the operator, in epoch milliseconds
     */
    long late(int input, StreamRecord<?> record, long watermark) throws Exception;
  }

  /**
   * @param counters names of Flink's counters, one for each input
   */
  CounterAudit(Books books, DropReason reason, Rule rule, String... counters) {
    this.books = books;
    this.reason = reason;
    this.rule = rule;
    this.counters = new Counter[counters.length];
    for (int i = 0; i < counters.length; i++) {
      this.counters[i] = Metrics.counter(books.node().operator().getMetricGroup(), counters[i]);
      if (this.counters[i] == null) {
        throw new IllegalStateException(
            "this Flink version has no counter "
                + counters[i]
                + " in "
                + books.node().plan().name());
      }
    }
  }

  @Override
  public void beforeRecord(int input, StreamRecord<?> record) throws Exception {
    books.in(rule.rowTime(input, record));
    before = counters[input].getCount();
  }

  @Override
  public void afterRecord(int input, StreamRecord<?> record) throws Exception {
    if (counters[input].getCount() == before) {
      books.accept();
      return;
    }
    books.lose(
        reason,
        record.getValue(),
        rule.rowTime(input, record),
        rule.windows(input, record),
        true,
        Math.max(1, rule.late(input, record, books.watermark())));
  }
}
