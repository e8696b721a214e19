package dev.tidemark.insight.run;

import dev.tidemark.insight.ledger.Drop;
import dev.tidemark.runtime.observe.NodeObserver;
import dev.tidemark.runtime.observe.ObservedNode;

/** Looks at one aspect of a run: its drops, its changelog and so on. */
public interface Probe {

  /**
   * Called once for every operator before the first record, sources first.
   *
   * @return what sees the operator's elements; null if nothing has to
   */
  NodeObserver observe(ObservedNode node, RunContext context);

  /** Whether {@link #dropped} is of interest. */
  default boolean followsDrops() {
    return false;
  }

  /** A row was dropped; called where it happens. */
  default void dropped(Drop drop) {}

  /**
   * A row was lost, whether or not anybody reads it; called where it happens.
   *
   * @param source index of the source that the row is from, or that caused the loss
   * @param ordinal its number among the source's rows
   * @param whole whether it was dropped whole
   */
  default void lost(int source, long ordinal, boolean whole) {}

  /** A source has ended by itself; the final watermark follows. */
  default void sourceEnds(ObservedNode source) {}

  /**
   * The run is over.
   *
   * @param complete whether it came to its end: false if it failed or was cancelled
   */
  default void over(boolean complete) {}
}
