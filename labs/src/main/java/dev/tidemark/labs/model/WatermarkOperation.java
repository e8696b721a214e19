package dev.tidemark.labs.model;

import dev.tidemark.labs.Spec;
import java.time.Duration;
import java.time.LocalDateTime;
import java.time.ZoneOffset;
import java.util.ArrayList;
import java.util.List;

/**
 * {@code WATERMARK FOR time AS time - delay}: a row is handed on first, then it moves the
 * watermark. Between two ticks of the interval's timer (which does not tick before the end of the
 * input) a watermark goes out when it is more than an interval ahead of the last one; the last one
 * starts at 1970.
 */
record WatermarkOperation(String time, Duration delay, Duration interval) implements Operation {

  private static final Duration DEFAULT_INTERVAL = Duration.ofMillis(200);
  private static final LocalDateTime START = LocalDateTime.ofEpochSecond(0, 0, ZoneOffset.UTC);

  static Operation of(Spec spec) {
    spec.only("time", "delay", "interval");
    return new WatermarkOperation(
        spec.text("time"),
        Durations.of(spec.get("delay")),
        spec.has("interval") ? Durations.of(spec.get("interval")) : DEFAULT_INTERVAL);
  }

  @Override
  public List<Change> apply(List<Change> input, Mode mode) {
    if (mode == Mode.BATCH) {
      return input;
    }
    List<Change> output = new ArrayList<>();
    LocalDateTime watermark = null;
    LocalDateTime highest = START;
    for (Change change : input) {
      output.add(new Change(change.kind(), change.row().at(watermark)));
      LocalDateTime reached = change.row().time(time).minus(delay);
      highest = reached.isAfter(highest) ? reached : highest;
      LocalDateTime last = watermark == null ? START : watermark;
      if (highest.isAfter(last.plus(interval))) {
        watermark = highest;
      }
    }
    return output;
  }
}
