package dev.tidemark.insight.audit;

import dev.tidemark.insight.ledger.Window;
import dev.tidemark.runtime.compat.WindowFields;
import java.time.ZoneId;
import java.util.ArrayList;
import java.util.List;
import java.util.TimeZone;
import org.apache.flink.table.data.GenericRowData;
import org.apache.flink.table.data.RowData;
import org.apache.flink.table.data.TimestampData;
import org.apache.flink.table.runtime.operators.window.MergeCallback;
import org.apache.flink.table.runtime.operators.window.tvf.common.ClockService;
import org.apache.flink.table.runtime.operators.window.tvf.slicing.SliceAssigner;
import org.apache.flink.table.runtime.operators.window.tvf.slicing.SliceSharedAssigner;
import org.apache.flink.table.runtime.util.TimeWindowUtil;

/**
 * The windows of a TUMBLE, HOP or CUMULATE, with Flink's own arithmetic: SliceAssigner says in
 * which slice a row is, TimeWindowUtil when a window has been emitted.
 */
public final class Slices {
  private static final ZoneId UTC = ZoneId.of("UTC");

  private static final ClockService NO_CLOCK =
      () -> {
        throw new IllegalStateException("a row-time window does not look at the clock");
      };

  private final SliceAssigner assigner;
  private final SliceAssigner windows;
  private final ZoneId zone;
  private final int rowTimeIndex;

  public Slices(SliceAssigner assigner, ZoneId zone) {
    this.assigner = assigner;
    this.zone = zone;
    this.rowTimeIndex = WindowFields.rowTimeIndex(assigner);
    SliceAssigner inner = WindowFields.inner(assigner);
    this.windows = inner == null ? assigner : inner;
  }

  /** Whether windows begin and end in UTC. */
  boolean isUtc() {
    return zone.equals(UTC);
  }

  /** The column of the row's event time; -1 if the row carries only its window. */
  int rowTimeColumn() {
    return rowTimeIndex;
  }

  /** Whether rows were summed up in slices by an operator before this one. */
  public boolean isSecondPhase() {
    return assigner.getClass().getSimpleName().startsWith("Sliced");
  }

  /**
   * Whether a flush of buffered rows, which happens at multiples of the slice in UTC, may come
   * after the end of a window: in zones that keep one offset and whose offset is no multiple of the
   * slice. Mirrors TimeWindowUtil#getNextTriggerWatermarkWithOffset.
   */
  public boolean flushMayMissWindowEnd() {
    TimeZone shifted = TimeZone.getTimeZone(zone);
    return !zone.equals(UTC)
        && !shifted.useDaylightTime()
        && shifted.getRawOffset() % assigner.getSliceEndInterval() != 0;
  }

  /** The row's event time in epoch milliseconds; null if the row carries only its window. */
  Long rowTime(RowData row) {
    return rowTimeIndex < 0 ? null : (Long) row.getTimestamp(rowTimeIndex, 3).getMillisecond();
  }

  /** Whether rows carry their event time, and not only their window. */
  boolean knowsRowTime() {
    return rowTimeIndex >= 0;
  }

  /** The windows at an event time. */
  List<Window> at(long rowTime) {
    GenericRowData row = new GenericRowData(rowTimeIndex + 1);
    row.setField(rowTimeIndex, TimestampData.fromEpochMillis(rowTime));
    return windowEnds(sliceEnd(row)).stream().map(this::window).toList();
  }

  /** The end of the slice that a row is in, in milliseconds as the windows' ends are counted. */
  public long sliceEnd(RowData row) {
    return assigner.assignSliceEnd(row, NO_CLOCK);
  }

  /** The ends of the windows that a slice belongs to, earliest first. */
  public List<Long> windowEnds(long sliceEnd) {
    long last = assigner.getLastWindowEnd(sliceEnd);
    List<Long> ends = new ArrayList<>();
    for (long end = sliceEnd; end < last; end += assigner.getSliceEndInterval()) {
      ends.add(end);
    }
    ends.add(last);
    return ends;
  }

  long lastWindowEnd(long sliceEnd) {
    return assigner.getLastWindowEnd(sliceEnd);
  }

  /** The window that is emitted after one, where windows share slices; null for none. */
  Long nextWindow(long windowEnd, boolean empty) {
    return assigner instanceof SliceSharedAssigner shared
        ? shared.nextTriggerWindow(windowEnd, () -> empty).orElse(null)
        : null;
  }

  /**
   * How the slices of a window come together, with Flink's own code.
   *
   * @param merge is told into which slice they are merged, null for none, and which ones
   */
  void merge(long windowEnd, MergeCallback<Long, Iterable<Long>> merge) {
    try {
      if (assigner instanceof SliceSharedAssigner shared) {
        shared.mergeSlices(windowEnd, merge);
      } else {
        merge.merge(null, List.of(windowEnd));
      }
    } catch (Exception e) {
      throw new IllegalStateException("slices of " + assigner, e);
    }
  }

  /** The watermark at which the operator looks into its buffer again. */
  long nextFlush(long watermark) {
    return TimeWindowUtil.getNextTriggerWatermarkWithOffset(
        watermark,
        assigner.getSliceEndInterval(),
        assigner.getWindowOffset(),
        zone,
        TimeZone.getTimeZone(zone).useDaylightTime());
  }

  boolean isLastWindowFired(long sliceEnd, long watermark) {
    return TimeWindowUtil.isWindowFired(assigner.getLastWindowEnd(sliceEnd), watermark, zone);
  }

  boolean isFired(long windowEnd, long watermark) {
    return TimeWindowUtil.isWindowFired(windowEnd, watermark, zone);
  }

  /** Of the windows of a slice, those that have been emitted. */
  List<Window> fired(long sliceEnd, long watermark) {
    List<Window> fired = new ArrayList<>();
    for (long end : windowEnds(sliceEnd)) {
      if (isFired(end, watermark)) {
        fired.add(window(end));
      }
    }
    return fired;
  }

  /** How many of the windows of a slice have been emitted. */
  int countFired(long sliceEnd, long watermark) {
    long last = assigner.getLastWindowEnd(sliceEnd);
    int fired = isFired(last, watermark) ? 1 : 0;
    for (long end = sliceEnd; end < last; end += assigner.getSliceEndInterval()) {
      fired += isFired(end, watermark) ? 1 : 0;
    }
    return fired;
  }

  Window window(long end) {
    return new Window(windowStart(end), end);
  }

  long windowStart(long end) {
    return windows.getWindowStart(end);
  }

  /** The watermark that emits a window, in epoch milliseconds. */
  long firesAt(Window window) {
    return firesAt(window.end());
  }

  /** The watermark that emits the window with this end, in epoch milliseconds. */
  public long firesAt(long windowEnd) {
    return TimeWindowUtil.toEpochMillsForTimer(windowEnd - 1, zone);
  }
}
