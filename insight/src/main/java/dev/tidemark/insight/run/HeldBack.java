package dev.tidemark.insight.run;

import dev.tidemark.runtime.plan.PlanEdge;
import dev.tidemark.runtime.plan.PlanNode;
import java.util.ArrayList;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Set;

/** Which source holds event time back at an operator: its watermark is the least of several. */
public final class HeldBack {
  private final RunContext run;

  private HeldBack(RunContext run) {
    this.run = run;
  }

  /**
   * The names of the sources that hold an operator back, with commas; null if there is nothing to
   * wait for: one channel only, all equally far, or no watermark yet. To be called while the run
   * stands still.
   */
  public static String at(PlanNode node, RunContext run) {
    HeldBack search = new HeldBack(run);
    List<PlanEdge> candidates = search.active(node);
    List<PlanEdge> least = search.least(candidates);
    if (least.size() == candidates.size()) {
      return null;
    }
    Set<String> names = new LinkedHashSet<>();
    least.forEach(edge -> search.collect(edge, names));
    return String.join(", ", names);
  }

  private void collect(PlanEdge edge, Set<String> names) {
    PlanNode from = run.plan().node(edge.sourceId());
    if (from.isSource()) {
      names.add(run.name(from));
    }
    least(active(from)).forEach(above -> collect(above, names));
  }

  /**
   * The channels of all inputs, after a union several of one. A channel that is behind the operator
   * is idle, and holds nothing back.
   */
  private List<PlanEdge> active(PlanNode node) {
    List<PlanEdge> edges = new ArrayList<>();
    node.inputs().forEach(input -> edges.addAll(input.edges()));
    if (edges.size() > 1) {
      long reached = run.position(node).watermark();
      edges.removeIf(edge -> watermark(edge) < reached);
    }
    return edges;
  }

  private List<PlanEdge> least(List<PlanEdge> edges) {
    long least = edges.stream().mapToLong(this::watermark).min().orElse(Long.MIN_VALUE);
    return edges.stream().filter(edge -> watermark(edge) == least).toList();
  }

  private long watermark(PlanEdge edge) {
    return run.emitted(run.plan().node(edge.sourceId())).watermark();
  }
}
