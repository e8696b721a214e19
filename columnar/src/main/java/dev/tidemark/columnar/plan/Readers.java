package dev.tidemark.columnar.plan;

import java.util.ArrayList;
import java.util.Comparator;
import java.util.IdentityHashMap;
import java.util.List;
import org.apache.flink.table.planner.plan.nodes.exec.ExecEdge;
import org.apache.flink.table.planner.plan.nodes.exec.ExecNode;
import org.apache.flink.table.planner.plan.nodes.exec.ExecNodeGraph;
import org.apache.flink.table.planner.plan.nodes.exec.stream.StreamExecExchange;

/** Who reads the rows of each node of a plan, and in which order they get a row. */
final class Readers {
  private final IdentityHashMap<ExecNode<?>, List<Reader>> readers = new IdentityHashMap<>();

  /** In which order nodes become operators: after what they read, from left to right. */
  private final IdentityHashMap<ExecNode<?>, Integer> numbers = new IdentityHashMap<>();

  private final IdentityHashMap<ExecNode<?>, Integer> depths = new IdentityHashMap<>();
  private int scans;

  /** An input of a node. */
  private record Reader(ExecNode<?> node, int input) {}

  Readers(ExecNodeGraph graph) {
    for (ExecNode<?> root : graph.getRootNodes()) {
      visit(root);
    }
  }

  private void visit(ExecNode<?> node) {
    if (numbers.containsKey(node)) {
      return;
    }
    List<ExecEdge> edges = node.getInputEdges();
    scans += edges.isEmpty() ? 1 : 0;
    int depth = 0;
    for (int i = 0; i < edges.size(); i++) {
      ExecNode<?> source = edges.get(i).getSource();
      visit(source);
      readers.computeIfAbsent(source, each -> new ArrayList<>()).add(new Reader(node, i));
      depth = Math.max(depth, depths.get(source));
    }
    numbers.put(node, numbers.size());
    depths.put(node, depth + (isOperator(node) ? 1 : 0));
  }

  /** An exchange is a way between operators. */
  private static boolean isOperator(ExecNode<?> node) {
    return !(node instanceof StreamExecExchange);
  }

  /** How many nodes read nothing. */
  int scans() {
    return scans;
  }

  /** How many inputs a node's rows go to. */
  int of(ExecNode<?> node) {
    return readers.get(node).size();
  }

  /**
   * The place of an input among those that a node's rows go to: those of other chains first, then
   * as the runtime's plan has the operators ({@code Plan#outputsOf}).
   */
  int place(ExecNode<?> node, ExecNode<?> reader, int input) throws NotColumnar {
    List<Reader> all = new ArrayList<>(readers.get(node));
    boolean inRow = !isOperator(node) && of(node.getInputEdges().get(0).getSource()) > 1;
    if (inRow || all.stream().anyMatch(each -> !isOperator(each.node) && of(each.node) > 1)) {
      throw new NotColumnar("readers of what it reads are mixed with those of an exchange");
    }
    all.sort(
        Comparator.<Reader, Boolean>comparing(each -> isOperator(node) && isChained(each))
            .thenComparing(each -> depths.get(operator(each)))
            .thenComparing(each -> numbers.get(operator(each)))
            .thenComparing(this::input));
    return all.indexOf(new Reader(reader, input));
  }

  private static boolean isChained(Reader reader) {
    return isOperator(reader.node) && reader.node.getInputEdges().size() == 1;
  }

  /** The operator that gets the rows. */
  private ExecNode<?> operator(Reader reader) {
    return isOperator(reader.node) ? reader.node : readers.get(reader.node).get(0).node;
  }

  /** As which of its inputs. */
  private int input(Reader reader) {
    return isOperator(reader.node) ? reader.input : readers.get(reader.node).get(0).input;
  }
}
