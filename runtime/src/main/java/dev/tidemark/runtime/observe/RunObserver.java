package dev.tidemark.runtime.observe;

/**
 * Sees one run of a plan. Every method is called on the job's thread, so an observer needs no
 * locks; an exception that it throws fails the job.
 */
public interface RunObserver {

  /**
   * Called once for every operator, sources first, when all of them are open and before the first
   * record.
   *
   * @return what sees the operator's elements; null if nothing has to
   */
  NodeObserver observe(ObservedNode node);

  /** A source has ended by itself; the final watermark follows. */
  default void sourceEnds(ObservedNode source) {}

  /** The run is over; the operators are still open. */
  default void over(RunEnd end) {}
}
