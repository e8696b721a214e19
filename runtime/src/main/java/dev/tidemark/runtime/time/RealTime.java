package dev.tidemark.runtime.time;

/** The only reader of the computer's clock in this module. */
public final class RealTime {
  private RealTime() {}

  /** Milliseconds since 1970-01-01T00:00:00Z. */
  @WallClock("the source of wall-clock processing time, where a program asks for it")
  public static long epochMillis() {
    return System.currentTimeMillis();
  }

  /** Nanoseconds from an arbitrary origin; for waiting only. */
  @WallClock("bounds how long a turn waits for input that comes from outside")
  public static long nanos() {
    return System.nanoTime();
  }
}
