package dev.tidemark.columnar.expr;

import dev.tidemark.columnar.data.Column;
import dev.tidemark.columnar.data.LongColumn;

/** Asks something of one value. */
public record Test(Question question, Expression operand) implements Expression {

  /** What is asked; all but NOT answer also for NULL. */
  public enum Question {
    NOT,
    IS_NULL,
    IS_NOT_NULL,
    IS_TRUE,
    IS_FALSE,
    IS_NOT_TRUE,
    IS_NOT_FALSE
  }

  @Override
  public Evaluator create(int capacity) {
    Evaluator evaluator = operand.create(capacity);
    LongColumn result = new LongColumn(capacity);
    return batch -> {
      Column column = evaluator.evaluate(batch);
      result.clear();
      for (int i = 0; i < batch.rows; i++) {
        boolean isNull = column.isNull(i);
        boolean isTrue = !isNull && column instanceof LongColumn longs && longs.values[i] != 0;
        if (isNull && question == Question.NOT) {
          result.setNull(i);
          continue;
        }
        boolean answer =
            switch (question) {
              case NOT -> !isTrue;
              case IS_NULL -> isNull;
              case IS_NOT_NULL -> !isNull;
              case IS_TRUE -> isTrue;
              case IS_FALSE -> !isNull && !isTrue;
              case IS_NOT_TRUE -> !isTrue;
              case IS_NOT_FALSE -> isNull || isTrue;
            };
        result.values[i] = answer ? 1 : 0;
      }
      return result;
    };
  }
}
