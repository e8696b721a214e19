package dev.tidemark.insight.audit;

import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.NavigableSet;
import java.util.TreeSet;
import org.apache.flink.streaming.runtime.streamrecord.StreamRecord;

/**
 * A row is dropped when one of its key with the same or a later time has been emitted: mirrors the
 * state {@code lastTriggeringTs} of OVER with bounded frames and of the row-time sort.
 *
 * <p>The earliest of the rows seen before with the same or a later time decides how late it is: had
 * the watermark not reached that one, nothing later would have been emitted either.
 */
final class BehindEmitted implements Rule {
  /** Times to remember for each key; a row that is older than these counts as late by its own. */
  private static final int MEMORY = 1_000;

  private final BehindWatermark.RowTime rowTime;
  private final Keys keys;
  private final boolean positiveOnly;
  private final Map<Object, NavigableSet<Long>> times = new HashMap<>();

  /** Rows since the last watermark: whatever their time, the next one is the first to emit them. */
  private final List<Waiting> waiting = new ArrayList<>();

  private long lastWatermark = Long.MIN_VALUE;

  private record Waiting(Object key, long time) {}

  /**
   * @param positiveOnly whether the operator takes 0 for the last emitted time of a new key, so
   *     that rows up to 1970 are never kept
   */
  BehindEmitted(BehindWatermark.RowTime rowTime, Keys keys, boolean positiveOnly) {
    this.rowTime = rowTime;
    this.keys = keys;
    this.positiveOnly = positiveOnly;
  }

  @Override
  public Long rowTime(int input, StreamRecord<?> record) {
    return rowTime.of(record);
  }

  @Override
  public boolean watermarkMatters(int input, StreamRecord<?> record) {
    return !positiveOnly || rowTime.of(record) > 0;
  }

  @Override
  public long late(int input, StreamRecord<?> record, long watermark) {
    settle(watermark);
    long time = rowTime.of(record);
    return Math.max(1, watermark - decisive(time, watermark) + 1);
  }

  private long decisive(long time, long watermark) {
    NavigableSet<Long> seen = times.get(keys.current());
    if (seen == null || (seen.size() >= MEMORY && time < seen.first())) {
      return time;
    }
    Long next = seen.ceiling(time);
    return next == null || next > watermark ? time : next;
  }

  @Override
  public void handled(int input, StreamRecord<?> record, long watermark) {
    settle(watermark);
    waiting.add(new Waiting(keys.current(), rowTime.of(record)));
  }

  private void settle(long watermark) {
    if (watermark == lastWatermark) {
      return;
    }
    lastWatermark = watermark;
    for (Waiting row : waiting) {
      NavigableSet<Long> seen = times.computeIfAbsent(row.key, key -> new TreeSet<>());
      seen.add(row.time);
      if (seen.size() > MEMORY) {
        seen.pollFirst();
      }
    }
    waiting.clear();
  }
}
