package dev.tidemark.cli.inspect;

import dev.tidemark.columnar.plan.ColumnarPlan;
import dev.tidemark.columnar.plan.ColumnarPlan.Node;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.function.Function;
import java.util.stream.Collectors;

/**
 * A plan as a tree, drawn as EXPLAIN draws its execution plan (Flink's ExecNodePlanDumper), with a
 * mark behind each node.
 */
final class ColumnarPlanText {
  private final ColumnarPlan plan;
  private final Map<Integer, Node> nodes;
  private final Map<Integer, Integer> readers = new TreeMap<>();

  /** Numbers of the nodes that several others read, given as they are drawn. */
  private final Map<Integer, Integer> shared = new TreeMap<>();

  private final StringBuilder text = new StringBuilder();

  private ColumnarPlanText(ColumnarPlan plan) {
    this.plan = plan;
    this.nodes = plan.nodes().stream().collect(Collectors.toMap(Node::id, Function.identity()));
    plan.nodes().forEach(node -> node.inputs().forEach(id -> readers.merge(id, 1, Integer::sum)));
  }

  static String of(ColumnarPlan plan) {
    ColumnarPlanText drawn = new ColumnarPlanText(plan);
    plan.roots().forEach(root -> drawn.draw(root, "", ""));
    drawn.summary();
    return drawn.text.toString();
  }

  private void draw(int id, String first, String rest) {
    text.append(first);
    if (shared.containsKey(id)) {
      text.append("Reused(reference_id=[").append(shared.get(id)).append("])\n");
      return;
    }
    Node node = nodes.get(id);
    text.append(node.description());
    if (readers.getOrDefault(id, 0) > 1) {
      shared.put(id, shared.size() + 1);
      text.append("(reuse_id=[").append(shared.get(id)).append("])");
    }
    if (node.columnar()) {
      text.append("  [columnar]");
    } else if (node.reason() != null) {
      text.append("  [Flink's operator: ").append(node.reason()).append(']');
    }
    text.append('\n');
    List<Integer> inputs = node.inputs();
    for (int i = 0; i < inputs.size(); i++) {
      boolean last = i == inputs.size() - 1;
      draw(inputs.get(i), rest + (last ? "+- " : ":- "), rest + (last ? "   " : ":  "));
    }
  }

  private void summary() {
    text.append(plan.columnarNodes()).append(" of ").append(plan.nodes().size());
    text.append(plan.nodes().size() == 1 ? " node runs" : " nodes run").append(" in columns");
    if (plan.obstacle() != null) {
      text.append(": ").append(plan.obstacle());
    }
    text.append('\n');
  }
}
