package dev.tidemark.insight.audit;

import dev.tidemark.insight.ledger.Window;
import java.time.ZoneId;
import java.util.List;
import org.apache.flink.streaming.runtime.streamrecord.StreamRecord;
import org.apache.flink.table.runtime.util.TimeWindowUtil;

/**
 * SESSION: a dropped row was alone, because a session that it could have joined would have taken it
 * in. The session that it misses is its own, from its time to the gap after it.
 */
final class SessionRule implements Rule {
  private final BehindWatermark.RowTime rowTime;
  private final long gap;
  private final ZoneId zone;
  private final long allowedLateness;
  private final Keys keys;
  private final SessionHistory history;

  /**
   * @param zone by which the operator shifts times; UTC for none
   */
  SessionRule(
      BehindWatermark.RowTime rowTime, long gap, ZoneId zone, long allowedLateness, Keys keys) {
    this.rowTime = rowTime;
    this.gap = gap;
    this.zone = zone;
    this.allowedLateness = allowedLateness;
    this.keys = keys;
    this.history = new SessionHistory(this::closesAt);
  }

  @Override
  public Long rowTime(int input, StreamRecord<?> record) {
    return rowTime.of(record);
  }

  @Override
  public List<Window> windows(int input, StreamRecord<?> record) {
    Long time = rowTime.of(record);
    return time == null ? List.of() : List.of(session(time));
  }

  private Window session(long time) {
    long start = TimeWindowUtil.toUtcTimestampMills(time, zone);
    return new Window(start, start + gap);
  }

  @Override
  public long late(int input, StreamRecord<?> record, long watermark) {
    Long time = rowTime.of(record);
    return time == null ? 1 : history.late(keys.current(), session(time), watermark);
  }

  /** The row's own session had ended; it made a session fire again or kept one going. */
  @Override
  public boolean acceptedLate(int input, StreamRecord<?> record, long watermark) {
    Long time = rowTime.of(record);
    return allowedLateness > 0
        && time != null
        && closesAt(session(time).end()) - allowedLateness <= watermark;
  }

  @Override
  public void handled(int input, StreamRecord<?> record, long watermark) {
    Long time = rowTime.of(record);
    if (time != null) {
      history.add(keys.current(), session(time), watermark);
    }
  }

  /** The watermark that emits and forgets a session, in epoch milliseconds. */
  private long closesAt(long end) {
    return TimeWindowUtil.toEpochMillsForTimer(end - 1 + allowedLateness, zone);
  }
}
