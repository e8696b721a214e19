package dev.tidemark.insight.audit;

import dev.tidemark.insight.ledger.Books;
import dev.tidemark.insight.ledger.DropReason;
import dev.tidemark.runtime.observe.NodeObserver;
import java.util.List;
import org.apache.flink.streaming.runtime.streamrecord.StreamRecord;

/** An operator that drops what is behind the watermark of its input, and counts nothing. */
final class RuleAudit implements NodeObserver {
  private final Books books;
  private final DropReason reason;
  private final BehindWatermark[] rules;

  /**
   * @param rules one for each input; null for one that drops nothing
   */
  RuleAudit(Books books, DropReason reason, BehindWatermark... rules) {
    this.books = books;
    this.reason = reason;
    this.rules = rules;
  }

  @Override
  public void beforeRecord(int input, StreamRecord<?> record) {
    BehindWatermark rule = rules[input];
    Long time = rule == null ? null : rule.rowTime(input, record);
    books.in(input, time);
    long watermark = books.watermark(input);
    if (rule == null || !rule.isLate(record, watermark)) {
      books.accept();
    } else {
      books.lose(
          reason,
          record.getValue(),
          time,
          List.of(),
          true,
          rule.late(input, record, watermark),
          true);
    }
  }
}
