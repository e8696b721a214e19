package dev.tidemark.runtime.time;

import java.util.TreeSet;
import org.apache.flink.util.clock.Clock;

/**
 * A job's processing time and the timers on it. Timers that are due at the same millisecond fire in
 * the order of their registration. Used by the job's thread only.
 */
public final class JobClock extends Clock {
  private final boolean wall;
  private final long start;
  private final TreeSet<ClockTimer> timers = new TreeSet<>();
  private long sequence;

  private JobClock(boolean wall, long start) {
    this.wall = wall;
    this.start = start;
  }

  /** A clock that stands at {@code epochMillis}. */
  public static JobClock frozenAt(long epochMillis) {
    return new JobClock(false, epochMillis);
  }

  /** The computer's clock. */
  public static JobClock wall() {
    return new JobClock(true, 0);
  }

  /** Whether this is the computer's clock. */
  public boolean isWall() {
    return wall;
  }

  @Override
  public long absoluteTimeMillis() {
    return wall ? RealTime.epochMillis() : start;
  }

  @Override
  public long relativeTimeMillis() {
    return absoluteTimeMillis();
  }

  @Override
  public long relativeTimeNanos() {
    return absoluteTimeMillis() * 1_000_000;
  }

  /** Adds a timer; it fires when {@link #nextDue()} hands it out. */
  void schedule(ClockTimer timer) {
    timer.sequence = sequence++;
    timers.add(timer);
  }

  void remove(ClockTimer timer) {
    timers.remove(timer);
  }

  /** The next timer whose time has come, or null. */
  public ClockTimer nextDue() {
    ClockTimer first = timers.isEmpty() ? null : timers.first();
    if (first == null || first.timestamp > absoluteTimeMillis()) {
      return null;
    }
    return timers.pollFirst();
  }

  /** Milliseconds until the first timer is due; {@link Long#MAX_VALUE} if none ever will be. */
  public long millisToNext() {
    ClockTimer first = timers.isEmpty() ? null : timers.first();
    if (first == null || (!wall && first.timestamp > start)) {
      return Long.MAX_VALUE;
    }
    return Math.max(0, first.timestamp - absoluteTimeMillis());
  }
}
