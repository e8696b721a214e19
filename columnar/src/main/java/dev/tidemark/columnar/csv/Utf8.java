package dev.tidemark.columnar.csv;

/** Tells which bytes are UTF-8 beyond doubt. */
final class Utf8 {
  private Utf8() {}

  /**
   * Whether the bytes are well-formed characters of one to three bytes, with no surrogates: every
   * decoder agrees on these.
   */
  static boolean isPlain(byte[] bytes, int start, int end) {
    int at = start;
    while (at < end) {
      int first = bytes[at];
      if (first >= 0) {
        at++;
        continue;
      }
      first &= 0xFF;
      if (first >= 0xC2 && first <= 0xDF) {
        if (end - at < 2 || !continues(bytes[at + 1])) {
          return false;
        }
        at += 2;
      } else if (first >= 0xE0 && first <= 0xEF) {
        if (end - at < 3 || !continues(bytes[at + 1]) || !continues(bytes[at + 2])) {
          return false;
        }
        int second = bytes[at + 1] & 0xFF;
        boolean overlong = first == 0xE0 && second < 0xA0;
        boolean surrogate = first == 0xED && second >= 0xA0;
        boolean mark = first == 0xEF; // a byte order mark, among others: left to Flink
        if (overlong || surrogate || mark) {
          return false;
        }
        at += 3;
      } else {
        return false;
      }
    }
    return true;
  }

  private static boolean continues(byte each) {
    return (each & 0xC0) == 0x80;
  }
}
