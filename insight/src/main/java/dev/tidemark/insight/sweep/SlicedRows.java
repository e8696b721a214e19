package dev.tidemark.insight.sweep;

import dev.tidemark.insight.audit.Slices;
import dev.tidemark.runtime.observe.NodeObserver;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import org.apache.flink.streaming.runtime.streamrecord.StreamRecord;
import org.apache.flink.table.data.RowData;

/**
 * The rows that come to a TUMBLE, HOP or CUMULATE, each with the delays under which it would have
 * come too late: a window that the watermark F emits has gone when F <= (time of the row that set
 * the watermark − delay), that is under every delay up to (that time − F).
 */
final class SlicedRows implements NodeObserver {
  /** Different delays that are kept exactly for one operator. */
  private static final int CAP = 1 << 17;

  /** Slices whose windows are remembered, so that zones are not asked for every row. */
  private static final int REMEMBERED = 1 << 12;

  private final int node;
  private final Slices slices;
  private final Emission emission;
  private final Thresholds rows = new Thresholds(CAP);
  private final Thresholds contributions = new Thresholds(CAP);
  private final Map<Long, long[]> firesAt = new HashMap<>();
  private long rowsIn;
  private long contributionsIn;

  SlicedRows(int node, Slices slices, Emission emission) {
    this.node = node;
    this.slices = slices;
    this.emission = emission;
  }

  int node() {
    return node;
  }

  Emission emission() {
    return emission;
  }

  long rowsIn() {
    return rowsIn;
  }

  /** Pairs of a row and a window that it belongs to. */
  long contributionsIn() {
    return contributionsIn;
  }

  StepCurve rowsDropped() {
    return new StepCurve(rows);
  }

  StepCurve contributionsLost() {
    return new StepCurve(contributions);
  }

  @Override
  public void beforeRecord(int input, StreamRecord<?> record) {
    long[] fires = windowsOf(slices.sliceEnd((RowData) record.getValue()));
    rowsIn++;
    contributionsIn += fires.length;
    long setBy = emission.setBy();
    if (setBy == Emission.NONE) {
      return;
    }
    for (int i = 0; i < fires.length; i++) {
      long threshold = setBy - fires[i];
      if (threshold < 0) {
        return;
      }
      contributions.add(threshold);
      if (i == fires.length - 1) {
        rows.add(threshold);
      }
    }
  }

  /** The watermarks that emit the windows of a slice, smallest first. */
  private long[] windowsOf(long sliceEnd) {
    long[] known = firesAt.get(sliceEnd);
    if (known != null) {
      return known;
    }
    if (firesAt.size() >= REMEMBERED) {
      firesAt.clear();
    }
    List<Long> ends = slices.windowEnds(sliceEnd);
    long[] fires = ends.stream().mapToLong(slices::firesAt).sorted().toArray();
    firesAt.put(sliceEnd, fires);
    return fires;
  }
}
