package dev.tidemark.insight.run;

import dev.tidemark.columnar.data.Batch;
import dev.tidemark.columnar.data.LongColumn;
import dev.tidemark.columnar.observe.BatchObserver;
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

/**
 * The delay of each watermark generator: the row's time − the watermark that it set (− 1 ms for
 * DataStream's bounded out-of-orderness), as long as that is the same for every watermark.
 */
public final class Delays implements Probe {
  private final Map<Integer, Measured> generators = new HashMap<>();
  private RunContext run;

  /** Counts the changes of what the generators are known to do. */
  private int changes;

  @Override
  public NodeObserver observe(ObservedNode node, RunContext context) {
    run = context;
    WatermarkFields.RowTime rowTime = WatermarkFields.rowTime(node.operator());
    if (rowTime == null) {
      return null;
    }
    Measured measured = new Measured(node, rowTime);
    generators.put(node.plan().index(), measured);
    return measured;
  }

  /** The delay that holds at one operator, for who asks often. */
  public final class Here {
    private final PlanNode node;
    private OptionalLong delay;
    private int known = -1;

    private Here(PlanNode node) {
      this.node = node;
    }

    /** The delay now; see {@link Delays#of}. */
    public OptionalLong now() {
      if (known != changes) {
        known = changes;
        delay = of(node);
      }
      return delay;
    }
  }

  /** Follows the delay at an operator. */
  public Here here(PlanNode node) {
    return new Here(node);
  }

  /** Whether an operator makes watermarks, and does not only pass them on. */
  public boolean isGenerator(PlanNode node) {
    Measured here = generators.get(node.index());
    // Any source may bring watermarks; one that never did is no generator.
    return here != null && (here.seen || !node.isSource());
  }

  /**
   * The watermark delay that holds at an operator, in milliseconds.
   *
   * @return empty if its watermarks are not of the form row time − constant, or come from
   *     generators with different constants
   */
  public OptionalLong of(PlanNode node) {
    Measured here = generators.get(node.index());
    if (here != null && here.seen) {
      return here.constant ? OptionalLong.of(here.delay) : OptionalLong.empty();
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

  private final class Measured extends RowTimeObserver implements BatchObserver {
    private final int column;
    private final long behindItsDelay;
    private long largest = Long.MIN_VALUE;
    private long delay;
    private boolean seen;
    private boolean constant = true;
    private boolean inRuns;

    Measured(ObservedNode node, WatermarkFields.RowTime rowTime) {
      super(node, rowTime);
      this.column = WatermarkFields.rowTimeColumn(node.operator());
      this.behindItsDelay = WatermarkFields.behindItsDelay(node.operator());
    }

    @Override
    protected void passes(long time) {
      run.rowTime(time);
      largest = Math.max(largest, time);
    }

    @Override
    public void enter(Batch batch, int from, int to) {
      if (column < 0) {
        return;
      }
      run.times((LongColumn) batch.columns[column]);
      inRuns = true;
    }

    @Override
    public void emitsWatermark(Watermark watermark) {
      long timestamp = watermark.getTimestamp();
      if (inRuns && timestamp != Long.MAX_VALUE) {
        // What raises the watermark is the row with the largest time so far.
        largest = run.rowTime();
      }
      if (timestamp == Long.MAX_VALUE || largest == Long.MIN_VALUE) {
        return;
      }
      long now = largest - timestamp - behindItsDelay;
      if (!seen || now != delay) {
        constant = !seen;
        delay = now;
        seen = true;
        changes++;
      }
    }
  }
}
