package dev.tidemark.columnar.source;

import dev.tidemark.columnar.observe.BatchObserver;
import dev.tidemark.columnar.observe.RowTurns;
import dev.tidemark.columnar.observe.Tap;
import dev.tidemark.columnar.observe.Watch;
import dev.tidemark.columnar.op.Stage;
import dev.tidemark.columnar.op.StageContext;
import dev.tidemark.columnar.op.StageSpec;
import dev.tidemark.columnar.op.WatermarkSpec;
import dev.tidemark.runtime.observe.NodeObserver;
import java.util.ArrayList;
import java.util.List;

/** A pipeline that shows the work of each operator that it stands for to who looks at it. */
final class WatchedPipeline {
  private static final BatchObserver NOBODY = new BatchObserver() {};

  private final StageSpec[] stages;
  private final List<NodeObserver> nodes = new ArrayList<>();
  private final RowTurns turns;

  /**
   * @param operators observers of the scan and of what each stage stands for; null for nobody
   */
  WatchedPipeline(PipelineSpec spec, List<NodeObserver> operators) {
    this.stages = spec.stages();
    for (NodeObserver each : operators) {
      nodes.add(each == null ? NOBODY : each);
    }
    if (!(nodes.get(0) instanceof RowTurns found)) {
      throw new IllegalStateException("what observes a scan in columns must be told of its rows");
    }
    this.turns = found;
  }

  /** No row has its turn. */
  void rest() {
    turns.rest();
  }

  /** The first stage of the pipeline. */
  Stage stages(StageContext context) throws Exception {
    Stage next = null;
    int end = stages.length;
    while (end > 0) {
      // The stretch that ends with the stage before `end`, and begins behind the last one that
      // makes other rows of those that come.
      int begin = end - 1;
      while (begin > 0 && !stages[begin - 1].changesRows()) {
        begin--;
      }
      Watch watch = watch(begin, end);
      next = stages[end - 1].create(context.watched(watch), next);
      for (int stage = end - 1; stage >= begin; stage--) {
        if (stage < end - 1) {
          next = stages[stage].create(context, next);
        }
        if (isOperator(stage)) {
          next = new Tap(watch, stage + 1 - begin, next);
        }
      }
      end = begin;
    }
    return next;
  }

  /** Whether a stage does the work of an operator, and is not only the way out. */
  private boolean isOperator(int stage) {
    return stage + 1 < nodes.size();
  }

  private Watch watch(int begin, int end) {
    int behind = Math.min(end + 1, nodes.size());
    return new Watch(
        turns,
        nodes.subList(begin, behind),
        Math.max(1, firstMarked() - begin),
        begin == 0,
        stages[end - 1].changesRows() && !stages[end - 1].holdsRows());
  }

  /** The first operator that watermarks enter: the one behind the stage that makes them. */
  private int firstMarked() {
    for (int stage = 0; stage < stages.length; stage++) {
      if (stages[stage] instanceof WatermarkSpec) {
        return stage + 2;
      }
    }
    return nodes.size(); // there are none
  }
}
