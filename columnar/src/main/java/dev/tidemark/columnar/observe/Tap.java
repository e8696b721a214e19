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
    try {
      next.process(batch);
    } catch (Exception e) {
      watch.fails(node);
      throw e;
    }
  }

  @Override
  public void end() throws Exception {
    watch.beforeEnd(node);
    next.end();
    watch.afterEnd(node);
  }
}
