package dev.tidemark.columnar.plan;

import java.util.List;
import java.util.Optional;

/**
 * Which nodes of an optimized plan run in columns.
 *
 * @param obstacle why the plan stays as it is as a whole; null if it does not
 * @param roots the ids of the nodes that nobody reads
 * @param nodes every node once, each before those that it reads
 */
public record ColumnarPlan(String obstacle, List<Integer> roots, List<Node> nodes) {

  /**
   * A node of the plan.
   *
   * @param id Flink's number for it
   * @param description as in EXPLAIN
   * @param inputs the ids of the nodes that it reads
   * @param columnar whether it runs in columns
   * @param reason if it does not, completes "the operator stays Flink's: …"; null if it does, or if
   *     the plan has an obstacle
   */
  public record Node(
      int id, String description, List<Integer> inputs, boolean columnar, String reason) {}

  /** The node of an id. */
  public Optional<Node> node(int id) {
    return nodes.stream().filter(node -> node.id() == id).findFirst();
  }

  /** How many nodes run in columns. */
  public int columnarNodes() {
    return (int) nodes.stream().filter(Node::columnar).count();
  }
}
