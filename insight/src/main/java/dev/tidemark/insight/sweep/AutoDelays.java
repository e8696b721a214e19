package dev.tidemark.insight.sweep;

import java.util.List;
import java.util.OptionalLong;
import java.util.TreeSet;

/** Delays that show the shape of a curve. */
final class AutoDelays {
  private static final long SECOND = 1_000;
  private static final long MINUTE = 60 * SECOND;
  private static final double[] LEFT = {0.75, 0.5, 0.25, 0.1, 0.05, 0.01};

  private AutoDelays() {}

  /** 0, delays that leave certain shares of the losses, and those that are named in the result. */
  static List<Long> of(StepCurve contributions, List<Keeping> keeping, OptionalLong knee) {
    TreeSet<Long> delays = new TreeSet<>();
    delays.add(0L);
    keeping.forEach(each -> each.delay().ifPresent(delays::add));
    knee.ifPresent(delays::add);
    long most = contributions.lost(0);
    for (double left : LEFT) {
      long delay = roundUp(contributions.smallestDelay((long) (most * left)));
      if (contributions.lost(delay) < contributions.lost(delays.floor(delay))) {
        delays.add(delay);
      }
    }
    return List.copyOf(delays);
  }

  /** Delays as people write them. */
  private static long roundUp(long delay) {
    long unit = delay < SECOND ? SECOND / 10 : delay < 10 * MINUTE ? SECOND : MINUTE;
    return (delay + unit - 1) / unit * unit;
  }
}
