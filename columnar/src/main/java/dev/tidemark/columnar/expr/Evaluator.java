package dev.tidemark.columnar.expr;

import dev.tidemark.columnar.data.Batch;
import dev.tidemark.columnar.data.Column;

/** Computes an expression for all rows of a batch. */
public interface Evaluator {

  /** The values, in a column that is valid until the next call. */
  Column evaluate(Batch batch);
}
