package dev.tidemark.columnar.csv;

/** Tells which bytes are UTF-8 beyond doubt. */
final class Utf8 {
  private Utf8() {}

  /** Whether the bytes are well-formed: what they mean, every decoder agrees on. */
  static boolean isWellFormed(byte[] bytes, int start, int end) {
    int at = start;
    while (at < end) {
      int first = bytes[at];
      if (first >= 0) {
        at++;
        continue;
      }
      int length = length(first & 0xFF, end - at > 1 ? bytes[at + 1] & 0xFF : 0);
      if (length == 0 || end - at < length) {
        return false;
      }
      for (int i = 1; i < length; i++) {
        if ((bytes[at + i] & 0xC0) != 0x80) {
          return false;
        }
      }
      at += length;
    }
    return true;
  }

  /** The length of a character of several bytes; 0 if its first two cannot begin one. */
  private static int length(int first, int second) {
    if (first >= 0xC2 && first <= 0xDF) {
      return 2;
    }
    if (first >= 0xE0 && first <= 0xEF) {
      boolean overlong = first == 0xE0 && second < 0xA0;
      boolean surrogate = first == 0xED && second >= 0xA0;
      return overlong || surrogate ? 0 : 3;
    }
    if (first >= 0xF0 && first <= 0xF4) {
      boolean overlong = first == 0xF0 && second < 0x90;
      boolean beyond = first == 0xF4 && second >= 0x90;
      return overlong || beyond ? 0 : 4;
    }
    return 0;
  }
}
