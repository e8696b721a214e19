package dev.tidemark.columnar.join;

import dev.tidemark.columnar.data.Batch;
import dev.tidemark.columnar.op.Stage;

/** The way into a join for rows that come when it is their turn. */
public final class JoinSide implements Stage {
  private final Join join;
  private final int side;

  public JoinSide(Join join, int side) {
    this.join = join;
    this.side = side;
  }

  @Override
  public void process(Batch batch) throws Exception {
    join.hold(side, batch);
    int mark = 0;
    for (int i = 0; i < batch.count; i++) {
      int row = batch.selected == null ? i : batch.selected[i];
      while (mark < batch.marks && batch.markRows[mark] < row) {
        join.mark(side, batch.markTimes[mark++]);
      }
      join.take(side, i, row);
    }
    while (mark < batch.marks) {
      join.mark(side, batch.markTimes[mark++]);
    }
  }

  @Override
  public void end() throws Exception {
    join.end(side);
  }
}
