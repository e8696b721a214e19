package dev.tidemark.insight.run;

import java.util.Arrays;
import org.apache.flink.streaming.api.watermark.Watermark;

/** Where event time stands at an operator: the minimum over its inputs, and the row that set it. */
public final class NodePosition {
  private final long[] inputs;
  private long watermark = Watermark.UNINITIALIZED.getTimestamp();
  private SourceRow setBy;

  NodePosition(int inputs) {
    this.inputs = new long[inputs];
    Arrays.fill(this.inputs, watermark);
  }

  /**
   * Takes note of a watermark.
   *
   * @return whether event time has advanced
   */
  boolean advance(int input, long timestamp) {
    inputs[input] = Math.max(inputs[input], timestamp);
    long minimum = inputs[0];
    for (long each : inputs) {
      minimum = Math.min(minimum, each);
    }
    boolean advances = minimum > watermark;
    watermark = Math.max(watermark, minimum);
    return advances;
  }

  void setBy(SourceRow row) {
    this.setBy = row;
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
    return setBy;
  }
}
