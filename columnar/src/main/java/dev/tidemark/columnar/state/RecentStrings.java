package dev.tidemark.columnar.state;

import java.util.Arrays;

/**
 * Where some of the strings lie that were last put into an array: one that comes again need not be
 * there twice. Columns with few different values then take no room, and comparing them does not
 * reach all over the memory.
 */
final class RecentStrings {
  private static final int SLOTS = 64;

  /** Where a string starts, in the upper half, and its length; 0 for none. */
  private final long[] places = new long[SLOTS];

  /**
   * The place of a string that equals a slice of another array; -1 if none is known.
   *
   * @param data where the strings lie
   */
  long find(byte[] data, byte[] source, int start, int length) {
    long place = places[slot(source, start, length)];
    int own = (int) (place >>> 32);
    return length > 0 && (int) place == length && KeyColumns.equal(data, own, source, start, length)
        ? place
        : -1;
  }

  /** A string has been put somewhere. */
  void add(byte[] data, int start, int length) {
    places[slot(data, start, length)] = (long) start << 32 | length;
  }

  private static int slot(byte[] data, int start, int length) {
    return (int) KeyColumns.hash(data, start, length) & (SLOTS - 1);
  }

  /** The array begins anew. */
  void clear() {
    Arrays.fill(places, 0);
  }
}
