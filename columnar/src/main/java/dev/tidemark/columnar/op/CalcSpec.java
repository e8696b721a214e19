package dev.tidemark.columnar.op;

import dev.tidemark.columnar.data.Batch;
import dev.tidemark.columnar.data.Column;
import dev.tidemark.columnar.data.LongColumn;
import dev.tidemark.columnar.expr.Evaluator;
import dev.tidemark.columnar.expr.Expression;

/**
 * Chooses rows and computes columns.
 *
 * @param columns what each column of the result is
 * @param condition which rows are meant; null for all
 */
@SuppressWarnings("ArrayRecordComponent") // never compared
public record CalcSpec(Expression[] columns, Expression condition) implements StageSpec {

  @Override
  public Stage create(StageContext context, Stage next) {
    return new Calc(this, context.batchRows(), next);
  }

  private static final class Calc implements Stage {
    private final Evaluator[] columns;
    private final Evaluator condition;
    private final int[] selected;
    private final Batch result;
    private final Stage next;

    Calc(CalcSpec spec, int capacity, Stage next) {
      this.columns = new Evaluator[spec.columns.length];
      for (int i = 0; i < columns.length; i++) {
        columns[i] = spec.columns[i].create(capacity);
      }
      this.condition = spec.condition == null ? null : spec.condition.create(capacity);
      this.selected = new int[capacity];
      this.result = new Batch(new Column[columns.length]);
      this.next = next;
    }

    @Override
    public void process(Batch batch) throws Exception {
      result.sharePositions(batch);
      if (condition != null) {
        filter(batch);
      }
      for (int i = 0; i < columns.length; i++) {
        result.columns[i] = columns[i].evaluate(batch);
      }
      next.process(result);
    }

    private void filter(Batch batch) {
      LongColumn answers = (LongColumn) condition.evaluate(batch);
      int count = 0;
      for (int i = 0; i < batch.count; i++) {
        int row = batch.selected == null ? i : batch.selected[i];
        if (answers.values[row] != 0 && !answers.isNull(row)) {
          selected[count++] = row;
        }
      }
      result.selected = selected;
      result.count = count;
    }

    @Override
    public void end() throws Exception {
      next.end();
    }
  }
}
