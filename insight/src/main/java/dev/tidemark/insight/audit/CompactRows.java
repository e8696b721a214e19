package dev.tidemark.insight.audit;

import java.util.Arrays;

/**
 * Which rows, and when they were, in a few bytes each: differences to the row before, in as many
 * bytes as they need.
 */
final class CompactRows {
  private static final int FIRST_SIZE = 16;

  /** Two numbers, of ten bytes at most each. */
  private static final int LONGEST_ROW = 20;

  private byte[] bytes = new byte[FIRST_SIZE];
  private int length;
  private long ordinal;
  private long time;

  /**
   * Adds a row.
   *
   * @param number its number among the rows of its source
   * @param rowTime its event time in epoch milliseconds; null if it has none
   */
  void add(long number, Long rowTime) {
    if (bytes.length - length < LONGEST_ROW) {
      bytes = Arrays.copyOf(bytes, Math.max(2 * LONGEST_ROW, length + (length >> 1)));
    }
    write(number - ordinal);
    ordinal = number;
    // Without a time the row takes a byte that stands for itself: differences are told from 1 on.
    if (rowTime == null) {
      bytes[length++] = 0;
    } else {
      long difference = rowTime - time;
      write(difference >= 0 ? difference + 1 : difference);
      time = rowTime;
    }
  }

  /** Small numbers in few bytes, whatever their sign. */
  private void write(long number) {
    long left = (number << 1) ^ (number >> 63);
    while ((left & ~0x7FL) != 0) {
      bytes[length++] = (byte) (left | 0x80);
      left >>>= 7;
    }
    bytes[length++] = (byte) left;
  }

  /** Bytes that are taken up. */
  int size() {
    return bytes.length;
  }

  Reader read() {
    return new Reader();
  }

  /** Walks through the rows in the order in which they were added. */
  final class Reader {
    private int at;
    private long number;
    private long lastTime;
    private Long rowTime;

    /** Goes to the next row; false if there is none. */
    boolean next() {
      if (at >= length) {
        return false;
      }
      number += number();
      long difference = number();
      if (difference == 0) {
        rowTime = null;
      } else {
        lastTime += difference > 0 ? difference - 1 : difference;
        rowTime = lastTime;
      }
      return true;
    }

    private long number() {
      long value = 0;
      int shift = 0;
      byte b;
      do {
        b = bytes[at++];
        value |= (long) (b & 0x7F) << shift;
        shift += 7;
      } while (b < 0);
      return (value >>> 1) ^ -(value & 1);
    }

    /** The row's number among those of its source. */
    long ordinal() {
      return number;
    }

    /** The row's event time in epoch milliseconds; null if it has none. */
    Long rowTime() {
      return rowTime;
    }
  }
}
