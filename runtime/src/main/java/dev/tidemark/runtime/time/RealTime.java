package dev.tidemark.runtime.time;

import dev.tidemark.runtime.Nondeterministic;
import java.util.concurrent.locks.LockSupport;

/** The only reader of the computer's clock in this module. */
public final class RealTime {
  private RealTime() {}

  /** Milliseconds since 1970-01-01T00:00:00Z. */
  @Nondeterministic(
      because = "the source of wall-clock processing time, where a program asks for it")
  public static long epochMillis() {
    return System.currentTimeMillis();
  }

  /** Nanoseconds from an arbitrary origin; for waiting only. */
  @Nondeterministic(because = "bounds how long a turn waits for input that comes from outside")
  public static long nanos() {
    return System.nanoTime();
  }

  /** Parks the calling thread for at most {@code nanos}; whoever has news for it unparks it. */
  @Nondeterministic(
      because = "bounds the wait for an event; the caller looks at the event, not at the time")
  public static void parkNanos(Object blocker, long nanos) {
    LockSupport.parkNanos(blocker, nanos);
  }
}
