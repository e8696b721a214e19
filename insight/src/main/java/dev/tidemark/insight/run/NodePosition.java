package dev.tidemark.insight.run;

import java.util.Arrays;
import java.util.function.BiFunction;
import org.apache.flink.api.common.eventtime.IndexedCombinedWatermarkStatus;
import org.apache.flink.streaming.api.watermark.Watermark;

/**
 * Where event time stands at an operator: the minimum over its inputs that are not idle, and the
 * row that set it.
 */
public final class NodePosition {
  private final long[] inputs;
  private final IndexedCombinedWatermarkStatus combined;
  private long watermark = Watermark.UNINITIALIZED.getTimestamp();

  /** The row that set it; looked up when somebody asks. */
  private int setBySource = -1;

  private long setByOrdinal;
  private final BiFunction<Integer, Long, SourceRow> rows;

  /** Whether an input has ever been idle: a single one that never was needs no combining. */
  private boolean hasStatus;

  /**
   * @param rows finds the row with a number of a source
   */
  NodePosition(int inputs, BiFunction<Integer, Long, SourceRow> rows) {
    this.rows = rows;
    this.inputs = new long[inputs];
    this.combined = IndexedCombinedWatermarkStatus.forInputsCount(inputs);
    Arrays.fill(this.inputs, watermark);
  }

  /**
   * Takes note of a watermark.
   *
   * @return whether event time has advanced
   */
  boolean advance(int input, long timestamp) {
    inputs[input] = Math.max(inputs[input], timestamp);
    if (inputs.length == 1 && !hasStatus) {
      boolean advances = timestamp > watermark;
      watermark = inputs[0];
      return advances;
    }
    combined.updateWatermark(input, timestamp);
    return follow();
  }

  /**
   * Takes note of an input that becomes idle or active.
   *
   * @return whether event time has advanced
   */
  boolean status(int input, boolean idle) {
    if (inputs.length == 1 && !hasStatus) {
      hasStatus = true;
      combined.updateWatermark(input, inputs[input]);
    }
    combined.updateStatus(input, idle);
    return follow();
  }

  private boolean follow() {
    long now = combined.getCombinedWatermark();
    boolean advances = now > watermark;
    watermark = Math.max(watermark, now);
    return advances;
  }

  /**
   * What has advanced event time.
   *
   * @param source the source of the row whose arrival did; -1 for none
   * @param ordinal its number among the rows of that source, from 1
   */
  void setBy(int source, long ordinal) {
    setBySource = source;
    setByOrdinal = ordinal;
  }

  /** The watermark in epoch milliseconds; {@link Long#MIN_VALUE} before the first. */
  public long watermark() {
    return watermark;
  }

  /** The watermark of one input. */
  public long watermark(int input) {
    return inputs[input];
  }

  /** The row whose arrival moved the watermark here; null before the first and at the end. */
  public SourceRow setBy() {
    return setBySource < 0 ? null : rows.apply(setBySource, setByOrdinal);
  }
}
