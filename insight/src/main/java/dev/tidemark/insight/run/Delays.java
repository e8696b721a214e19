package dev.tidemark.insight.run;

import dev.tidemark.runtime.compat.WatermarkFields;
import dev.tidemark.runtime.observe.NodeObserver;
import dev.tidemark.runtime.observe.ObservedNode;
import dev.tidemark.runtime.plan.PlanEdge;
import dev.tidemark.runtime.plan.PlanInput;
import dev.tidemark.runtime.plan.PlanNode;
import java.util.HashMap;
import java.util.Map;
import java.util.OptionalLong;
import org.apache.flink.streaming.api.watermark.Watermark;
import org.apache.flink.streaming.runtime.streamrecord.StreamRecord;

/**
 * The delay of each watermark generator: the row's time − the watermark that it set, as long as
 * that is the same for every watermark.
 */
public final class Delays implements Probe {
  private final Map<Integer, Measured> generators = new HashMap<>();
  private RunContext run;

  @Override
  public NodeObserver observe(ObservedNode node, RunContext context) {
    run = context;
    WatermarkFields.RowTime rowTime = WatermarkFields.rowTime(node.operator());
    if (rowTime == null) {
      return null;
    }
    Measured measured = new Measured(rowTime);
    generators.put(node.plan().index(), measured);
    return measured;
  }

  /**
   * The watermark delay that holds at an operator, in milliseconds.
   *
   * @return empty if its watermarks are not of the form row time − constant, or come from
   *     generators with different constants
   */
  public OptionalLong at(ObservedNode node) {
    return of(node.plan());
  }

  private OptionalLong of(PlanNode node) {
    Measured here = generators.get(node.index());
    if (here != null) {
      return here.constant && here.seen ? OptionalLong.of(here.delay) : OptionalLong.empty();
    }
    OptionalLong found = OptionalLong.empty();
    for (PlanInput input : node.inputs()) {
      for (PlanEdge edge : input.edges()) {
        OptionalLong above = of(run.plan().node(edge.sourceId()));
        if (above.isEmpty() || (found.isPresent() && !found.equals(above))) {
          return OptionalLong.empty();
        }
        found = above;
      }
    }
    return found;
  }

  private static final class Measured implements NodeObserver {
    private final WatermarkFields.RowTime rowTime;
    private long largest = Long.MIN_VALUE;
    private long delay;
    private boolean seen;
    private boolean constant = true;

    Measured(WatermarkFields.RowTime rowTime) {
      this.rowTime = rowTime;
    }

    @Override
    public void beforeRecord(int input, StreamRecord<?> record) {
      Long time = rowTime.of(record);
      if (time != null && time > largest) {
        largest = time;
      }
    }

    @Override
    public void emitsWatermark(Watermark watermark) {
      long timestamp = watermark.getTimestamp();
      if (timestamp == Long.MAX_VALUE || largest == Long.MIN_VALUE) {
        return;
      }
      long now = largest - timestamp;
      constant &= !seen || now == delay;
      delay = now;
      seen = true;
    }
  }
}
