package dev.tidemark.insight.audit;

import dev.tidemark.insight.Arrivals;
import dev.tidemark.insight.Arrivals.Arrival;
import dev.tidemark.insight.ledger.Window;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/**
 * Which rows are lost, from the rules and not from the engine: the row comes first, then the
 * watermark; it moves when it would be more than the interval ahead of where it was; a window takes
 * nobody any more when its last millisecond has been reached.
 *
 * @param kind TUMBLE, HOP or CUMULATE
 * @param size of the window, in milliseconds
 * @param step of HOP's slide and CUMULATE's step; the size for TUMBLE
 */
record WindowModel(String kind, long size, long step) {
  private static final long INTERVAL = 200;

  /** The windows of a row. */
  List<Window> windows(long time) {
    List<Window> windows = new ArrayList<>();
    if (kind.equals("CUMULATE")) {
      long start = Math.floorDiv(time, size) * size;
      for (long end = start + step; end <= start + size; end += step) {
        if (time < end) {
          windows.add(new Window(start, end));
        }
      }
    } else {
      long last = Math.floorDiv(time, step) * step;
      for (long start = last - size + step; start <= last; start += step) {
        windows.add(new Window(start, start + size));
      }
    }
    return windows;
  }

  /** The windows that each row misses, by the row's number; rows that miss none are left out. */
  Map<Long, List<Window>> lost(List<Arrival> rows, long delay) {
    Map<Long, List<Window>> lost = new LinkedHashMap<>();
    long watermark = 0;
    long largest = 0;
    for (Arrival row : rows) {
      long now = watermark;
      List<Window> missed =
          windows(row.epoch()).stream().filter(window -> window.end() - 1 <= now).toList();
      if (!missed.isEmpty()) {
        lost.put((long) row.id(), missed);
      }
      largest = Math.max(largest, row.epoch() - delay);
      if (largest - watermark > INTERVAL) {
        watermark = largest;
      }
    }
    return lost;
  }

  /** How far a row is behind the latest before it, at most, in milliseconds. */
  static long largestDisorder(List<Arrival> rows) {
    long largest = Long.MIN_VALUE;
    long disorder = 0;
    for (Arrival row : rows) {
      largest = Math.max(largest, row.time());
      disorder = Math.max(disorder, largest - row.time());
    }
    return disorder;
  }

  /** The window function of SQL over table {@code e}. */
  String sql() {
    return kind
        + "(TABLE e, DESCRIPTOR(ts), "
        + (kind.equals("TUMBLE") ? "" : Arrivals.interval(step) + ", ")
        + Arrivals.interval(size)
        + ")";
  }
}
