package dev.tidemark.insight.ledger;

/** Is told of losses where they happen, whether or not anybody reads the rows themselves. */
public interface LossFollower {

  /**
   * A row was lost.
   *
   * @param source index of the source that the row is from, or that caused the loss
   * @param ordinal its number among the source's rows
   * @param whole whether it was dropped whole
   */
  default void lost(int source, long ordinal, boolean whole) {}

  /**
   * A row came too late for an operator.
   *
   * @param node index of the operator in the plan
   * @param whole whether it was dropped whole
   * @param windows how many windows it misses; 0 where there are none
   * @param by how many milliseconds the watermark was too far
   */
  default void tooLate(int node, boolean whole, int windows, long by) {}
}
