package dev.tidemark.labs.model;

import dev.tidemark.labs.Spec;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.Map;

/** {@code count}, {@code count distinct x} and {@code sum x}, which also give rows back. */
final class Aggregate {

  private final Map<String, String> functions;
  private final Map<String, Map<Object, Long>> distinct = new HashMap<>();
  private final Map<String, Long> sums = new HashMap<>();
  private long rows;

  private Aggregate(Map<String, String> functions) {
    this.functions = functions;
  }

  /** Reads functions by the name of their column. */
  static Map<String, String> functions(Spec spec) {
    Map<String, String> functions = new LinkedHashMap<>();
    spec.map()
        .forEach(
            (name, function) -> {
              if (!function.text().matches("count|count distinct \\w+|sum \\w+")) {
                throw function.wrong("there are 'count', 'count distinct COLUMN', 'sum COLUMN'.");
              }
              functions.put(name, function.text());
            });
    return functions;
  }

  static Aggregate of(Map<String, String> functions) {
    return new Aggregate(functions);
  }

  void add(Row row, boolean adds) {
    long sign = adds ? 1 : -1;
    rows += sign;
    functions.forEach(
        (name, function) -> {
          String[] words = function.split(" ", -1);
          String column = words[words.length - 1];
          if (words[0].equals("sum")) {
            sums.merge(name, sign * row.number(column), Long::sum);
          } else if (words.length > 1) {
            Map<Object, Long> counts = distinct.computeIfAbsent(name, n -> new HashMap<>());
            counts.merge(row.value(column), sign, Long::sum);
            counts.values().removeIf(count -> count == 0);
          }
        });
  }

  boolean isEmpty() {
    return rows == 0;
  }

  /** Puts the results behind what is there. */
  void putTo(Map<String, Object> values) {
    functions.forEach(
        (name, function) -> {
          if (function.equals("count")) {
            values.put(name, rows);
          } else if (function.startsWith("sum")) {
            values.put(name, sums.get(name));
          } else {
            values.put(name, (long) distinct.getOrDefault(name, Map.of()).size());
          }
        });
  }
}
