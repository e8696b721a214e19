package dev.tidemark.runtime.time;

import java.util.Locale;

/** What an operator sees as processing time. */
public enum ClockMode {
  /** Frozen, unless a DataStream program reads from an unbounded source. */
  AUTO,
  /** Stands still: timers ahead of it never fire, results repeat. */
  FROZEN,
  /** The computer's clock. Results that depend on it do not repeat. */
  WALL;

  /** As it is written in a configuration. */
  @Override
  public String toString() {
    return name().toLowerCase(Locale.ROOT).replace('_', '-');
  }
}
