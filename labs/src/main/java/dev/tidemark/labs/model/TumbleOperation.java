package dev.tidemark.labs.model;

import dev.tidemark.labs.Spec;
import java.time.Duration;
import java.time.LocalDateTime;
import java.time.ZoneOffset;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;

/**
 * An aggregate over {@code TUMBLE}. A row is dropped when its window has been emitted: when the
 * window's last millisecond is at or below the watermark, which with times in whole seconds is when
 * its end is.
 */
record TumbleOperation(String time, Duration size, List<String> by, Map<String, String> functions)
    implements Operation {

  static Operation of(Spec spec) {
    spec.only("time", "size", "by", "values");
    return new TumbleOperation(
        spec.text("time"),
        Durations.positive(spec.get("size")),
        spec.texts("by"),
        Aggregate.functions(spec.get("values")));
  }

  @Override
  public List<Change> apply(List<Change> input, Mode mode) {
    Map<LocalDateTime, Map<List<Object>, Aggregate>> windows = new TreeMap<>();
    for (Change change : input) {
      Row row = change.row();
      LocalDateTime start = windowStart(row.time(time));
      if (!isClosed(start, row.watermark())) {
        windows
            .computeIfAbsent(start, s -> new LinkedHashMap<>())
            .computeIfAbsent(row.key(by), key -> Aggregate.of(functions))
            .add(row, change.kind().adds());
      }
    }
    List<Change> output = new ArrayList<>();
    windows.forEach(
        (start, groups) -> groups.forEach((key, group) -> output.add(result(start, key, group))));
    return output;
  }

  @Override
  public List<String> columns(List<String> input) {
    List<String> columns = new ArrayList<>(List.of("window_start", "window_end"));
    columns.addAll(by);
    columns.addAll(functions.keySet());
    return columns;
  }

  private LocalDateTime windowStart(LocalDateTime at) {
    long millis = at.toInstant(ZoneOffset.UTC).toEpochMilli();
    return at.minus(Duration.ofMillis(Math.floorMod(millis, size.toMillis())));
  }

  private boolean isClosed(LocalDateTime start, LocalDateTime watermark) {
    return watermark != null && !start.plus(size).minus(Duration.ofMillis(1)).isAfter(watermark);
  }

  private Change result(LocalDateTime start, List<Object> key, Aggregate group) {
    Map<String, Object> values = new LinkedHashMap<>();
    values.put("window_start", start);
    values.put("window_end", start.plus(size));
    for (int i = 0; i < by.size(); i++) {
      values.put(by.get(i), key.get(i));
    }
    group.putTo(values);
    return Change.insert(new Row(values, null));
  }
}
