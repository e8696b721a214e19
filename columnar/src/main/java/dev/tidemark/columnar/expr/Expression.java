package dev.tidemark.columnar.expr;

import java.io.Serializable;

/** What to compute from the columns of a batch. */
public interface Expression extends Serializable {

  /**
   * What computes it.
   *
   * @param capacity the most rows that a batch has
   */
  Evaluator create(int capacity);
}
