package dev.tidemark.columnar.op;

import dev.tidemark.columnar.data.Batch;
import dev.tidemark.columnar.data.Column;

/**
 * Chooses columns.
 *
 * @param columns for each column of the result its place in the input
 */
@SuppressWarnings("ArrayRecordComponent") // never compared
public record CalcSpec(int[] columns) implements StageSpec {

  @Override
  public Stage create(StageContext context, Stage next) {
    return new Calc(columns, next);
  }

  private static final class Calc implements Stage {
    private final int[] columns;
    private final Batch result;
    private final Stage next;

    Calc(int[] columns, Stage next) {
      this.columns = columns;
      this.result = new Batch(new Column[columns.length]);
      this.next = next;
    }

    @Override
    public void process(Batch batch) throws Exception {
      for (int i = 0; i < columns.length; i++) {
        result.columns[i] = batch.columns[columns[i]];
      }
      result.sharePositions(batch);
      next.process(result);
    }

    @Override
    public void end() throws Exception {
      next.end();
    }
  }
}
