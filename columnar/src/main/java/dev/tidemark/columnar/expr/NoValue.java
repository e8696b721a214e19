package dev.tidemark.columnar.expr;

import dev.tidemark.columnar.data.LongColumn;
import java.util.Arrays;

/** NULL in every row, of a type that is kept as whole numbers. */
public record NoValue() implements Expression {
  @Override
  public Evaluator create(int capacity) {
    LongColumn column = new LongColumn(capacity);
    Arrays.fill(column.nulls, true);
    column.hasNulls = true;
    return batch -> column;
  }
}
