package dev.tidemark.labs.model;

import dev.tidemark.labs.Spec;
import java.time.Duration;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/** Reads {@code 200 ms}, {@code 5 s}, {@code 1 min}, {@code 1 h}. */
final class Durations {
  private static final Pattern DURATION = Pattern.compile("(\\d{1,10}) ?(ms|s|min|h)");

  private Durations() {}

  /** A duration of at least a millisecond. */
  static Duration positive(Spec spec) {
    Duration duration = of(spec);
    if (duration.isZero()) {
      throw spec.wrong("a duration of more than 0 is expected here.");
    }
    return duration;
  }

  static Duration of(Spec spec) {
    Matcher matcher = DURATION.matcher(spec.text());
    if (!matcher.matches()) {
      throw spec.wrong("'" + spec.text() + "' is not a duration such as 200 ms, 5 s, 1 min, 1 h.");
    }
    long amount = Long.parseLong(matcher.group(1));
    return switch (matcher.group(2)) {
      case "ms" -> Duration.ofMillis(amount);
      case "s" -> Duration.ofSeconds(amount);
      case "min" -> Duration.ofMinutes(amount);
      default -> Duration.ofHours(amount);
    };
  }
}
