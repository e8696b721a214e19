package dev.tidemark.columnar.observe;

import dev.tidemark.columnar.data.Batch;
import dev.tidemark.columnar.op.Stage;

/**
 * Stands in front of the stage that does the work of an operator, where somebody looks.
 *
 * @param node which operator of the stretch it is
 */
public record Tap(Watch watch, int node, Stage next) implements Stage {

  @Override
  public void process(Batch batch) throws Exception {
    watch.enters(node, batch);
    next.process(batch);
  }

  @Override
  public void end() throws Exception {
    watch.beforeEnd(node);
    next.end();
    watch.afterEnd(node);
  }
}
