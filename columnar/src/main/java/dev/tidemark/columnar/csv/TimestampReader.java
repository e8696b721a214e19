package dev.tidemark.columnar.csv;

import dev.tidemark.columnar.data.Column;
import dev.tidemark.columnar.data.LongColumn;
import java.lang.invoke.MethodHandles;
import java.lang.invoke.VarHandle;
import java.nio.ByteOrder;

/**
 * Time stamps as Flink's TimeFormats write them: yyyy-MM-dd HH:mm:ss with up to nine digits of a
 * second, and a Z behind it where they are instants.
 */
final class TimestampReader implements FieldReader {
  private static final VarHandle INTS =
      MethodHandles.byteArrayViewVarHandle(int[].class, ByteOrder.LITTLE_ENDIAN);
  private static final long MILLIS_PER_DAY = 86_400_000L;

  /** The eight bytes "00:00:00", and which of them are no digits. */
  private static final long TIME = 0x30303A30303A3030L;

  private static final long COLONS = 0x0000FF0000FF0000L;

  /** The eight bytes "0:00.000", and which of them are no digits. */
  private static final long SECONDS = 0x3030302E30303A30L;

  private static final long SECONDS_BETWEEN = 0x000000FF0000FF00L;

  private final boolean instant;

  /** The minute that was read last, as its 16 bytes, and in milliseconds. */
  private long knownStart;

  private long knownRest;
  private long knownMinute = Dates.UNREADABLE;

  /** The date that was read last, as its bytes; dates mostly repeat. */
  private long knownHead;

  private int knownTail;
  private long knownDay = Dates.UNREADABLE;

  /**
   * @param instant whether a Z follows
   */
  TimestampReader(boolean instant) {
    this.instant = instant;
  }

  @Override
  public int read(byte[] buffer, Records records, int field, Column into) {
    LongColumn column = (LongColumn) into;
    long[] values = column.values;
    for (int i = 0; i < records.count; i++) {
      int start = records.start(i, field);
      int end = records.end(i, field);
      if (instant && (end <= start || buffer[--end] != 'Z')) {
        return i;
      }
      if (end - start == 23 && isKnownMinute(buffer, start)) {
        long digits = (long) FieldReaders.LONGS.get(buffer, start + 15) ^ SECONDS;
        long pairs = digits * 10 + (digits >>> 8);
        long second = (pairs >>> 16) & 0xFF;
        if ((digits & SECONDS_BETWEEN) != 0 || !FieldReaders.areDigits(digits) || second > 59) {
          return i;
        }
        values[i] = knownMinute + second * 1000 + ((pairs >>> 40) & 0xFF) * 10 + (digits >>> 56);
        if (column.nanos != null) {
          column.nanos[i] = 0;
        }
        continue;
      }
      if (end - start < 19) {
        return i;
      }
      long day = date(buffer, start);
      int time = time(buffer, start + 11);
      if (day == Dates.UNREADABLE || time < 0) {
        return i;
      }
      long millis = day * MILLIS_PER_DAY + time;
      if (end - start > 19) {
        int nanos = fraction(buffer, start + 19, end);
        if (nanos < 0) {
          return i;
        }
        millis += nanos / 1_000_000;
        column.setNanos(i, nanos % 1_000_000);
      }
      values[i] = millis;
      knownStart = (long) FieldReaders.LONGS.get(buffer, start);
      knownRest = (long) FieldReaders.LONGS.get(buffer, start + 8);
      knownMinute = millis - Math.floorMod(millis, 60_000L);
    }
    return records.count;
  }

  private boolean isKnownMinute(byte[] buffer, int at) {
    return (long) FieldReaders.LONGS.get(buffer, at) == knownStart
        && (long) FieldReaders.LONGS.get(buffer, at + 8) == knownRest
        && knownMinute != Dates.UNREADABLE;
  }

  private long date(byte[] buffer, int at) {
    long head = (long) FieldReaders.LONGS.get(buffer, at);
    int tail = (int) INTS.get(buffer, at + 8) & 0xFFFFFF; // two digits of the day and the space
    if (head == knownHead && tail == knownTail) {
      return knownDay;
    }
    if (buffer[at + 10] != ' ') {
      return Dates.UNREADABLE;
    }
    long day = Dates.day(buffer, at);
    if (day != Dates.UNREADABLE) {
      knownHead = head;
      knownTail = tail;
      knownDay = day;
    }
    return day;
  }

  /** Milliseconds of the day of the eight bytes "HH:mm:ss"; negative if they are no time. */
  private static int time(byte[] buffer, int at) {
    long digits = (long) FieldReaders.LONGS.get(buffer, at) ^ TIME;
    if ((digits & COLONS) != 0 || !FieldReaders.areDigits(digits)) {
      return -1;
    }
    long pairs = digits * 10 + (digits >>> 8);
    int hour = (int) pairs & 0xFF;
    int minute = (int) (pairs >>> 24) & 0xFF;
    int second = (int) (pairs >>> 48) & 0xFF;
    if (hour > 23 || minute > 59 || second > 59) {
      return -1;
    }
    return (hour * 3600 + minute * 60 + second) * 1000;
  }

  /** Nanoseconds of ".", and one to nine digits; negative if they are none. */
  private static int fraction(byte[] buffer, int at, int end) {
    int digits = end - at - 1;
    if (buffer[at] != '.' || digits < 1 || digits > 9) {
      return -1;
    }
    return (int) (FieldReaders.number(buffer, at + 1, end) * FieldReaders.POWERS[9 - digits]);
  }
}
