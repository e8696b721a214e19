package dev.tidemark.labs.model;

import java.time.LocalDateTime;
import java.time.format.DateTimeFormatter;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import java.util.stream.Collectors;

/**
 * A line of a result table.
 *
 * @param kind how it changes the result; always an insert where the result is no changelog
 * @param values printed values by column
 */
public record Entry(Kind kind, Map<String, String> values) {

  private static final DateTimeFormatter TIME =
      DateTimeFormatter.ofPattern("yyyy-MM-dd HH:mm:ss.SSS", Locale.ROOT);

  static Entry of(Change change) {
    Map<String, String> values = new LinkedHashMap<>();
    change.row().values().forEach((column, value) -> values.put(column, print(value)));
    return new Entry(change.kind(), values);
  }

  private static String print(Object value) {
    if (value == null) {
      return "<NULL>";
    }
    return value instanceof LocalDateTime time ? TIME.format(time) : value.toString();
  }

  /** The entry with these columns only. */
  public Entry only(Iterable<String> columns) {
    Map<String, String> fewer = new LinkedHashMap<>();
    columns.forEach(column -> fewer.put(column, values.get(column)));
    return new Entry(kind, fewer);
  }

  /** Whether the columns have these values. */
  public boolean has(Map<String, String> wanted) {
    return wanted.entrySet().stream()
        .allMatch(column -> column.getValue().equals(values.get(column.getKey())));
  }

  /** As a line of a table, with the kind in front if there is one to show. */
  public String print(boolean withKind) {
    return values.values().stream()
        .collect(Collectors.joining(" | ", withKind ? "| " + kind.symbol() + " | " : "| ", " |"));
  }

  /**
   * What a changelog leaves, in the order in which the rows were last written.
   *
   * @return empty if it takes back a row that is not there
   */
  public static Optional<List<Entry>> replay(List<Entry> log) {
    List<Entry> state = new ArrayList<>();
    for (Entry entry : log) {
      if (entry.kind().adds()) {
        state.add(new Entry(Kind.INSERT, entry.values()));
      } else {
        // From the end: what is taken back was often written just before.
        int at = state.lastIndexOf(new Entry(Kind.INSERT, entry.values()));
        if (at < 0) {
          return Optional.empty();
        }
        state.remove(at);
      }
    }
    return Optional.of(state);
  }
}
