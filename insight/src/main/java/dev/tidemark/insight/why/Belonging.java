package dev.tidemark.insight.why;

import dev.tidemark.insight.ledger.Window;

/**
 * A window that a row belongs to. A session grows afterwards: it is asked at the end of the run.
 */
public interface Belonging {
  /** The window. */
  Window window();

  /** The watermark that emits it, in epoch milliseconds. */
  long firesAt();

  /** The watermark from which on it takes no rows, in epoch milliseconds. */
  long closesAt();

  /** A window that stays as it is. */
  record Fixed(Window window, long firesAt, long closesAt) implements Belonging {}
}
