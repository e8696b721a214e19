package dev.tidemark.columnar.expr;

import dev.tidemark.columnar.data.Column;
import dev.tidemark.columnar.data.LongColumn;
import java.util.Arrays;

/**
 * AND and OR in three-valued logic.
 *
 * @param deciding the value that decides by itself: false for AND, true for OR
 */
@SuppressWarnings("ArrayRecordComponent") // never compared
public record Junction(boolean deciding, Expression[] operands) implements Expression {

  @Override
  public Evaluator create(int capacity) {
    Evaluator[] evaluators = new Evaluator[operands.length];
    for (int i = 0; i < operands.length; i++) {
      evaluators[i] = operands[i].create(capacity);
    }
    LongColumn result = new LongColumn(capacity);
    boolean[] decided = new boolean[capacity];
    long decision = deciding ? 1 : 0;
    return batch -> {
      result.clear();
      Arrays.fill(decided, 0, batch.rows, false);
      Arrays.fill(result.values, 0, batch.rows, 1 - decision);
      for (Evaluator each : evaluators) {
        Column column = each.evaluate(batch);
        long[] values = ((LongColumn) column).values;
        for (int i = 0; i < batch.rows; i++) {
          if (column.isNull(i)) {
            result.setNull(i);
          } else if (values[i] == decision) {
            decided[i] = true;
          }
        }
      }
      for (int i = 0; i < batch.rows; i++) {
        if (decided[i]) {
          result.values[i] = decision;
          if (result.hasNulls) {
            result.nulls[i] = false;
          }
        }
      }
      return result;
    };
  }
}
