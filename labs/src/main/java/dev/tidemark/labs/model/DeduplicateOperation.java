package dev.tidemark.labs.model;

import dev.tidemark.labs.Spec;
import java.time.LocalDateTime;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/**
 * The first or the last row of each key by event time. Of rows with the same time the last one is
 * kept as last, the first one as first.
 *
 * <p>First rows leave when the watermark has reached them and never change; one that is behind the
 * watermark when it comes is dropped. Each new last row takes the old one back, also when both are
 * equal; by processing time one that is equal to the old one changes nothing ({@code equal: skip}).
 */
record DeduplicateOperation(List<String> by, String time, boolean keepLast, boolean skipEqual)
    implements Operation {

  static Operation of(Spec spec) {
    spec.only("by", "time", "keep", "equal");
    if (!spec.text("keep").matches("first|last")) {
      throw spec.get("keep").wrong("there are 'first' and 'last'.");
    }
    if (!spec.text("equal", "skip").equals("skip")) {
      throw spec.get("equal").wrong("there is 'skip'.");
    }
    return new DeduplicateOperation(
        spec.texts("by"), spec.text("time"), spec.text("keep").equals("last"), spec.has("equal"));
  }

  @Override
  public List<Change> apply(List<Change> input, Mode mode) {
    Map<List<Object>, Row> kept = new LinkedHashMap<>();
    List<Change> log = new ArrayList<>();
    for (Change change : input) {
      Row row = change.row();
      List<Object> key = row.key(by);
      Row before = kept.get(key);
      if (!isLost(row, mode) && (before == null || replaces(row, before))) {
        kept.put(key, row);
        if (before != null) {
          log.add(new Change(Kind.UPDATE_BEFORE, before));
        }
        log.add(new Change(before == null ? Kind.INSERT : Kind.UPDATE_AFTER, row));
      }
    }
    return mode == Mode.STREAMING && keepLast
        ? log
        : kept.values().stream().map(Change::insert).toList();
  }

  private boolean replaces(Row row, Row before) {
    LocalDateTime now = row.time(time);
    if (keepLast) {
      boolean skipped = skipEqual && row.values().equals(before.values());
      return !skipped && !now.isBefore(before.time(time));
    }
    // A first row that has left is at or behind the watermark, so that an earlier one is lost.
    return now.isBefore(before.time(time));
  }

  private boolean isLost(Row row, Mode mode) {
    LocalDateTime watermark = row.watermark();
    return mode == Mode.STREAMING
        && !keepLast
        && watermark != null
        && row.time(time).isBefore(watermark);
  }
}
