package dev.tidemark.runtime.time;

/** What an operator sees as processing time. */
public enum ClockMode {
  /** Frozen, unless a DataStream program reads from an unbounded source. */
  AUTO,
  /** Stands still: timers ahead of it never fire, results repeat. */
  FROZEN,
  /** The computer's clock. Results that depend on it do not repeat. */
  WALL
}
