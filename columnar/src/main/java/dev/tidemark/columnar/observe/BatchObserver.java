package dev.tidemark.columnar.observe;

import dev.tidemark.columnar.data.Batch;
import dev.tidemark.runtime.observe.NodeObserver;

/**
 * Sees the rows of an operator that runs in columns many at a time, between one watermark and the
 * next, instead of each by itself. Watermarks come as for any {@link NodeObserver}.
 */
public interface BatchObserver extends NodeObserver {

  /** Whether rows may come that way; otherwise each comes by itself. Asked once, at the start. */
  default boolean takesRuns() {
    return true;
  }

  /**
   * The operator is about to handle rows.
   *
   * @param from the first one's place among those that are meant
   * @param to the place behind the last one
   */
  default void enter(Batch batch, int from, int to) throws Exception {}

  /** The operator emits rows; places as in {@link #enter}. */
  default void leave(Batch batch, int from, int to) throws Exception {}
}
