package dev.tidemark.columnar.expr;

import dev.tidemark.columnar.data.Batch;
import dev.tidemark.columnar.data.Column;

/** Where values are missing. */
final class Nulls {
  private Nulls() {}

  /** A result is missing where one of two values is. */
  static void either(Batch batch, Column a, Column b, Column result) {
    if (!a.hasNulls && !b.hasNulls) {
      return;
    }
    for (int i = 0; i < batch.rows; i++) {
      if (a.isNull(i) || b.isNull(i)) {
        result.setNull(i);
      }
    }
  }
}
