package dev.tidemark.labs.model;

import dev.tidemark.labs.Spec;
import java.time.Duration;
import java.time.LocalDateTime;
import java.time.ZoneOffset;
import java.time.format.DateTimeFormatter;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.TreeMap;

/**
 * What rows do in a DataStream program with tumbling windows: where the watermark stands when each
 * comes, which windows fire, which fire again, and which rows go to the side output.
 *
 * <p>A row is handed on first; then the generator is asked for a watermark. A window fires when the
 * watermark reaches its last millisecond, and waits for late rows until the watermark is further by
 * the allowed lateness; each of them makes it fire at once.
 *
 * @param id the column that numbers the rows
 * @param by the column that keys them
 * @param sum the column that is added up
 * @param marks values by which a row is a mark
 */
record StoryOperation(
    String id,
    String time,
    String by,
    String sum,
    Map<String, String> marks,
    Generator generator,
    Duration delay,
    Duration size,
    Duration lateness,
    boolean side)
    implements Operation {

  /** What kind of line it is. */
  static final String WHAT = "what";

  /** In rows: whether the watermark had passed them when they came. */
  private static final String BEHIND = "behind";

  /** In windows: the row that made them fire, or came last before the mark that did. */
  private static final String CAUSE = "cause";

  private static final String WATERMARK = "watermark";
  private static final String WINDOW = "window";
  private static final String ROWS = "rows";
  private static final Duration MILLISECOND = Duration.ofMillis(1);
  private static final DateTimeFormatter TIME =
      DateTimeFormatter.ofPattern("HH:mm:ss.SSS", Locale.ROOT);

  enum Generator {
    /** The largest time less the delay and a millisecond, after each row. */
    PERIODIC,
    /** The same without the millisecond, as {@code WATERMARK FOR} in SQL. */
    SQL,
    /** The time of each mark. */
    PUNCTUATED,
    /** Nothing before the end of the input. */
    NONE
  }

  static StoryOperation of(Spec spec) {
    spec.only(
        "id", "time", "by", "sum", "marks", "generator", "delay", "window", "lateness", "side");
    return new StoryOperation(
        spec.text("id"),
        spec.text("time"),
        spec.text("by"),
        spec.text("sum"),
        spec.textMap("marks"),
        generator(spec.get("generator")),
        spec.has("delay") ? Durations.of(spec.get("delay")) : Duration.ZERO,
        Durations.positive(spec.get("window")),
        spec.has("lateness") ? Durations.of(spec.get("lateness")) : Duration.ZERO,
        spec.flag("side"));
  }

  private static Generator generator(Spec spec) {
    return switch (spec.text()) {
      case "periodic" -> Generator.PERIODIC;
      case "sql" -> Generator.SQL;
      case "punctuated" -> Generator.PUNCTUATED;
      case "none" -> Generator.NONE;
      default -> throw spec.wrong("there are periodic, punctuated, sql and none.");
    };
  }

  /** What a program prints; {@code behind} and {@code cause} are for figures only. */
  @Override
  public List<String> columns(List<String> input) {
    return List.of(WHAT, id, by, sum, time, WATERMARK, WINDOW, ROWS);
  }

  @Override
  public List<Change> apply(List<Change> input, Mode mode) {
    Telling telling = new Telling();
    for (Change change : input) {
      Row row = change.row();
      if (!isMark(row)) {
        telling.row(row);
      } else if (generator == Generator.PUNCTUATED) {
        telling.mark(row);
      }
    }
    telling.end();
    return telling.told.stream().map(values -> Change.insert(new Row(values, null))).toList();
  }

  private boolean isMark(Row row) {
    return !marks.isEmpty()
        && marks.entrySet().stream()
            .allMatch(mark -> mark.getValue().equals(String.valueOf(row.value(mark.getKey()))));
  }

  private LocalDateTime windowStart(LocalDateTime at) {
    long millis = at.toInstant(ZoneOffset.UTC).toEpochMilli();
    return at.minus(Duration.ofMillis(Math.floorMod(millis, size.toMillis())));
  }

  private LocalDateTime last(LocalDateTime windowStart) {
    return windowStart.plus(size).minus(MILLISECOND);
  }

  /** The rows of a key in a window. */
  private static final class Group {
    private long sum;
    private long rows;
    private boolean fired;
  }

  /** One run through the rows. */
  private final class Telling {
    private final List<Map<String, Object>> told = new ArrayList<>();
    private final Map<LocalDateTime, Map<Object, Group>> open = new TreeMap<>();
    private LocalDateTime largest = LocalDateTime.MIN;
    private LocalDateTime watermark = LocalDateTime.MIN;
    private boolean ended;
    private Object cause;

    void row(Row row) {
      LocalDateTime at = row.time(time);
      cause = row.value(id);
      tell("row", row).put(BEHIND, at.isAfter(watermark) ? "no" : "yes");
      LocalDateTime start = windowStart(at);
      if (!isReached(last(start).plus(lateness))) {
        Group group =
            open.computeIfAbsent(start, s -> new LinkedHashMap<>())
                .computeIfAbsent(row.value(by), key -> new Group());
        group.sum += row.number(sum);
        group.rows++;
        if (isReached(last(start))) {
          fire(start, row.value(by), group);
        }
      } else if (side) {
        tell("late", row);
      }
      largest = at.isAfter(largest) ? at : largest;
      switch (generator) {
        case PERIODIC -> advance(largest.minus(delay).minus(MILLISECOND));
        case SQL -> advance(largest.minus(delay));
        default -> {}
      }
    }

    void mark(Row row) {
      Map<String, Object> values = tell("mark");
      values.put(time, TIME.format(row.time(time)));
      advance(row.time(time));
    }

    void end() {
      ended = true;
      fireReached();
    }

    private void advance(LocalDateTime to) {
      if (to.isAfter(watermark)) {
        watermark = to;
        tell("moves").put(WATERMARK, stand());
        fireReached();
      }
    }

    private boolean isReached(LocalDateTime at) {
      return ended || !at.isAfter(watermark);
    }

    private void fireReached() {
      open.forEach(
          (start, groups) -> {
            if (isReached(last(start))) {
              groups.forEach(
                  (key, group) -> {
                    if (!group.fired) {
                      fire(start, key, group);
                    }
                  });
            }
          });
      open.keySet().removeIf(start -> isReached(last(start).plus(lateness)));
    }

    private void fire(LocalDateTime start, Object key, Group group) {
      Map<String, Object> values = tell(group.fired ? "again" : "fires");
      group.fired = true;
      values.put(by, key);
      values.put(WINDOW, TIME.format(start));
      values.put(sum, group.sum);
      values.put(ROWS, group.rows);
      values.put(WATERMARK, stand());
      values.put(CAUSE, cause);
    }

    private Map<String, Object> tell(String what, Row row) {
      Map<String, Object> values = tell(what);
      values.put(id, row.value(id));
      values.put(by, row.value(by));
      values.put(sum, row.number(sum));
      values.put(time, TIME.format(row.time(time)));
      values.put(WATERMARK, stand());
      return values;
    }

    private Map<String, Object> tell(String what) {
      Map<String, Object> values = new LinkedHashMap<>();
      values.put(WHAT, what);
      told.add(values);
      return values;
    }

    private String stand() {
      if (ended) {
        return "end";
      }
      return watermark.equals(LocalDateTime.MIN) ? "none" : TIME.format(watermark);
    }
  }
}
