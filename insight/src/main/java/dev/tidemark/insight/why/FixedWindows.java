package dev.tidemark.insight.why;

import dev.tidemark.insight.ledger.Window;
import java.util.Comparator;
import java.util.List;
import java.util.TreeMap;

/** Windows that stay as they are, with the number of rows in each. */
final class FixedWindows implements OpenWindows {
  private static final Comparator<Place> BY_END =
      Comparator.comparingLong(Place::firesAt).thenComparingLong(place -> place.window().start());

  private final TreeMap<Place, Long> rows = new TreeMap<>(BY_END);
  private List<Waiting> atEnd;

  private record Place(Window window, long firesAt) {}

  void add(Window window, long firesAt, long watermark) {
    if (firesAt > watermark) {
      rows.merge(new Place(window, firesAt), 1L, Long::sum);
    }
  }

  @Override
  public void advance(long watermark) {
    if (watermark == Long.MAX_VALUE && atEnd == null) {
      atEnd = open();
    }
    while (!rows.isEmpty() && rows.firstKey().firesAt <= watermark) {
      rows.pollFirstEntry();
    }
  }

  private List<Waiting> open() {
    return rows.entrySet().stream()
        .map(each -> new Waiting(each.getKey().window, each.getKey().firesAt, each.getValue()))
        .toList();
  }

  @Override
  public List<Waiting> atEnd() {
    return atEnd == null ? open() : atEnd;
  }
}
