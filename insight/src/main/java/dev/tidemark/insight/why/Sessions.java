package dev.tidemark.insight.why;

import dev.tidemark.insight.audit.RowWindowing;
import dev.tidemark.insight.ledger.Window;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.HashMap;
import java.util.Iterator;
import java.util.List;
import java.util.Map;

/**
 * Windows that merge when they touch, key by key: followed as Flink's MergingWindowSet does, so
 * that a row's window can be told as it was in the end.
 */
final class Sessions implements OpenWindows {
  private final RowWindowing windowing;
  private final Map<Object, List<Session>> byKey = new HashMap<>();
  private long watermark = Long.MIN_VALUE;
  private long addedSinceForgetting;
  private List<Waiting> atEnd;

  Sessions(RowWindowing windowing) {
    this.windowing = windowing;
  }

  /** A session, which may become part of a larger one. */
  private final class Session implements Belonging {
    private Window window;
    private long rows = 1;
    private Session into;

    Session(Window own) {
      this.window = own;
    }

    private Session last() {
      Session last = this;
      while (last.into != null) {
        last = last.into;
      }
      return last;
    }

    @Override
    public Window window() {
      return last().window;
    }

    @Override
    public long firesAt() {
      return windowing.firesAt(window());
    }

    @Override
    public long closesAt() {
      return windowing.closesAt(window());
    }

    void take(Session other) {
      window =
          new Window(
              Math.min(window.start(), other.window.start()),
              Math.max(window.end(), other.window.end()));
      rows += other.rows;
      other.into = this;
    }
  }

  /** A row has been handled; the session that it is in, or would be in had it not been dropped. */
  Belonging add(Object key, Window own) {
    addedSinceForgetting++;
    List<Session> live = byKey.computeIfAbsent(key, k -> new ArrayList<>());
    live.removeIf(session -> session.closesAt() <= watermark);
    Window merged = own;
    for (Session session : live) {
      if (touches(session.window, own)) {
        merged =
            new Window(
                Math.min(merged.start(), session.window.start()),
                Math.max(merged.end(), session.window.end()));
      }
    }
    Session mine = new Session(own);
    if (windowing.closesAt(merged) <= watermark) {
      return mine;
    }
    for (Iterator<Session> each = live.iterator(); each.hasNext(); ) {
      Session session = each.next();
      if (touches(session.window, own)) {
        mine.take(session);
        each.remove();
      }
    }
    live.add(mine);
    return mine;
  }

  /** As TimeWindow#intersects: sessions that touch are one. */
  private static boolean touches(Window one, Window other) {
    return one.start() <= other.end() && one.end() >= other.start();
  }

  @Override
  public void advance(long reached) {
    if (reached == Long.MAX_VALUE && atEnd == null) {
      atEnd = open();
    }
    watermark = Math.max(watermark, reached);
    // Not at each watermark, which would go through all keys each time.
    if (addedSinceForgetting > 2L * byKey.size()) {
      addedSinceForgetting = 0;
      byKey.values().forEach(sessions -> sessions.removeIf(each -> each.closesAt() <= watermark));
      byKey.values().removeIf(List::isEmpty);
    }
  }

  private List<Waiting> open() {
    return byKey.values().stream()
        .flatMap(List::stream)
        .filter(each -> each.firesAt() > watermark)
        .map(each -> new Waiting(each.window, each.firesAt(), each.rows))
        .sorted(
            Comparator.comparingLong(Waiting::firesAt)
                .thenComparingLong(waiting -> waiting.window().start())
                .thenComparingLong(Waiting::rows))
        .toList();
  }

  @Override
  public List<Waiting> atEnd() {
    return atEnd == null ? open() : atEnd;
  }
}
