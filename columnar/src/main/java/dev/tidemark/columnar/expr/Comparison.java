package dev.tidemark.columnar.expr;

import dev.tidemark.columnar.data.Batch;
import dev.tidemark.columnar.data.BytesColumn;
import dev.tidemark.columnar.data.Column;
import dev.tidemark.columnar.data.DoubleColumn;
import dev.tidemark.columnar.data.LongColumn;
import java.util.Arrays;

/**
 * Compares two values; NULL if one of them is. Whole numbers become floating-point numbers beside
 * one, as in Java; strings compare by their bytes.
 */
public record Comparison(Operator operator, Expression left, Expression right)
    implements Expression {

  /** The comparisons of SQL. */
  public enum Operator {
    EQUAL,
    NOT_EQUAL,
    LESS,
    LESS_OR_EQUAL,
    GREATER,
    GREATER_OR_EQUAL
  }

  @Override
  public Evaluator create(int capacity) {
    Evaluator leftValues = left.create(capacity);
    Evaluator rightValues = right.create(capacity);
    LongColumn result = new LongColumn(capacity);
    return batch -> {
      Column a = leftValues.evaluate(batch);
      Column b = rightValues.evaluate(batch);
      result.clear();
      if (a instanceof LongColumn x && b instanceof LongColumn y) {
        compare(batch, x, y, result.values);
      } else if (a instanceof BytesColumn x) {
        compare(batch, x, (BytesColumn) b, result.values);
      } else {
        compareDoubles(batch, a, b, result.values);
      }
      Nulls.either(batch, a, b, result);
      return result;
    };
  }

  private void compare(Batch batch, LongColumn a, LongColumn b, long[] into) {
    long[] x = a.values;
    long[] y = b.values;
    if (a.nanos != null || b.nanos != null) {
      for (int i = 0; i < batch.rows; i++) {
        int order = Long.compare(x[i], y[i]);
        if (order == 0) {
          order =
              Integer.compare(a.nanos == null ? 0 : a.nanos[i], b.nanos == null ? 0 : b.nanos[i]);
        }
        into[i] = holds(order) ? 1 : 0;
      }
      return;
    }
    for (int i = 0; i < batch.rows; i++) {
      into[i] = holds(Long.compare(x[i], y[i])) ? 1 : 0;
    }
  }

  private void compare(Batch batch, BytesColumn a, BytesColumn b, long[] into) {
    for (int i = 0; i < batch.rows; i++) {
      if (a.isNull(i) || b.isNull(i)) {
        continue;
      }
      int order =
          Arrays.compareUnsigned(
              a.bytes,
              a.starts[i],
              a.starts[i] + a.lengths[i],
              b.bytes,
              b.starts[i],
              b.starts[i] + b.lengths[i]);
      into[i] = holds(order) ? 1 : 0;
    }
  }

  private boolean holds(int order) {
    return switch (operator) {
      case EQUAL -> order == 0;
      case NOT_EQUAL -> order != 0;
      case LESS -> order < 0;
      case LESS_OR_EQUAL -> order <= 0;
      case GREATER -> order > 0;
      case GREATER_OR_EQUAL -> order >= 0;
    };
  }

  /** With Java's operators, to which no NaN equals another. */
  private void compareDoubles(Batch batch, Column a, Column b, long[] into) {
    for (int i = 0; i < batch.rows; i++) {
      double x = number(a, i);
      double y = number(b, i);
      boolean holds =
          switch (operator) {
            case EQUAL -> x == y;
            case NOT_EQUAL -> x != y;
            case LESS -> x < y;
            case LESS_OR_EQUAL -> x <= y;
            case GREATER -> x > y;
            case GREATER_OR_EQUAL -> x >= y;
          };
      into[i] = holds ? 1 : 0;
    }
  }

  private static double number(Column column, int row) {
    return column instanceof LongColumn longs
        ? (double) longs.values[row]
        : ((DoubleColumn) column).values[row];
  }
}
