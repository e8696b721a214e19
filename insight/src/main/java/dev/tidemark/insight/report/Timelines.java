package dev.tidemark.insight.report;

import dev.tidemark.insight.ledger.Drop;
import dev.tidemark.insight.ledger.DropJson;
import dev.tidemark.insight.ledger.Window;
import dev.tidemark.insight.run.RunInsight;
import dev.tidemark.insight.run.SourceRow;
import dev.tidemark.runtime.plan.PlanEdge;
import dev.tidemark.runtime.plan.PlanInput;
import dev.tidemark.runtime.plan.PlanNode;
import java.util.Comparator;
import java.util.List;
import java.util.Set;
import java.util.TreeSet;
import org.apache.flink.shaded.jackson2.com.fasterxml.jackson.databind.node.ArrayNode;
import org.apache.flink.shaded.jackson2.com.fasterxml.jackson.databind.node.ObjectNode;

/** The timelines of a run, one for each source whose rows have an event time. */
final class Timelines {
  /** Windows to draw; more would be thinner than a line. */
  static final int WINDOWS = 400;

  private static final Comparator<Window> BY_TIME =
      Comparator.comparingLong(Window::start).thenComparingLong(Window::end);

  private final RunInsight run;
  private final List<TimelineProbe.Lane> lanes;
  private final List<TimelineProbe.WindowsOf> windows;

  /** Says where a row stands and what it holds. */
  @FunctionalInterface
  interface Places {
    void add(ArrayNode point, SourceRow row, ReportSize size);
  }

  Timelines(RunInsight run) {
    this.run = run;
    TimelineProbe probe = run.probe(TimelineProbe.class).orElse(null);
    lanes = probe == null ? List.of() : probe.lanes();
    windows = probe == null ? List.of() : probe.windows();
    thin(ReportSize.FULL);
  }

  /** Together the sources show as many rows as one would. */
  private void thin(ReportSize size) {
    lanes.forEach(lane -> lane.rows().thinTo(size.points() / lanes.size()));
  }

  List<TimelineProbe.Lane> lanes() {
    return lanes;
  }

  /** The timelines as JSON; what is left out now is not there for a larger size later. */
  ArrayNode json(ReportSize size, Places places) {
    thin(size);
    ArrayNode all = DropJson.object().putArray("lanes");
    for (TimelineProbe.Lane lane : lanes) {
      all.add(json(lane, size, places));
    }
    return all;
  }

  private ObjectNode json(TimelineProbe.Lane lane, ReportSize size, Places places) {
    ObjectNode node = DropJson.object();
    node.put("source", lane.source());
    node.put("name", run.context().names().get(lane.source()));
    node.put("rows", lane.rows().rows());
    node.put("behind", lane.rows().behind());
    node.put("width", lane.rows().width());
    ArrayNode points = node.putArray("points");
    for (ThinnedRows.Point point : lane.rows().points()) {
      ArrayNode each = points.addArray();
      each.add(point.row().ordinal()).add(point.time());
      each.add(StatementReport.shown(point.watermark())).add(point.loss().code());
      places.add(each, point.row(), size);
    }
    ArrayNode steps = node.putArray("steps");
    for (ThinnedRows.Step step : lane.rows().steps()) {
      steps.addArray().add(step.ordinal()).add(step.watermark());
    }
    ArrayNode bands = node.putArray("bands");
    for (TimelineProbe.WindowsOf of : windows) {
      if (feeds(lane.source(), of.node())) {
        bands.add(bands(lane, of));
      }
    }
    return node;
  }

  /** The windows of the rows that are shown. */
  private ObjectNode bands(TimelineProbe.Lane lane, TimelineProbe.WindowsOf of) {
    Set<Window> seen = new TreeSet<>(BY_TIME);
    for (ThinnedRows.Point point : lane.rows().points()) {
      seen.addAll(of.windows().at(point.time()));
    }
    for (Drop drop : run.ledger().drops()) {
      if (drop.row() != null && drop.row().source() == lane.source() && drop.rowTime() != null) {
        seen.addAll(of.windows().at(drop.rowTime()));
      }
    }
    ObjectNode node = DropJson.object();
    node.put("name", run.context().name(of.node()));
    node.put("count", seen.size());
    node.put("lateness", of.windows().allowedLateness());
    ArrayNode each = node.putArray("windows");
    if (seen.size() <= WINDOWS) {
      for (Window window : seen) {
        Window times = of.windows().asRowTimes(window);
        each.addArray().add(times.start()).add(times.end());
      }
    }
    return node;
  }

  private boolean feeds(int source, PlanNode node) {
    if (node.index() == source) {
      return true;
    }
    for (PlanInput input : node.inputs()) {
      for (PlanEdge edge : input.edges()) {
        if (feeds(source, run.plan().node(edge.sourceId()))) {
          return true;
        }
      }
    }
    return false;
  }
}
