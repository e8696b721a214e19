package dev.tidemark.insight.text;

/** Durations as people read them. */
public final class Durations {
  private static final long SECOND = 1_000;
  private static final long MINUTE = 60 * SECOND;
  private static final long HOUR = 60 * MINUTE;
  private static final long DAY = 24 * HOUR;

  private Durations() {}

  /** A number of milliseconds as days, hours, minutes and seconds; exact. */
  public static String text(long millis) {
    if (millis < 0) {
      return "-" + text(-millis);
    }
    StringBuilder text = new StringBuilder();
    add(text, millis / DAY, "d");
    add(text, millis % DAY / HOUR, "h");
    add(text, millis % HOUR / MINUTE, "min");
    add(text, millis % MINUTE / SECOND, "s");
    add(text, millis % SECOND, "ms");
    return text.length() == 0 ? "0 s" : text.toString();
  }

  private static void add(StringBuilder text, long amount, String unit) {
    if (amount > 0) {
      text.append(text.length() == 0 ? "" : " ").append(amount).append(' ').append(unit);
    }
  }
}
