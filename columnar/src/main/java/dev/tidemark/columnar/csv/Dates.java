package dev.tidemark.columnar.csv;

/** Days of dates that are written as yyyy-MM-dd. */
final class Dates {
  /** In place of a day. */
  static final long UNREADABLE = Long.MIN_VALUE;

  private static final int[] DAYS_BEFORE = {0, 31, 59, 90, 120, 151, 181, 212, 243, 273, 304, 334};
  private static final int[] DAYS_IN = {31, 28, 31, 30, 31, 30, 31, 31, 30, 31, 30, 31};

  private Dates() {}

  /** The day since 1970 of the ten bytes; {@link #UNREADABLE} if they are no date. */
  static long day(byte[] buffer, int at) {
    int century = two(buffer, at);
    int years = two(buffer, at + 2);
    int month = two(buffer, at + 5);
    int day = two(buffer, at + 8);
    if ((century | years | month | day) < 0 || buffer[at + 4] != '-' || buffer[at + 7] != '-') {
      return UNREADABLE;
    }
    return day(century * 100 + years, month, day);
  }

  private static long day(int year, int month, int day) {
    if (month < 1 || month > 12 || day < 1) {
      return UNREADABLE;
    }
    boolean leap = (year & 3) == 0 && (year % 100 != 0 || year % 400 == 0);
    int days = DAYS_IN[month - 1] + (leap && month == 2 ? 1 : 0);
    if (day > days) {
      return UNREADABLE;
    }
    // Leap days before this year, counted from the year 0, which is one itself.
    long leaps = year == 0 ? 0 : 1 + (year - 1) / 4 - (year - 1) / 100 + (year - 1) / 400;
    long start = 365L * year + leaps - 719_528;
    return start + DAYS_BEFORE[month - 1] + (leap && month > 2 ? 1 : 0) + day - 1;
  }

  /** The number that two digits are; negative if they are none. */
  static int two(byte[] buffer, int at) {
    int tens = buffer[at] - '0';
    int ones = buffer[at + 1] - '0';
    return tens < 0 || tens > 9 || ones < 0 || ones > 9 ? -1 : tens * 10 + ones;
  }
}
