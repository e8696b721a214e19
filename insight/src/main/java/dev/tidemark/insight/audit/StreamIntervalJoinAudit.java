package dev.tidemark.insight.audit;

import dev.tidemark.insight.ledger.Books;
import dev.tidemark.insight.ledger.DropReason;
import dev.tidemark.runtime.compat.OperatorFields;
import dev.tidemark.runtime.observe.NodeObserver;
import java.util.List;
import org.apache.flink.streaming.runtime.streamrecord.StreamRecord;

/**
 * The interval join of the DataStream API: a row below the watermark is not looked at. Mirrors
 * IntervalJoinOperator#isLate, which has no metric.
 */
final class StreamIntervalJoinAudit implements NodeObserver {
  private static final BehindWatermark RULE =
      new BehindWatermark(BehindWatermark.RowTime.attached(), 1);

  private final Books books;
  private final boolean[] toSide;

  StreamIntervalJoinAudit(Books books) {
    this.books = books;
    Object operator = books.node().operator();
    this.toSide =
        new boolean[] {
          OperatorFields.isSet(operator, "leftLateDataOutputTag"),
          OperatorFields.isSet(operator, "rightLateDataOutputTag")
        };
  }

  @Override
  public void beforeRecord(int input, StreamRecord<?> record) {
    Long time = RULE.rowTime(input, record);
    books.in(input, time);
    if (!RULE.isLate(record, books.watermark())) {
      books.accept();
      return;
    }
    books.lose(
        toSide[input] ? DropReason.SIDE_OUTPUT : DropReason.DATASTREAM_INTERVAL_JOIN,
        record.getValue(),
        time,
        List.of(),
        true,
        RULE.late(input, record, books.watermark()),
        true);
  }
}
