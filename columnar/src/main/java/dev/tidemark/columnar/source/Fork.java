package dev.tidemark.columnar.source;

import dev.tidemark.columnar.data.Batch;
import dev.tidemark.columnar.join.Join;
import dev.tidemark.columnar.op.Stage;
import java.util.List;

/**
 * Hands each row, and each watermark, to several branches, one after the other, as the output of an
 * operator does that others read.
 */
final class Fork implements Stage {

  /**
   * One of those who read the rows.
   *
   * @param first what it does
   * @param path the joins up to the last one, which is not among them
   */
  @SuppressWarnings("ArrayRecordComponent") // never compared
  record Branch(Stage first, Join[] path) {
    Branch(Stage first, List<Join> path) {
      this(first, path.toArray(new Join[0]));
    }

    private void process(Batch batch) throws Exception {
      first.process(batch);
      Landing.flush(path);
    }
  }

  private final Branch[] branches;
  private final int[] selected = new int[1];

  /**
   * @param branches in the order in which they get a row
   */
  Fork(List<Branch> branches) {
    this.branches = branches.toArray(new Branch[0]);
  }

  @Override
  public void process(Batch batch) throws Exception {
    Batch single = new Batch(batch.columns);
    single.rows = batch.rows;
    single.kinds = batch.kinds;
    single.selected = selected;
    int mark = 0;
    for (int i = 0; i < batch.count; i++) {
      int row = batch.selected == null ? i : batch.selected[i];
      while (mark < batch.marks && batch.markRows[mark] < row) {
        mark(single, batch, mark++);
      }
      for (Branch each : branches) {
        single.marks = 0; // a branch may have put watermarks of its own there
        single.count = 1;
        selected[0] = row;
        each.process(single);
      }
    }
    while (mark < batch.marks) {
      mark(single, batch, mark++);
    }
  }

  private void mark(Batch single, Batch batch, int mark) throws Exception {
    for (Branch each : branches) {
      single.marks = 0;
      single.count = 0;
      single.mark(batch.markRows[mark], batch.markTimes[mark], batch.markOrigins[mark]);
      each.process(single);
    }
  }

  @Override
  public void end() throws Exception {
    for (Branch each : branches) {
      each.first.end();
      Landing.flush(each.path);
    }
  }
}
