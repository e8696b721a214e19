package dev.tidemark.insight.ledger;

import java.util.OptionalLong;

/** The watermark delay that would have kept all rows; exact also past any cap. */
public final class KeepingAll {
  private long late;
  private long untold;
  private long delay = Long.MIN_VALUE;
  private long now = Long.MIN_VALUE;

  /**
   * A late row was lost.
   *
   * @param by how late, in milliseconds
   * @param delayNow the watermark delay that holds there, in milliseconds; empty if a larger one
   *     does not help or there is no such constant
   */
  void lost(long by, OptionalLong delayNow) {
    late++;
    if (delayNow.isEmpty()) {
      untold++;
    } else {
      now = Math.max(now, delayNow.getAsLong());
      delay = Math.max(delay, delayNow.getAsLong() + by);
    }
  }

  /** A row was lost that was in time: no delay is known to help, nor what others will do to it. */
  void lostInTime() {
    untold++;
  }

  /** Late rows with a loss. */
  public long rows() {
    return late;
  }

  /** The smallest delay in milliseconds that keeps them all; empty if it cannot be told. */
  public OptionalLong delay() {
    return late == 0 || untold > 0 ? OptionalLong.empty() : OptionalLong.of(delay);
  }

  /** The delay that holds now, in milliseconds; the largest where operators differ. */
  public long now() {
    return now;
  }
}
