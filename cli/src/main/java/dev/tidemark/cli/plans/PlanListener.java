package dev.tidemark.cli.plans;

import org.apache.calcite.rel.RelNode;

/** Told what the planner makes of a statement, on the thread that plans. */
public interface PlanListener {

  /** A plan was made; if it is for running, its job is submitted next on this thread. */
  void planned(OptimizedPlan plan);

  /** A query, or what writes one into a table, cannot be planned. */
  default void refused(RuntimeException failure, RelNode query, SubPlanner planner) {}

  /** Plans a part of a query. */
  interface SubPlanner {

    /** The optimized physical plan of a part of a query; throws what the planner throws. */
    RelNode optimize(RelNode part);
  }
}
