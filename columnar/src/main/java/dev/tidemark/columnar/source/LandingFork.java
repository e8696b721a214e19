package dev.tidemark.columnar.source;

import dev.tidemark.columnar.data.Batch;
import dev.tidemark.columnar.op.Stage;
import java.util.List;

/**
 * Hands whole batches, in which rows have kept their places, to several branches. Which of them
 * gets a row first is decided when it has its turn.
 *
 * @param branches what is done at once, in the order in which they get a row
 */
record LandingFork(List<Branch> branches) implements Stage {

  /**
   * One of those who read the rows.
   *
   * @param first what it does with all rows at once
   * @param landing the first of those where that ends
   */
  record Branch(Stage first, Landing landing) {}

  @Override
  public void process(Batch batch) throws Exception {
    for (Branch each : branches) {
      Batch own = new Batch(batch.columns);
      own.sharePositions(batch);
      own.ownMarks();
      Landing.land(each.first, own, each.landing);
    }
  }

  @Override
  public void end() throws Exception {
    for (Branch each : branches) {
      each.first.end();
    }
  }
}
