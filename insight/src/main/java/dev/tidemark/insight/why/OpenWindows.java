package dev.tidemark.insight.why;

import dev.tidemark.insight.audit.RowWindows;
import dev.tidemark.insight.ledger.Window;
import java.util.ArrayList;
import java.util.List;
import java.util.TreeMap;

/** The windows of an operator that hold rows and have not been emitted. */
final class OpenWindows {
  private final RowWindows windows;
  private final TreeMap<Long, Waiting> byTrigger = new TreeMap<>();
  private List<Waiting> atEnd;

  /** A window with rows in it. */
  static final class Waiting {
    final Window window;
    final long firesAt;
    long rows;

    Waiting(Window window, long firesAt) {
      this.window = window;
      this.firesAt = firesAt;
    }
  }

  OpenWindows(RowWindows windows) {
    this.windows = windows;
  }

  void add(Window window, long watermark) {
    long firesAt = windows.firesAt(window);
    if (firesAt > watermark) {
      byTrigger.computeIfAbsent(firesAt, at -> new Waiting(window, at)).rows++;
    }
  }

  void advance(long watermark) {
    if (watermark == Long.MAX_VALUE && atEnd == null) {
      atEnd = new ArrayList<>(byTrigger.values());
    }
    byTrigger.headMap(watermark, true).clear();
  }

  /** Those that the last watermark before the end of input had left open. */
  List<Waiting> atEnd() {
    return atEnd == null ? new ArrayList<>(byTrigger.values()) : atEnd;
  }
}
