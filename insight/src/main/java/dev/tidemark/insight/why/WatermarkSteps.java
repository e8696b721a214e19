package dev.tidemark.insight.why;

import dev.tidemark.insight.run.SourceRow;
import java.util.ArrayList;
import java.util.List;

/** How the watermark rose at an operator, step by step. */
final class WatermarkSteps {
  /** Steps to keep: beyond that, what moved the watermark is not known any more. */
  private static final int CAP = 2_000_000;

  private final List<Step> steps = new ArrayList<>();

  /**
   * A step.
   *
   * @param watermark epoch milliseconds; {@link Long#MAX_VALUE} at the end of input
   * @param setBy the row that caused it; null at the end of input
   */
  record Step(long watermark, SourceRow setBy) {
    boolean isEndOfInput() {
      return watermark == Long.MAX_VALUE;
    }
  }

  void add(long watermark, SourceRow setBy) {
    boolean advances = steps.isEmpty() || watermark > steps.get(steps.size() - 1).watermark;
    if (advances && (steps.size() < CAP || watermark == Long.MAX_VALUE)) {
      steps.add(new Step(watermark, setBy));
    }
  }

  /** The first step that reached a watermark; null if none did. */
  Step reaching(long watermark) {
    int low = 0;
    int high = steps.size();
    while (low < high) {
      int middle = (low + high) >>> 1;
      if (steps.get(middle).watermark >= watermark) {
        high = middle;
      } else {
        low = middle + 1;
      }
    }
    return low < steps.size() ? steps.get(low) : null;
  }

  /** Where the watermark stood before the input ended; null if it never rose. */
  Step lastBeforeEnd() {
    for (int i = steps.size() - 1; i >= 0; i--) {
      if (!steps.get(i).isEndOfInput()) {
        return steps.get(i);
      }
    }
    return null;
  }
}
