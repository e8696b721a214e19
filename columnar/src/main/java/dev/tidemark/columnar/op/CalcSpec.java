package dev.tidemark.columnar.op;

import dev.tidemark.columnar.data.Batch;
import dev.tidemark.columnar.data.Column;
import dev.tidemark.columnar.data.LongColumn;
import dev.tidemark.columnar.expr.Evaluator;
import dev.tidemark.columnar.expr.Expression;

/**
 * Chooses rows and computes columns. What has no columnar form Flink's code computes.
 *
 * @param columns what each column of the result is; null for the next one of Flink's
 * @param flinks computes the columns that have no expression; null if all have one
 * @param condition which rows are meant; null for all, or if Flink's code decides
 * @param flinksCondition decides which rows are meant; null if the condition does
 */
@SuppressWarnings("ArrayRecordComponent") // never compared
public record CalcSpec(
    Expression[] columns, FlinkFunction flinks, Expression condition, FlinkFunction flinksCondition)
    implements StageSpec {

  @Override
  public Stage create(StageContext context, Stage next) throws Exception {
    return new Calc(this, context, next);
  }

  private static final class Calc implements Stage {
    private final Evaluator[] columns;
    private final FlinkFunction.Running flinks;
    private final Evaluator condition;
    private final FlinkFunction.Running flinksCondition;
    private final int[] selected;
    private final Batch result;
    private final Stage next;

    /** What went wrong in a row that is not in the result any more. */
    private Exception failure;

    Calc(CalcSpec spec, StageContext context, Stage next) throws Exception {
      int capacity = context.batchRows();
      this.columns = new Evaluator[spec.columns.length];
      for (int i = 0; i < columns.length; i++) {
        columns[i] = spec.columns[i] == null ? null : spec.columns[i].create(capacity);
      }
      this.flinks = spec.flinks == null ? null : spec.flinks.start(context);
      this.condition = spec.condition == null ? null : spec.condition.create(capacity);
      this.flinksCondition =
          spec.flinksCondition == null ? null : spec.flinksCondition.start(context);
      this.selected = new int[capacity];
      this.result = new Batch(new Column[columns.length]);
      this.next = next;
    }

    @Override
    public void process(Batch batch) throws Exception {
      result.sharePositions(batch);
      failure = null;
      if (condition != null) {
        filter(batch, (LongColumn) condition.evaluate(batch));
      } else if (flinksCondition != null) {
        computeWithFlink(batch, flinksCondition);
        filter(result, (LongColumn) flinksCondition.columns[0]);
      }
      if (flinks != null) {
        computeWithFlink(batch, flinks);
      }
      int flinksColumn = 0;
      for (int i = 0; i < columns.length; i++) {
        result.columns[i] =
            columns[i] == null ? flinks.columns[flinksColumn++] : columns[i].evaluate(batch);
      }
      next.process(result);
      if (failure != null) {
        throw failure;
      }
    }

    /** Lets Flink's code compute the rows that are meant, and leaves out all from a failure on. */
    private void computeWithFlink(Batch batch, FlinkFunction.Running code) {
      Batch input = new Batch(batch.columns);
      input.sharePositions(result);
      int computed = code.compute(input);
      if (code.failure != null) {
        failure = code.failure;
        result.failAt(result.selected == null ? computed : result.selected[computed]);
      }
    }

    private void filter(Batch meant, LongColumn answers) {
      int count = 0;
      for (int i = 0; i < meant.count; i++) {
        int row = meant.selected == null ? i : meant.selected[i];
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
