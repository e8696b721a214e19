package dev.tidemark.runtime.plan;

import java.util.ArrayList;
import java.util.List;
import org.apache.flink.api.common.ExecutionConfig;
import org.apache.flink.runtime.jobgraph.JobGraph;

/**
 * What will be executed: operators in topological order and the edges between them. Immutable.
 *
 * @param jobGraph the graph that the plan was made from: job id, name, configuration, vertices
 * @param executionConfig settings that operators see
 * @param nodes operators, each after those that feed it
 * @param notices remarks about the program that its user should read, one sentence each
 */
public record Plan(
    JobGraph jobGraph,
    ExecutionConfig executionConfig,
    List<PlanNode> nodes,
    List<String> notices) {

  /** The edges that leave a node, in the order in which records are handed over. */
  public List<PlanEdge> outputsOf(PlanNode node) {
    return nodes.stream()
        .flatMap(n -> n.inputs().stream())
        .flatMap(i -> i.edges().stream())
        .filter(e -> e.sourceId() == node.id())
        // As in OperatorChain#createOutputCollector: network outputs first, then chained ones.
        .sorted((a, b) -> Boolean.compare(a.chained(), b.chained()))
        .toList();
  }

  /**
   * The operators whose work another one does: from the source to the one that has a substitute.
   *
   * @param last the operator that has it
   */
  public List<PlanNode> substituted(PlanNode last) {
    List<PlanNode> chain = new ArrayList<>(List.of(last));
    while (!chain.get(0).isSource()) {
      chain.add(0, node(chain.get(0).inputs().get(0).edges().get(0).sourceId()));
    }
    return chain;
  }

  /** Whether another operator does the work of this one. */
  public boolean isSubstituted(PlanNode node) {
    return nodes.stream()
        .anyMatch(each -> each.substitute() != null && substituted(each).contains(node));
  }

  /** The node with this stream node id. */
  public PlanNode node(int id) {
    return nodes.stream().filter(n -> n.id() == id).findFirst().orElseThrow();
  }
}
