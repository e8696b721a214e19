package dev.tidemark.insight.sweep;

import java.util.Arrays;
import java.util.NavigableSet;
import java.util.TreeSet;

/** How much is lost under each delay: a number that falls in steps as the delay grows. */
public final class StepCurve {
  private final long[] thresholds;

  /** {@code lost[i]} losses happen under delays up to {@code thresholds[i]}. */
  private final long[] lost;

  private final long resolution;

  StepCurve(Thresholds counted) {
    thresholds = counted.delays();
    lost = new long[thresholds.length];
    resolution = counted.resolution();
    long sum = 0;
    for (int i = thresholds.length - 1; i >= 0; i--) {
      sum += counted.count(thresholds[i]);
      lost[i] = sum;
    }
  }

  /**
   * What is lost under a delay.
   *
   * @param delay in milliseconds, at least 0
   */
  public long lost(long delay) {
    int at = Arrays.binarySearch(thresholds, delay);
    int first = at >= 0 ? at : -at - 1;
    return first == lost.length ? 0 : lost[first];
  }

  /** The smallest delay under which at most {@code most} is lost, in milliseconds. */
  public long smallestDelay(long most) {
    int low = 0;
    int high = lost.length;
    while (low < high) {
      int middle = (low + high) >>> 1;
      if (lost[middle] <= most) {
        high = middle;
      } else {
        low = middle + 1;
      }
    }
    return low == 0 ? 0 : thresholds[low - 1] + 1;
  }

  /** The delays at which less begins to be lost, in milliseconds, 0 first. */
  public long[] steps() {
    long[] steps = new long[thresholds.length + 1];
    for (int i = 0; i < thresholds.length; i++) {
      steps[i + 1] = thresholds[i] + 1;
    }
    return steps;
  }

  /**
   * Some of the {@link #steps}: the first and the last, and those that divide the losses and the
   * delays into so many equal parts; all of them if they are fewer.
   */
  NavigableSet<Long> outline(int parts) {
    long[] steps = steps();
    NavigableSet<Long> outline = new TreeSet<>();
    if (steps.length <= 2 * parts) {
      Arrays.stream(steps).forEach(outline::add);
      return outline;
    }
    long most = lost(0);
    long last = steps[steps.length - 1];
    for (int i = 0; i <= parts; i++) {
      outline.add(smallestDelay(most - Math.round((double) most * i / parts)));
      int at = Arrays.binarySearch(steps, Math.round((double) last * i / parts));
      outline.add(steps[at >= 0 ? at : -at - 2]);
    }
    return outline;
  }

  /** To how many milliseconds the steps are known; 1 if exactly. */
  public long resolution() {
    return resolution;
  }
}
