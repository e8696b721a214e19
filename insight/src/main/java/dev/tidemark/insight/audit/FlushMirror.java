package dev.tidemark.insight.audit;

import dev.tidemark.insight.ledger.Window;
import java.util.ArrayList;
import java.util.Collection;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import org.apache.flink.table.data.RowData;

/**
 * What a window operator does with rows that were in time, in zones in which some of them are lost
 * (FLINK-38075). The operator buffers rows and adds them to its state only when the watermark
 * passes a multiple of the slice in UTC. A slice whose end has passed by then gets no timer any
 * more, so its windows are never emitted unless another slice of the key makes them so. Mirrors
 * AbstractSliceSyncStateWindowAggProcessor, RecordsWindowBuffer and AggCombiner for one operator;
 * as long as the buffer does not overflow its memory.
 */
final class FlushMirror {
  private final Slices slices;

  /** Rows that wait in the buffer, by key and slice. */
  private final Map<Slice, List<HeldRows>> buffer = new LinkedHashMap<>();

  /** Rows in the operator's state, by key and slice. */
  private final Map<RowData, TreeMap<Long, List<HeldRows>>> state = new HashMap<>();

  /** Windows that will be emitted, by their end: the keys that have a timer. */
  private final TreeMap<Long, Map<RowData, Boolean>> timers = new TreeMap<>();

  /** Rows that should be in a window, by its end. */
  private final TreeMap<Long, Map<HeldRows, Boolean>> expected = new TreeMap<>();

  /** Rows whose windows have all passed. */
  private final List<HeldRows> done = new ArrayList<>();

  private long earliestInBuffer = Long.MAX_VALUE;
  private long flushes;
  private long watermark = Long.MIN_VALUE;
  private long nextFlush = Long.MIN_VALUE;

  private record Slice(RowData key, long end) {}

  FlushMirror(Slices slices) {
    this.slices = slices;
  }

  /** Remembers that rows belong to windows; they may still be on their way to the operator. */
  void expect(HeldRows rows, List<Long> windowEnds) {
    for (long end : windowEnds) {
      expected.computeIfAbsent(end, e -> new LinkedHashMap<>()).put(rows, true);
    }
  }

  /** Rows of one slice reach the operator. */
  void arrive(RowData key, long sliceEnd, Collection<HeldRows> rows) {
    if (slices.isLastWindowFired(sliceEnd, watermark)) {
      // The operator drops them; so do their windows, which have passed.
      return;
    }
    boolean fired = slices.isFired(sliceEnd, watermark);
    long target = fired ? mergeTarget(sliceEnd) : sliceEnd;
    buffer.computeIfAbsent(new Slice(key, target), s -> new ArrayList<>()).addAll(rows);
    earliestInBuffer = Math.min(earliestInBuffer, target);
    if (fired) {
      slices.windowEnds(sliceEnd).stream()
          .filter(end -> !slices.isFired(end, watermark))
          .findFirst()
          .ifPresent(end -> timer(key, end));
    }
  }

  /** A slice that has been merged into another one takes no more rows: these go there, too. */
  private long mergeTarget(long sliceEnd) {
    long[] target = {sliceEnd};
    slices.merge(sliceEnd, (into, from) -> target[0] = into == null ? sliceEnd : into);
    return target[0];
  }

  private void timer(RowData key, long end) {
    timers.computeIfAbsent(end, e -> new LinkedHashMap<>()).put(key, true);
  }

  /** The operator gets a watermark. */
  void advance(long timestamp) {
    if (timestamp <= watermark) {
      return;
    }
    if (timestamp >= nextFlush) {
      if (slices.isFired(earliestInBuffer, timestamp)) {
        flush();
      }
      nextFlush = slices.nextFlush(timestamp);
    }
    watermark = timestamp;
    while (!timers.isEmpty() && slices.isFired(timers.firstKey(), watermark)) {
      Map.Entry<Long, Map<RowData, Boolean>> due = timers.pollFirstEntry();
      due.getValue().keySet().forEach(key -> emit(key, due.getKey()));
    }
    while (!expected.isEmpty() && slices.isFired(expected.firstKey(), watermark)) {
      Map.Entry<Long, Map<HeldRows, Boolean>> passed = expected.pollFirstEntry();
      Window window = slices.window(passed.getKey());
      for (HeldRows rows : passed.getValue().keySet()) {
        if (rows.lost(window)) {
          done.add(rows);
        }
      }
    }
    HeldRows.tell(done);
    done.clear();
  }

  /** How often the buffer has been emptied. */
  long flushes() {
    return flushes;
  }

  /** The timer service still has the watermark before the one that causes the flush. */
  private void flush() {
    buffer.forEach(
        (slice, rows) -> {
          state
              .computeIfAbsent(slice.key, key -> new TreeMap<>())
              .computeIfAbsent(slice.end, end -> new ArrayList<>())
              .addAll(rows);
          if (!slices.isFired(slice.end, watermark)) {
            timer(slice.key, slice.end);
          }
        });
    buffer.clear();
    flushes++;
    earliestInBuffer = Long.MAX_VALUE;
  }

  private void emit(RowData key, long windowEnd) {
    TreeMap<Long, List<HeldRows>> ofKey = state.computeIfAbsent(key, k -> new TreeMap<>());
    List<HeldRows> rows = new ArrayList<>();
    boolean empty = !collect(ofKey, windowEnd, rows);
    Map<HeldRows, Boolean> waiting = expected.getOrDefault(windowEnd, Map.of());
    for (HeldRows each : rows) {
      if (waiting.remove(each) != null && each.counted()) {
        done.add(each);
      }
    }
    ofKey.keySet().removeIf(end -> slices.lastWindowEnd(end) <= windowEnd);
    if (ofKey.isEmpty()) {
      state.remove(key);
    }
    Long next = slices.nextWindow(windowEnd, empty);
    if (next != null) {
      timer(key, next);
    }
  }

  /**
   * The rows of a window. HOP adds up its slices each time; CUMULATE merges each slice into its
   * first one, once, when the window with its end is emitted: what is flushed later never gets
   * there.
   *
   * @return whether there is any state
   */
  private boolean collect(Map<Long, List<HeldRows>> ofKey, long windowEnd, List<HeldRows> rows) {
    boolean[] any = {false};
    slices.merge(
        windowEnd,
        (into, from) -> {
          List<HeldRows> base = into == null ? null : ofKey.get(into);
          List<HeldRows> merged = base == null ? new ArrayList<>() : base;
          any[0] = base != null;
          for (Long slice : from) {
            List<HeldRows> more = ofKey.get(slice);
            if (more != null) {
              any[0] = true;
              merged.addAll(more);
            }
          }
          if (into != null && any[0]) {
            ofKey.put(into, merged);
          }
          rows.addAll(merged);
        });
    return any[0];
  }
}
