package dev.tidemark.columnar.op;

import java.time.Instant;
import java.time.ZoneId;
import java.time.ZoneOffset;
import java.time.zone.ZoneOffsetTransition;
import java.time.zone.ZoneRules;
import org.apache.flink.table.runtime.operators.window.TimeWindow;

/**
 * The slice that a time falls into, as AbstractSliceAssigner of Flink's SliceAssigners says. Times
 * mostly fall into the same one as the time before, so that one is tried first.
 */
final class Slices {
  private final long length;
  private final long offset;
  private final ZoneRules rules;

  /** The slice that was found last, in the zone's local time. */
  private long start = Long.MAX_VALUE;

  private long end = Long.MIN_VALUE;

  /** From when to when the zone is this far from UTC, in milliseconds. */
  private long shift;

  private long shiftFrom = Long.MAX_VALUE;
  private long shiftTo = Long.MIN_VALUE;

  Slices(long length, long offset, ZoneId zone) {
    this.length = length;
    this.offset = offset;
    this.rules = zone.equals(ZoneId.of("UTC")) ? null : zone.getRules();
  }

  /** The end of the slice of a time, in the zone's local time. */
  long end(long millis) {
    long time = rules == null ? millis : millis + shift(millis);
    if (time < start || time >= end) {
      start = TimeWindow.getWindowStartWithOffset(time, offset, length);
      end = start + length;
    }
    return end;
  }

  private long shift(long millis) {
    if (millis < shiftFrom || millis >= shiftTo) {
      Instant instant = Instant.ofEpochMilli(millis);
      ZoneOffset zoneOffset = rules.getOffset(instant);
      ZoneOffsetTransition next = rules.nextTransition(instant);
      shift = zoneOffset.getTotalSeconds() * 1000L;
      shiftFrom = millis;
      shiftTo = next == null ? Long.MAX_VALUE : next.toEpochSecond() * 1000L;
    }
    return shift;
  }
}
