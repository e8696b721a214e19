package dev.tidemark.insight.audit;

import dev.tidemark.insight.ledger.Window;
import java.util.ArrayDeque;
import java.util.Deque;
import java.util.HashMap;
import java.util.Map;
import java.util.function.LongUnaryOperator;

/**
 * How late a row is for a session. Had the watermark been lower all the time, the row might have
 * met a session that was over in fact, and joined it long before its own end was out of reach: so
 * the rows of its key are gone through again with lower watermarks. A lower watermark never splits
 * or ends a session, so that the smallest sufficient one can be searched by halves.
 */
final class SessionHistory {
  /** Rows to remember for each key; what is forgotten makes the answer larger, not wrong. */
  private static final int MEMORY = 200;

  private final LongUnaryOperator closesAt;
  private final Map<Object, Deque<Seen>> seen = new HashMap<>();

  private record Seen(Window own, long watermark) {}

  /**
   * @param closesAt the watermark from which on a session with a given end takes nobody any more
   */
  SessionHistory(LongUnaryOperator closesAt) {
    this.closesAt = closesAt;
  }

  /** A row has come, accepted or not. */
  void add(Object key, Window own, long watermark) {
    Deque<Seen> rows = seen.computeIfAbsent(key, k -> new ArrayDeque<>());
    rows.addLast(new Seen(own, watermark));
    if (rows.size() > MEMORY) {
      rows.removeFirst();
    }
  }

  /** By how much the watermark was too far for a row that was dropped. */
  long late(Object key, Window own, long watermark) {
    long alone = watermark - closesAt.applyAsLong(own.end()) + 1;
    Deque<Seen> rows = seen.getOrDefault(key, new ArrayDeque<>());
    if (rows.stream().noneMatch(row -> touch(row.own, own))) {
      return alone;
    }
    long enough = alone;
    long tooLittle = 0;
    while (enough - tooLittle > 1) {
      long half = tooLittle + (enough - tooLittle) / 2;
      if (isKept(rows, own, watermark, half)) {
        enough = half;
      } else {
        tooLittle = half;
      }
    }
    return enough;
  }

  private boolean isKept(Deque<Seen> rows, Window own, long watermark, long lower) {
    Map<Long, Window> live = new HashMap<>();
    for (Seen row : rows) {
      if (row.watermark != Long.MIN_VALUE) {
        forget(live, row.watermark - lower);
        join(live, row.own, row.watermark - lower);
      } else {
        join(live, row.own, Long.MIN_VALUE);
      }
    }
    forget(live, watermark - lower);
    return join(live, own, watermark - lower);
  }

  private void forget(Map<Long, Window> live, long watermark) {
    live.values().removeIf(session -> closesAt.applyAsLong(session.end()) <= watermark);
  }

  private boolean join(Map<Long, Window> live, Window own, long watermark) {
    Window merged = own;
    for (Window session : live.values()) {
      if (touch(session, own)) {
        merged =
            new Window(
                Math.min(merged.start(), session.start()), Math.max(merged.end(), session.end()));
      }
    }
    if (closesAt.applyAsLong(merged.end()) <= watermark) {
      return false;
    }
    live.values().removeIf(session -> touch(session, own));
    live.put(merged.start(), merged);
    return true;
  }

  /** As TimeWindow#intersects: sessions that touch are one. */
  private static boolean touch(Window one, Window other) {
    return one.start() <= other.end() && one.end() >= other.start();
  }
}
