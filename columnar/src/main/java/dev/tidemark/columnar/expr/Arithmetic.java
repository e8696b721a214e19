package dev.tidemark.columnar.expr;

import dev.tidemark.columnar.data.Column;
import dev.tidemark.columnar.data.DoubleColumn;
import dev.tidemark.columnar.data.LongColumn;

/**
 * Adds, subtracts or multiplies in the type of the result, as Java does: whole numbers wrap.
 *
 * @param result the type that is computed in
 */
public record Arithmetic(Operator operator, Result result, Expression left, Expression right)
    implements Expression {

  /** What is done. */
  public enum Operator {
    PLUS,
    MINUS,
    TIMES
  }

  /** The types that are computed in. */
  public enum Result {
    INT,
    BIGINT,
    DOUBLE
  }

  @Override
  public Evaluator create(int capacity) {
    Evaluator leftValues = left.create(capacity);
    Evaluator rightValues = right.create(capacity);
    return result == Result.DOUBLE
        ? doubles(leftValues, rightValues, new DoubleColumn(capacity))
        : longs(leftValues, rightValues, new LongColumn(capacity));
  }

  private Evaluator longs(Evaluator leftValues, Evaluator rightValues, LongColumn into) {
    return batch -> {
      LongColumn a = (LongColumn) leftValues.evaluate(batch);
      LongColumn b = (LongColumn) rightValues.evaluate(batch);
      into.clear();
      for (int i = 0; i < batch.rows; i++) {
        long x = a.values[i];
        long y = b.values[i];
        long value =
            switch (operator) {
              case PLUS -> x + y;
              case MINUS -> x - y;
              case TIMES -> x * y;
            };
        into.values[i] = result == Result.INT ? (int) value : value;
      }
      Nulls.either(batch, a, b, into);
      return into;
    };
  }

  private Evaluator doubles(Evaluator leftValues, Evaluator rightValues, DoubleColumn into) {
    return batch -> {
      Column a = leftValues.evaluate(batch);
      Column b = rightValues.evaluate(batch);
      into.clear();
      for (int i = 0; i < batch.rows; i++) {
        double x = number(a, i);
        double y = number(b, i);
        into.values[i] =
            switch (operator) {
              case PLUS -> x + y;
              case MINUS -> x - y;
              case TIMES -> x * y;
            };
      }
      Nulls.either(batch, a, b, into);
      return into;
    };
  }

  private static double number(Column column, int row) {
    return column instanceof LongColumn longs
        ? (double) longs.values[row]
        : ((DoubleColumn) column).values[row];
  }
}
