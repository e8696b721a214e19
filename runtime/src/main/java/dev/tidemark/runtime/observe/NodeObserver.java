package dev.tidemark.runtime.observe;

import org.apache.flink.streaming.api.watermark.Watermark;
import org.apache.flink.streaming.runtime.streamrecord.StreamRecord;
import org.apache.flink.streaming.runtime.watermarkstatus.WatermarkStatus;
import org.apache.flink.util.OutputTag;

/**
 * Sees what enters and leaves one operator. Records are carried depth first: between {@link
 * #beforeRecord} and {@link #afterRecord} everything happens that the record causes, in this
 * operator and below. A record may be reused by the operator; whoever keeps it, copies it.
 */
public interface NodeObserver {

  /** The operator is about to handle a record. */
  default void beforeRecord(int input, StreamRecord<?> record) throws Exception {}

  /** The operator has handled the record, and so have those below it. */
  default void afterRecord(int input, StreamRecord<?> record) throws Exception {}

  /** The operator is about to handle a watermark; timers fire within. */
  default void beforeWatermark(int input, Watermark watermark) throws Exception {}

  /** The operator has handled the watermark. */
  default void afterWatermark(int input, Watermark watermark) throws Exception {}

  /** The operator's input has become idle, or active again. */
  default void status(int input, WatermarkStatus status) throws Exception {}

  /**
   * The operator emits a record, which its receivers have not seen yet.
   *
   * @param tag the side output; null for the main one
   */
  default void emits(OutputTag<?> tag, StreamRecord<?> record) {}

  /** The receivers have handled what {@link #emits} announced. */
  default void emitted() {}

  /** The operator emits a watermark, which its receivers have not seen yet. */
  default void emitsWatermark(Watermark watermark) {}
}
