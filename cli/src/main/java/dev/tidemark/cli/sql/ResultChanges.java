package dev.tidemark.cli.sql;

import dev.tidemark.cli.plans.OptimizedPlan;
import dev.tidemark.cli.plans.PlanListener;
import org.apache.calcite.rel.RelNode;
import org.apache.flink.table.planner.delegation.PlannerBase;
import org.apache.flink.table.planner.plan.nodes.exec.ExecNodeGraph;

/**
 * Remembers whether the last query's result changes rows that it has given before, which only the
 * planner knows.
 */
final class ResultChanges implements PlanListener {

  private final PlanListener next;
  private volatile boolean last;

  /**
   * @param next hears the same
   */
  ResultChanges(PlanListener next) {
    this.next = next;
  }

  boolean last() {
    return last;
  }

  @Override
  public void planned(OptimizedPlan plan) {
    last = plan.changesRows();
    next.planned(plan);
  }

  @Override
  public void refused(RuntimeException failure, RelNode query, SubPlanner planner) {
    next.refused(failure, query, planner);
  }

  @Override
  public void running(ExecNodeGraph graph, PlannerBase planner) {
    next.running(graph, planner);
  }
}
