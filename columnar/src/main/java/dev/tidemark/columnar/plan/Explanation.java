package dev.tidemark.columnar.plan;

import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import org.apache.flink.table.planner.plan.nodes.exec.ExecNode;
import org.apache.flink.table.planner.plan.nodes.exec.ExecNodeGraph;

/** Says which nodes of a plan a rewriter replaces. */
final class Explanation {
  private final ColumnarRewriter rewriter;

  /** The ids of what each node reads, before it is rewritten. */
  private final Map<ExecNode<?>, List<Integer>> inputs = new LinkedHashMap<>();

  Explanation(ColumnarRewriter rewriter) {
    this.rewriter = rewriter;
  }

  ColumnarPlan of(ExecNodeGraph graph) {
    graph.getRootNodes().forEach(this::collect);
    String obstacle = rewriter.obstacle(graph);
    if (obstacle == null) {
      graph.getRootNodes().forEach(rewriter::replaceBelow);
    }
    Set<ExecNode<?>> columnar = rewriter.replacedNodes();
    List<ColumnarPlan.Node> nodes = new ArrayList<>();
    inputs.forEach(
        (node, read) ->
            nodes.add(
                new ColumnarPlan.Node(
                    node.getId(),
                    node.getDescription(),
                    read,
                    columnar.contains(node),
                    obstacle != null || columnar.contains(node) ? null : rewriter.reason(node))));
    return new ColumnarPlan(
        obstacle, graph.getRootNodes().stream().map(ExecNode::getId).toList(), nodes);
  }

  private void collect(ExecNode<?> node) {
    if (inputs.containsKey(node)) {
      return;
    }
    List<ExecNode<?>> read =
        node.getInputEdges().stream().<ExecNode<?>>map(edge -> edge.getSource()).toList();
    inputs.put(node, read.stream().map(ExecNode::getId).toList());
    read.forEach(this::collect);
  }
}
