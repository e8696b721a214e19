package dev.tidemark.insight.run;

import dev.tidemark.insight.ledger.Drop;
import dev.tidemark.insight.ledger.LossFollower;
import dev.tidemark.runtime.observe.NodeObserver;
import dev.tidemark.runtime.observe.ObservedNode;

/** Looks at one aspect of a run: its drops, its changelog and so on. */
public interface Probe extends LossFollower {

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

  /** A source has ended by itself; the final watermark follows. */
  default void sourceEnds(ObservedNode source) {}

  /**
   * The run is over.
   *
   * @param complete whether it came to its end: false if it failed or was cancelled
   */
  default void over(boolean complete) {}
}
