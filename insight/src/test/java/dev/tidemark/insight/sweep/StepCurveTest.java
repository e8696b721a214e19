package dev.tidemark.insight.sweep;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.Test;

class StepCurveTest {

  private static StepCurve curve(long... thresholds) {
    Thresholds counted = new Thresholds(1_000_000);
    for (long threshold : thresholds) {
      counted.add(threshold);
    }
    return new StepCurve(counted);
  }

  @Test
  void fewStepsAreAllInTheOutline() {
    assertThat(curve(4, 9, 9, 99).outline(10)).containsExactly(0L, 5L, 10L, 100L);
    assertThat(curve().outline(10)).containsExactly(0L);
  }

  @Test
  void ofManyStepsTheOutlineKeepsTheEndsAndPartsOfHeightAndWidth() {
    long[] thresholds = new long[10_001];
    for (int i = 0; i < 10_000; i++) {
      thresholds[i] = i;
    }
    // One row that comes later than all others by far.
    thresholds[10_000] = 999_999;
    StepCurve curve = curve(thresholds);

    assertThat(curve.outline(10)).hasSizeBetween(11, 22).contains(0L, 10_000L, 1_000_000L);
    assertThat(curve.outline(10).stream().map(curve::lost))
        .contains(10_001L, 1L, 0L)
        .isSortedAccordingTo((a, b) -> Long.compare(b, a))
        .anyMatch(lost -> lost > 4_900 && lost < 5_100);
  }
}
