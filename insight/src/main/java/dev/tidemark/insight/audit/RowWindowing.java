package dev.tidemark.insight.audit;

import dev.tidemark.insight.audit.BehindWatermark.RowTime;
import dev.tidemark.insight.ledger.Window;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.time.ZoneId;
import java.time.ZoneOffset;
import java.util.Collection;
import java.util.Comparator;
import java.util.List;
import java.util.function.LongFunction;
import org.apache.flink.streaming.api.windowing.assigners.SlidingEventTimeWindows;
import org.apache.flink.streaming.api.windowing.assigners.TumblingEventTimeWindows;
import org.apache.flink.streaming.api.windowing.assigners.WindowAssigner;
import org.apache.flink.streaming.api.windowing.windows.TimeWindow;
import org.apache.flink.streaming.runtime.streamrecord.StreamRecord;
import org.apache.flink.table.data.RowData;
import org.apache.flink.table.runtime.operators.window.groupwindow.assigners.GroupWindowAssigner;
import org.apache.flink.table.runtime.util.TimeWindowUtil;

/** Into which windows an operator puts a row, when it emits them, and until when they take rows. */
public final class RowWindowing {
  private final RowTime rowTime;
  private final Windows windows;
  private final LongFunction<List<Window>> atTime;
  private final ZoneId zone;
  private final long allowedLateness;
  private final Keys sessionKeys;

  private interface Windows {
    List<Window> of(int input, StreamRecord<?> record) throws Exception;
  }

  /**
   * @param atTime the windows at an event time, where that is all that decides; else null
   */
  private RowWindowing(
      RowTime rowTime,
      Windows windows,
      LongFunction<List<Window>> atTime,
      ZoneId zone,
      long allowedLateness,
      Keys sessionKeys) {
    this.rowTime = rowTime;
    this.windows = windows;
    this.atTime = atTime;
    this.zone = zone;
    this.allowedLateness = allowedLateness;
    this.sessionKeys = sessionKeys;
  }

  /** The zone in which the windows begin and end; UTC for local times. */
  public ZoneId zone() {
    return zone;
  }

  /** Milliseconds for which a window takes rows after the watermark has reached its end. */
  public long allowedLateness() {
    return allowedLateness;
  }

  /** TUMBLE, HOP and CUMULATE. */
  static RowWindowing sliced(Slices slices, ZoneId zone) {
    return new RowWindowing(
        record -> slices.rowTime((RowData) record.getValue()),
        (input, record) ->
            slices.windowEnds(slices.sliceEnd((RowData) record.getValue())).stream()
                .map(slices::window)
                .toList(),
        slices.knowsRowTime() ? slices::at : null,
        zone,
        0,
        null);
  }

  /** Rows that bring their window. */
  static RowWindowing attached(WindowEndRule rule, ZoneId zone) {
    return new RowWindowing(record -> null, rule::windows, null, zone, 0, null);
  }

  /** SQL's sessions. */
  static RowWindowing sessions(SessionRule rule, ZoneId zone, long allowedLateness, Keys keys) {
    return new RowWindowing(
        record -> rule.rowTime(0, record), rule::windows, null, zone, allowedLateness, keys);
  }

  /** GROUP BY TUMBLE(…) and HOP(…), the older syntax. */
  static RowWindowing grouped(
      GroupWindowAssigner<org.apache.flink.table.runtime.operators.window.TimeWindow> assigner,
      RowTime rowTime,
      ZoneId zone,
      long allowedLateness) {
    LongFunction<List<Window>> atTime = time -> windows(assigner, time, zone);
    return new RowWindowing(
        rowTime,
        (input, record) -> {
          Long time = rowTime.of(record);
          return time == null ? List.of() : atTime.apply(time);
        },
        atTime,
        zone,
        allowedLateness,
        null);
  }

  /** The assigners of TUMBLE, HOP and CUMULATE look at nothing but the time. */
  private static List<Window> windows(
      GroupWindowAssigner<org.apache.flink.table.runtime.operators.window.TimeWindow> assigner,
      long time,
      ZoneId zone) {
    try {
      return assigner.assignWindows(null, TimeWindowUtil.toUtcTimestampMills(time, zone)).stream()
          .map(window -> new Window(window.getStart(), window.getEnd()))
          .sorted(Comparator.comparingLong(Window::end))
          .toList();
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  /**
   * Windows of the DataStream API.
   *
   * @param sessionKeys the key of the row being handled, where windows merge; else null
   */
  static RowWindowing stream(
      WindowAssigner<Object, ?> assigner,
      WindowAssigner.WindowAssignerContext clock,
      long allowedLateness,
      Keys sessionKeys) {
    return new RowWindowing(
        RowTime.attached(),
        (input, record) ->
            record.hasTimestamp()
                ? windows(assigner.assignWindows(record.getValue(), record.getTimestamp(), clock))
                : List.of(),
        assigner instanceof TumblingEventTimeWindows || assigner instanceof SlidingEventTimeWindows
            ? time -> windows(assigner.assignWindows(null, time, clock))
            : null,
        ZoneOffset.UTC,
        allowedLateness,
        sessionKeys);
  }

  private static List<Window> windows(
      Collection<? extends org.apache.flink.streaming.api.windowing.windows.Window> assigned) {
    return assigned.stream()
        .map(RowWindowing::window)
        .sorted(Comparator.comparingLong(Window::end))
        .toList();
  }

  static Window window(org.apache.flink.streaming.api.windowing.windows.Window window) {
    return window instanceof TimeWindow time
        ? new Window(time.getStart(), time.getEnd())
        // A window of the program's own: only its last millisecond is known.
        : new Window(window.maxTimestamp(), window.maxTimestamp() + 1);
  }

  /** The row's event time in epoch milliseconds; null if the row carries only its window. */
  public Long rowTime(StreamRecord<?> record) {
    return rowTime.of(record);
  }

  /** The row's windows, earliest end first; of a session, the part that the row makes alone. */
  public List<Window> of(int input, StreamRecord<?> record) throws Exception {
    return windows.of(input, record);
  }

  /** Whether a row's event time alone decides to which windows it belongs. */
  public boolean isByTime() {
    return atTime != null;
  }

  /**
   * The windows at an event time, earliest end first, where that {@link #isByTime decides}.
   *
   * @param time epoch milliseconds
   */
  public List<Window> at(long time) {
    return atTime.apply(time);
  }

  /** A window's first millisecond and the first behind it, as row times are counted. */
  public Window asRowTimes(Window window) {
    return new Window(firesAt(new Window(0, window.start() + 1)), firesAt(window) + 1);
  }

  /** Whether windows of a key merge when they touch. */
  public boolean merges() {
    return sessionKeys != null;
  }

  /** Where windows merge: the key of the row that the operator has just handled. */
  public Object key() {
    return sessionKeys.current();
  }

  /** The watermark that emits a window, in epoch milliseconds. */
  public long firesAt(Window window) {
    return TimeWindowUtil.toEpochMillsForTimer(window.end() - 1, zone);
  }

  /** The watermark from which on a window takes no rows, in epoch milliseconds. */
  public long closesAt(Window window) {
    long last = window.end() - 1;
    long closes = last + allowedLateness;
    return TimeWindowUtil.toEpochMillsForTimer(Math.max(last, closes), zone);
  }
}
