package dev.tidemark.insight.audit;

import dev.tidemark.insight.ledger.Window;
import java.util.List;
import org.apache.flink.streaming.runtime.streamrecord.StreamRecord;

/** What can be told of a row that an operator gets, from the row itself and from those before. */
interface Rule {
  /** Its event time in epoch milliseconds; null for none. */
  Long rowTime(int input, StreamRecord<?> record) throws Exception;

  /** The windows it belongs to; empty for operators without windows. */
  default List<Window> windows(int input, StreamRecord<?> record) throws Exception {
    return List.of();
  }

  /**
   * By how many milliseconds the watermark was too far for a row that was dropped: had it been so
   * much lower, also for all rows before, the row would have been kept.
   *
   * @param watermark at the operator, in epoch milliseconds
   */
  long late(int input, StreamRecord<?> record, long watermark) throws Exception;

  /** Whether a lower watermark helps at all. */
  default boolean watermarkMatters(int input, StreamRecord<?> record) throws Exception {
    return true;
  }

  /** Whether a row that was accepted came behind the end of its window, within a lateness. */
  default boolean acceptedLate(int input, StreamRecord<?> record, long watermark) throws Exception {
    return false;
  }

  /** The operator has handled the row, and accepted or dropped it. */
  default void handled(int input, StreamRecord<?> record, long watermark) throws Exception {}
}
