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
  private static final VarHandle LONGS =
      MethodHandles.byteArrayViewVarHandle(long[].class, ByteOrder.LITTLE_ENDIAN);
  private static final VarHandle INTS =
      MethodHandles.byteArrayViewVarHandle(int[].class, ByteOrder.LITTLE_ENDIAN);
  private static final long MILLIS_PER_DAY = 86_400_000L;

  private final boolean instant;

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
      if (end - start < 19) {
        return i;
      }
      long day = date(buffer, start);
      int time = time(buffer, start + 10);
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
    }
    return records.count;
  }

  private long date(byte[] buffer, int at) {
    long head = (long) LONGS.get(buffer, at);
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

  /** Milliseconds of the day of the nine bytes " HH:mm:ss"; negative if they are no time. */
  private static int time(byte[] buffer, int at) {
    int hour = Dates.two(buffer, at + 1);
    int minute = Dates.two(buffer, at + 4);
    int second = Dates.two(buffer, at + 7);
    if ((hour | minute | second) < 0
        || hour > 23
        || minute > 59
        || second > 59
        || buffer[at + 3] != ':'
        || buffer[at + 6] != ':') {
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
    int value = 0;
    for (int i = at + 1; i < end; i++) {
      int digit = buffer[i] - '0';
      if (digit < 0 || digit > 9) {
        return -1;
      }
      value = value * 10 + digit;
    }
    for (int i = digits; i < 9; i++) {
      value *= 10;
    }
    return value;
  }
}
