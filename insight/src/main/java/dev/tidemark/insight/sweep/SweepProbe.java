package dev.tidemark.insight.sweep;

import dev.tidemark.insight.audit.Slices;
import dev.tidemark.insight.run.EmissionInterval;
import dev.tidemark.insight.run.Probe;
import dev.tidemark.insight.run.RunContext;
import dev.tidemark.runtime.compat.SqlWatermarks;
import dev.tidemark.runtime.compat.WatermarkFields;
import dev.tidemark.runtime.compat.WindowFields;
import dev.tidemark.runtime.observe.NodeObserver;
import dev.tidemark.runtime.observe.ObservedNode;
import dev.tidemark.runtime.plan.PlanEdge;
import dev.tidemark.runtime.plan.PlanNode;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import org.apache.flink.streaming.api.operators.StreamFilter;
import org.apache.flink.streaming.api.operators.StreamOperator;
import org.apache.flink.table.runtime.operators.aggregate.window.LocalSlicingWindowAggOperator;
import org.apache.flink.table.runtime.operators.window.tvf.operator.AlignedWindowTableFunctionOperator;
import org.apache.flink.table.runtime.operators.window.tvf.slicing.SliceAssigner;

/**
 * Gathers in one run what the windows would lose under every delay, where that can be told from one
 * run; for the other operators it says why it cannot.
 */
public final class SweepProbe implements Probe {
  private final Map<Integer, ObservedNode> nodes = new LinkedHashMap<>();
  private final Map<Integer, Emission> generators = new LinkedHashMap<>();
  private final Map<Integer, SlicedRows> windows = new LinkedHashMap<>();
  private final Map<Integer, String> obstacles = new LinkedHashMap<>();
  private final List<Long> asked;
  private RunContext run;

  /**
   * @param asked delays to show in milliseconds, at least 0; null to choose them
   */
  public SweepProbe(List<Long> asked) {
    this.asked = asked;
  }

  /** Shows the delays that matter. */
  public SweepProbe() {
    this(null);
  }

  /** The delays to show; null to choose them. */
  List<Long> asked() {
    return asked;
  }

  @Override
  public NodeObserver observe(ObservedNode node, RunContext context) {
    run = context;
    nodes.put(node.plan().id(), node);
    SqlWatermarks.RowWatermark watermark = SqlWatermarks.rowWatermark(node.operator());
    if (watermark != null) {
      Emission emission =
          new Emission(
              WatermarkFields.rowTime(node.operator()), watermark, EmissionInterval.of(run.plan()));
      generators.put(node.plan().id(), emission);
      return emission;
    }
    Slices slices = slices(node.operator());
    if (slices == null || slices.isSecondPhase()) {
      return null;
    }
    Emission emission = generatorOf(node, slices);
    if (emission == null) {
      return null;
    }
    SlicedRows rows = new SlicedRows(node.plan().index(), slices, emission);
    windows.put(node.plan().index(), rows);
    return rows;
  }

  /** The windows that were followed, by the index of their operator in the plan. */
  Map<Integer, SlicedRows> windows() {
    return windows;
  }

  /** The generators, in the plan's order. */
  Iterable<Emission> generators() {
    return generators.values();
  }

  /** Whether the run has SQL's watermarks at all. */
  boolean hasGenerators() {
    return !generators.isEmpty();
  }

  /** Whether any row has come by a generator. */
  boolean hasRows() {
    return generators.values().stream().anyMatch(Emission::hasRows);
  }

  /** Why an operator cannot be told from one run; null if it can be, or was never looked at. */
  String obstacle(int node) {
    return obstacles.get(node);
  }

  private static Slices slices(StreamOperator<?> operator) {
    if (operator instanceof LocalSlicingWindowAggOperator local) {
      return new Slices(WindowFields.assigner(local), WindowFields.zone(local));
    }
    Object processor = WindowFields.processor(operator);
    if (processor != null) {
      return WindowFields.assigner(processor) instanceof SliceAssigner assigner
              && assigner.isEventTime()
          ? new Slices(assigner, WindowFields.zone(processor))
          : null;
    }
    return null;
  }

  /** The only generator above a window operator, if nothing between them minds the watermark. */
  private Emission generatorOf(ObservedNode node, Slices slices) {
    String obstacle = null;
    if (EmissionInterval.isByClock(run.plan())) {
      obstacle = "its watermarks follow the computer's clock";
    } else if (slices.flushMayMissWindowEnd()) {
      obstacle = "Flink's flush boundary may lose rows that are in time (FLINK-38075)";
    }
    PlanNode at = node.plan();
    while (obstacle == null) {
      if (at.inputs().size() != 1 || at.inputs().get(0).edges().size() != 1) {
        obstacle = "its rows come from several inputs";
        break;
      }
      PlanEdge edge = at.inputs().get(0).edges().get(0);
      at = run.plan().node(edge.sourceId());
      Emission generator = generators.get(at.id());
      if (generator != null) {
        return generator;
      }
      obstacle = obstacleAt(at);
    }
    obstacles.put(node.plan().index(), obstacle);
    return null;
  }

  private String obstacleAt(PlanNode above) {
    if (above.isSource()) {
      return "its watermarks are made in the source";
    }
    if (above.description() != null && above.description().contains("CURRENT_WATERMARK")) {
      return "rows in front of it are judged by CURRENT_WATERMARK";
    }
    StreamOperator<?> operator = nodes.get(above.id()).operator();
    String name = operator.getClass().getName();
    // What SQL's planner has generated: projections and conditions, which pass on row by row.
    boolean passesOn =
        operator instanceof StreamFilter
            || operator instanceof AlignedWindowTableFunctionOperator
            || name.indexOf('.') < 0
            || name.startsWith("org.apache.flink.table.codegen");
    return passesOn ? null : "there is " + run.name(above) + " in front of it";
  }
}
