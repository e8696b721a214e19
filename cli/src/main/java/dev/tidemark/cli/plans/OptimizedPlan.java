package dev.tidemark.cli.plans;

import dev.tidemark.insight.changelog.DeclaredPlan;
import java.time.ZoneId;
import java.util.List;
import org.apache.calcite.rel.RelNode;
import org.apache.flink.table.planner.connectors.CollectDynamicSink;
import org.apache.flink.table.planner.plan.nodes.calcite.Sink;
import org.apache.flink.table.planner.plan.nodes.exec.ExecNodeGraph;
import org.apache.flink.table.planner.plan.nodes.physical.stream.StreamPhysicalRel;
import org.apache.flink.table.planner.plan.utils.ChangelogPlanUtils;

/** What the planner has made of a statement, to be read while it plans. */
public final class OptimizedPlan {

  private final List<RelNode> relations;
  private final ExecNodeGraph graph;
  private final ZoneId zone;

  OptimizedPlan(List<RelNode> relations, ExecNodeGraph graph, ZoneId zone) {
    this.relations = relations;
    this.graph = graph;
    this.zone = zone;
  }

  /** Its operators with their changelog modes and keys. */
  public DeclaredPlan declared() {
    return DeclaredPlans.read(relations, graph, zone);
  }

  /** Whether it is a query whose result changes rows that it has given before. */
  public boolean changesRows() {
    return relations.stream()
        .anyMatch(
            root ->
                root instanceof Sink sink
                    && sink.tableSink() instanceof CollectDynamicSink
                    && root.getInput(0) instanceof StreamPhysicalRel result
                    && !ChangelogPlanUtils.isInsertOnly(result));
  }
}
