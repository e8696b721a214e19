package dev.tidemark.cli.plans;

import org.apache.calcite.rel.RelNode;
import org.apache.flink.table.planner.delegation.PlannerBase;
import org.apache.flink.table.planner.plan.nodes.exec.ExecNodeGraph;

/** Told what the planner makes of a statement, on the thread that plans. */
public interface PlanListener {

  /** Does not care. */
  PlanListener NOBODY = plan -> {};

  /** A plan was made; if it is for running, its job is submitted next on this thread. */
  void planned(OptimizedPlan plan);

  /** A query, or what writes one into a table, cannot be planned. */
  default void refused(RuntimeException failure, RelNode query, SubPlanner planner) {}

  /**
   * A plan is about to run, and is not part of an EXPLAIN; with an exception, such as {@link
   * PlannedOnly}, it does not.
   */
  default void running(ExecNodeGraph graph, PlannerBase planner) {}

  /** Plans a part of a query. */
  interface SubPlanner {

    /** The optimized physical plan of a part of a query; throws what the planner throws. */
    RelNode optimize(RelNode part);
  }
}
