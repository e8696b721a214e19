package dev.tidemark.insight.sweep;

import java.util.List;
import java.util.OptionalLong;
import java.util.TreeSet;

/** Delays that show the shape of a curve. */
final class AutoDelays {
  private static final long SECOND = 1_000;
  private static final long MINUTE = 60 * SECOND;
  private static final long HOUR = 60 * MINUTE;
  private static final long DAY = 24 * HOUR;
  private static final List<Long> ROUND =
      List.of(
          SECOND / 2,
          SECOND,
          2 * SECOND,
          5 * SECOND,
          10 * SECOND,
          20 * SECOND,
          30 * SECOND,
          MINUTE,
          2 * MINUTE,
          5 * MINUTE,
          10 * MINUTE,
          20 * MINUTE,
          30 * MINUTE,
          HOUR,
          2 * HOUR,
          6 * HOUR,
          12 * HOUR,
          DAY,
          2 * DAY,
          7 * DAY);
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

  /** The delays below another one that people like to write, in milliseconds. */
  static List<Long> roundBelow(long delay) {
    return ROUND.stream().filter(each -> each < delay).toList();
  }

  /** A delay as people write it. */
  private static long roundUp(long delay) {
    long unit = delay < SECOND ? SECOND / 10 : delay < 10 * MINUTE ? SECOND : MINUTE;
    return (delay + unit - 1) / unit * unit;
  }
}
