package dev.tidemark.insight.why;

import dev.tidemark.insight.ledger.Window;
import java.util.List;

/** The windows of an operator that hold rows and have not been emitted. */
interface OpenWindows {
  /**
   * A window with rows in it.
   *
   * @param firesAt the watermark that emits it, in epoch milliseconds
   */
  record Waiting(Window window, long firesAt, long rows) {}

  /** The watermark has reached this. */
  void advance(long watermark);

  /** Those that the last watermark before the end of input had left open, earliest first. */
  List<Waiting> atEnd();
}
