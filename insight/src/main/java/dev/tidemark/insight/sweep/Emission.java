package dev.tidemark.insight.sweep;

import dev.tidemark.runtime.compat.SqlWatermarks;
import dev.tidemark.runtime.compat.WatermarkFields;
import dev.tidemark.runtime.observe.NodeObserver;
import java.util.OptionalLong;
import org.apache.flink.streaming.api.watermark.Watermark;
import org.apache.flink.streaming.runtime.streamrecord.StreamRecord;

/**
 * The watermarks that a generator emits under every delay at once.
 *
 * <p>A generator with the delay d emits at a row when (largest time − d) is more than an interval
 * ahead of what it has emitted last, and it starts as if it had emitted 0
 * (WatermarkAssignerOperator#processElement). From the second watermark on, d falls out of that
 * comparison: whatever the delay, the same rows set watermarks. Only the row that sets the first
 * one depends on d. So this follows the rows that set watermarks under the delay 0, and says for
 * which delays the first of them is the same; with times of our day and an interval of seconds that
 * is all delays of less than half a century.
 */
final class Emission implements NodeObserver {
  static final long NONE = Long.MIN_VALUE;

  private final WatermarkFields.RowTime rowTime;
  private final SqlWatermarks.RowWatermark rowWatermark;
  private final Chain everyDelay;
  private final Chain own;

  private long largest = NONE;
  private long delay;
  private boolean delayKnown;
  private boolean constant = true;
  private long emitted = NONE;
  private boolean asExpected = true;
  private long exactBelow = Long.MAX_VALUE;

  /**
   * @param rowTime reads the event time of the generator's rows
   * @param rowWatermark reads what the watermark clause says for them
   * @param interval milliseconds by which a new watermark has to be ahead
   */
  Emission(
      WatermarkFields.RowTime rowTime, SqlWatermarks.RowWatermark rowWatermark, long interval) {
    this.rowTime = rowTime;
    this.rowWatermark = rowWatermark;
    this.everyDelay = new Chain(interval);
    this.own = new Chain(interval);
  }

  /** The rows that set watermarks under one delay. */
  private static final class Chain {
    private final long interval;
    private long last = NONE;

    Chain(long interval) {
      this.interval = interval;
    }

    /** A row has gone by; whether it sets the first watermark. */
    boolean after(long largestTime, long itsDelay) {
      if (last == NONE) {
        if (largestTime - itsDelay > interval) {
          last = largestTime;
          return true;
        }
      } else if (largestTime - last > interval) {
        last = largestTime;
      }
      return false;
    }
  }

  /**
   * The time of the row that has set the last emitted watermark, in epoch milliseconds; the
   * watermark is smaller by the delay. {@link #NONE} before the first.
   */
  long setBy() {
    return everyDelay.last;
  }

  /** The delay below which {@link #setBy} holds, in milliseconds, from 0. */
  long exactBelow() {
    return exactBelow;
  }

  /** The generator's own delay in milliseconds; empty if there is no such constant. */
  OptionalLong delay() {
    return constant && delayKnown ? OptionalLong.of(delay) : OptionalLong.empty();
  }

  boolean hasRows() {
    return largest != NONE;
  }

  /**
   * Whether the generator did under its own delay what this class expects of it.
   *
   * @param complete whether the run came to its end; otherwise a row may have been on its way
   */
  boolean asExpected(boolean complete) {
    if (complete) {
      compare();
    }
    return asExpected;
  }

  @Override
  public void beforeRecord(int input, StreamRecord<?> record) throws Exception {
    compare();
    Long time = rowTime.of(record);
    if (time == null) {
      return;
    }
    Long watermark = rowWatermark.of(record);
    if (watermark == null || (delayKnown && time - watermark != delay)) {
      constant = false;
    } else {
      delay = time - watermark;
      delayKnown = true;
    }
    largest = Math.max(largest, time);
  }

  @Override
  public void afterRecord(int input, StreamRecord<?> record) {
    if (largest == NONE) {
      return;
    }
    if (everyDelay.after(largest, 0)) {
      exactBelow = largest - everyDelay.interval;
    }
    own.after(largest, delay);
  }

  @Override
  public void emitsWatermark(Watermark watermark) {
    if (watermark.getTimestamp() != Long.MAX_VALUE) {
      emitted = watermark.getTimestamp();
    }
  }

  private void compare() {
    long expected = own.last == NONE ? NONE : own.last - delay;
    asExpected &= emitted == expected;
  }
}
