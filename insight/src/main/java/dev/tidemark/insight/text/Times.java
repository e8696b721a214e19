package dev.tidemark.insight.text;

import java.time.DateTimeException;
import java.time.Instant;
import java.time.LocalDateTime;
import java.time.ZoneOffset;
import java.time.format.DateTimeFormatter;
import java.util.Locale;

/** Event times as people read them. */
public final class Times {
  private static final DateTimeFormatter SECONDS =
      DateTimeFormatter.ofPattern("yyyy-MM-dd HH:mm:ss", Locale.ROOT);
  private static final DateTimeFormatter MILLIS =
      DateTimeFormatter.ofPattern("yyyy-MM-dd HH:mm:ss.SSS", Locale.ROOT);

  private Times() {}

  /** Epoch milliseconds as date and time in UTC; milliseconds only where there are any. */
  public static String text(long millis) {
    if (millis == Long.MIN_VALUE) {
      return "none yet";
    }
    if (millis == Long.MAX_VALUE) {
      return "end of input";
    }
    try {
      LocalDateTime time = LocalDateTime.ofInstant(Instant.ofEpochMilli(millis), ZoneOffset.UTC);
      return (millis % 1_000 == 0 ? SECONDS : MILLIS).format(time);
    } catch (DateTimeException e) {
      return millis + " ms";
    }
  }
}
