package dev.tidemark.insight.report;

import dev.tidemark.insight.audit.RowWindowing;
import dev.tidemark.insight.audit.Verdict;
import dev.tidemark.insight.run.Probe;
import dev.tidemark.insight.run.RowTimeObserver;
import dev.tidemark.insight.run.RunContext;
import dev.tidemark.runtime.compat.WatermarkFields;
import dev.tidemark.runtime.observe.NodeObserver;
import dev.tidemark.runtime.observe.ObservedNode;
import dev.tidemark.runtime.plan.PlanNode;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import org.apache.flink.streaming.api.watermark.Watermark;

/** Gathers for a timeline which rows came from each source, and how its watermark rose. */
public final class TimelineProbe implements Probe {
  /** Buckets of rows for each source; each has two rows at most. */
  static final int BUCKETS = 2048;

  private final Map<Integer, Lane> lanes = new TreeMap<>();
  private final List<WindowsOf> windows = new ArrayList<>();
  private RunContext run;

  /**
   * The rows of one source, as its watermark generator saw them.
   *
   * @param source index of the source in the plan
   * @param generator index of the generator
   */
  record Lane(int source, int generator, ThinnedRows rows) {}

  /** An operator that puts rows into windows by their event time. */
  record WindowsOf(PlanNode node, RowWindowing windows) {}

  @Override
  public NodeObserver observe(ObservedNode node, RunContext context) {
    run = context;
    if (run.verdict(node) instanceof Verdict.Audited audited
        && audited.windows() != null
        && audited.windows().isByTime()) {
      windows.add(new WindowsOf(node.plan(), audited.windows()));
    }
    WatermarkFields.RowTime rowTime = WatermarkFields.rowTime(node.operator());
    if (rowTime == null) {
      return null;
    }
    return new AtGenerator(node, rowTime);
  }

  @Override
  public void lost(int source, long ordinal, boolean whole) {
    Lane lane = lanes.get(source);
    if (lane != null) {
      lane.rows.lost(ordinal, whole);
    }
  }

  /** The sources whose rows have an event time, in the plan's order. */
  List<Lane> lanes() {
    return List.copyOf(lanes.values());
  }

  /** The operators with windows, in the plan's order. */
  List<WindowsOf> windows() {
    return windows;
  }

  private final class AtGenerator extends RowTimeObserver {
    private final int index;
    private long watermark = Long.MIN_VALUE;

    /** The lane of the last row: rows of one source mostly follow each other. */
    private Lane last;

    AtGenerator(ObservedNode node, WatermarkFields.RowTime rowTime) {
      super(node, rowTime);
      this.index = node.plan().index();
    }

    @Override
    protected void passes(long time) {
      if (!run.isRow()) {
        return;
      }
      if (last == null || last.source != run.source()) {
        last =
            lanes.computeIfAbsent(
                run.source(), source -> new Lane(source, index, new ThinnedRows(BUCKETS)));
      }
      // A source that feeds two generators is shown as the first of them sees it.
      if (last.generator == index) {
        last.rows.add(run.ordinal(), time, watermark, run::row);
      }
    }

    @Override
    public void emitsWatermark(Watermark risen) {
      if (risen.getTimestamp() == Long.MAX_VALUE || risen.getTimestamp() <= watermark) {
        return;
      }
      watermark = risen.getTimestamp();
      for (Lane lane : lanes.values()) {
        if (lane.generator == index) {
          lane.rows.watermark(run.rowsOf(lane.source), watermark);
        }
      }
    }
  }
}
