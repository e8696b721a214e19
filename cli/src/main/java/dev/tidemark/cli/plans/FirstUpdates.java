package dev.tidemark.cli.plans;

import java.util.Optional;
import org.apache.calcite.rel.RelNode;
import org.apache.flink.table.planner.plan.nodes.FlinkRelNode;
import org.apache.flink.table.planner.plan.nodes.physical.stream.StreamPhysicalRel;
import org.apache.flink.table.planner.plan.utils.ChangelogPlanUtils;

/**
 * Looks for the node of a query that first emits something else than insertions. The planner gives
 * no plan for a query that it refuses; but it does for the parts of the query below what refuses.
 */
public final class FirstUpdates {

  private FirstUpdates() {}

  /** The node's description; empty if no part of the query with updates can be planned alone. */
  public static Optional<String> in(RelNode query, PlanListener.SubPlanner planner) {
    for (RelNode input : query.getInputs()) {
      Optional<String> below = in(input, planner);
      if (below.isPresent()) {
        return below;
      }
    }
    return inPlan(plan(query, planner));
  }

  private static RelNode plan(RelNode part, PlanListener.SubPlanner planner) {
    try {
      return planner.optimize(part);
    } catch (RuntimeException e) {
      // Refused itself, or no query by itself: what is sought stands below it, or above.
      return null;
    }
  }

  private static Optional<String> inPlan(RelNode plan) {
    if (!(plan instanceof StreamPhysicalRel node) || ChangelogPlanUtils.isInsertOnly(node)) {
      return Optional.empty();
    }
    for (RelNode input : node.getInputs()) {
      Optional<String> below = inPlan(input);
      if (below.isPresent()) {
        return below;
      }
    }
    return Optional.of(((FlinkRelNode) node).getRelDetailedDescription());
  }
}
