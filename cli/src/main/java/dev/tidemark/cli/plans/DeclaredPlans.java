package dev.tidemark.cli.plans;

import dev.tidemark.insight.changelog.DeclaredMode;
import dev.tidemark.insight.changelog.DeclaredOperator;
import dev.tidemark.insight.changelog.DeclaredPlan;
import dev.tidemark.insight.changelog.DeclaredSink;
import java.time.ZoneId;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Comparator;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import org.apache.calcite.rel.RelNode;
import org.apache.calcite.util.ImmutableBitSet;
import org.apache.flink.table.catalog.ResolvedSchema;
import org.apache.flink.table.planner.connectors.CollectDynamicSink;
import org.apache.flink.table.planner.plan.metadata.FlinkRelMetadataQuery;
import org.apache.flink.table.planner.plan.nodes.calcite.Rank;
import org.apache.flink.table.planner.plan.nodes.calcite.Sink;
import org.apache.flink.table.planner.plan.nodes.exec.ExecNode;
import org.apache.flink.table.planner.plan.nodes.exec.ExecNodeGraph;
import org.apache.flink.table.planner.plan.nodes.physical.stream.StreamPhysicalRel;
import org.apache.flink.table.planner.plan.nodes.physical.stream.StreamPhysicalSink;
import org.apache.flink.table.planner.plan.utils.ChangelogPlanUtils;

/**
 * Pairs the optimized relations, which know the changelog mode and the keys, with the execution
 * nodes made from them, which carry the ids that operators are named by. ExecNodeGraphGenerator
 * makes one node of each relation, with the same inputs in the same order.
 */
final class DeclaredPlans {

  private final Map<Integer, DeclaredOperator> operators = new LinkedHashMap<>();

  private DeclaredPlans() {}

  static DeclaredPlan read(List<RelNode> optimized, ExecNodeGraph graph, ZoneId zone) {
    DeclaredPlans plans = new DeclaredPlans();
    List<ExecNode<?>> roots = graph.getRootNodes();
    for (int i = 0; i < roots.size() && roots.size() == optimized.size(); i++) {
      plans.pair(optimized.get(i), roots.get(i));
    }
    return new DeclaredPlan(List.copyOf(plans.operators.values()), zone);
  }

  private void pair(RelNode relation, ExecNode<?> node) {
    if (operators.containsKey(node.getId())) {
      return;
    }
    List<Integer> inputs = new ArrayList<>();
    for (int i = 0; i < node.getInputEdges().size(); i++) {
      ExecNode<?> input = node.getInputEdges().get(i).getSource();
      inputs.add(input.getId());
      if (relation.getInputs().size() == node.getInputEdges().size()) {
        pair(relation.getInput(i), input);
      }
    }
    operators.put(node.getId(), operator(relation, node, inputs));
  }

  private static DeclaredOperator operator(
      RelNode relation, ExecNode<?> node, List<Integer> inputs) {
    boolean sink = relation instanceof Sink;
    RelNode emitted = sink ? relation.getInput(0) : relation;
    return new DeclaredOperator(
        node.getId(),
        node.getDescription(),
        inputs,
        sink ? null : mode(relation),
        sink ? columns((Sink) relation) : relation.getRowType().getFieldNames(),
        upsertKeys(emitted),
        rankNumber(relation),
        sink ? sink((Sink) relation) : null);
  }

  private static DeclaredMode mode(RelNode relation) {
    return relation instanceof StreamPhysicalRel streaming
        ? new DeclaredMode(
            ChangelogPlanUtils.stringifyChangelogMode(
                ChangelogPlanUtils.getChangelogMode(streaming)))
        : DeclaredMode.INSERT_ONLY;
  }

  private static List<List<Integer>> upsertKeys(RelNode relation) {
    Set<ImmutableBitSet> keys =
        FlinkRelMetadataQuery.reuseOrCreate(relation.getCluster().getMetadataQuery())
            .getUpsertKeys(relation);
    if (keys == null) {
      return List.of();
    }
    // As UpsertKeyUtil#smallestKey chooses: the fewest columns, then the first ones.
    return keys.stream()
        .map(ImmutableBitSet::asList)
        .sorted(
            Comparator.comparing((List<Integer> key) -> key.size()).thenComparing(List::toString))
        .toList();
  }

  private static int rankNumber(RelNode relation) {
    return relation instanceof Rank rank && rank.outputRankNumber()
        ? rank.getRowType().getFieldCount() - 1
        : -1;
  }

  /** The table's own names; a query's may be made up, as EXPR$0. */
  private static List<String> columns(Sink sink) {
    ResolvedSchema schema = sink.contextResolvedTable().getResolvedSchema();
    List<String> query = sink.getRowType().getFieldNames();
    List<String> table =
        schema.getColumns().stream()
            .filter(column -> column.isPersisted())
            .map(column -> column.getName())
            .toList();
    return table.size() == query.size() ? table : query;
  }

  private static DeclaredSink sink(Sink sink) {
    return new DeclaredSink(
        sink.contextResolvedTable().getIdentifier().asSummaryString(),
        sink.tableSink() instanceof CollectDynamicSink,
        Arrays.stream(sink.contextResolvedTable().getResolvedSchema().getPrimaryKeyIndexes())
            .boxed()
            .toList(),
        sink instanceof StreamPhysicalSink streaming && streaming.upsertMaterialize());
  }
}
