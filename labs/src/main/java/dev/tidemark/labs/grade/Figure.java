package dev.tidemark.labs.grade;

import dev.tidemark.labs.Spec;
import dev.tidemark.labs.model.Entry;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;
import java.util.function.Function;
import java.util.function.LongBinaryOperator;

/** A number or a word that follows from result tables. */
interface Figure {

  /**
   * Its value.
   *
   * @param tables the entries of a table, by step or, for the second table of a step, {@code
   *     step.2}
   * @return empty if it cannot be told
   */
  Optional<String> value(Function<String, Optional<List<Entry>>> tables);

  static Figure of(Spec spec, Tables known) {
    if (spec.has("minus")) {
      return both(spec.only("minus").get("minus"), known, (a, b) -> a - b);
    }
    if (spec.has("plus")) {
      return both(spec.only("plus").get("plus"), known, Long::sum);
    }
    if (spec.has("sum")) {
      spec.only("sum", "of", "where", "latest");
      String column = spec.text("sum");
      String table = known.table(spec.get("of"));
      Map<String, String> where = spec.textMap("where");
      List<String> latest = spec.texts("latest");
      return tables ->
          tables
              .apply(table)
              .map(entries -> latest(having(entries, where), latest))
              .flatMap(entries -> sum(entries, column));
    }
    if (spec.has("first")) {
      spec.only("first", "of", "where");
      String column = spec.text("first");
      String table = known.table(spec.get("of"));
      Map<String, String> where = spec.textMap("where");
      return tables ->
          tables
              .apply(table)
              .flatMap(entries -> having(entries, where).stream().findFirst())
              .map(entry -> entry.values().get(column));
    }
    if (spec.has("distinct")) {
      spec.only("distinct", "of", "where");
      String column = spec.text("distinct");
      String table = known.table(spec.get("of"));
      Map<String, String> where = spec.textMap("where");
      return tables ->
          tables
              .apply(table)
              .map(
                  entries ->
                      having(entries, where).stream()
                          .map(entry -> entry.values().get(column))
                          .filter(Objects::nonNull)
                          .distinct()
                          .count())
              .map(String::valueOf);
    }
    if (spec.has("rows")) {
      spec.only("rows", "ops", "where");
      List<String> ops = spec.texts("ops");
      Map<String, String> where = spec.textMap("where");
      String table = known.table(spec.get("rows"));
      return tables ->
          tables.apply(table).map(entries -> String.valueOf(count(entries, ops, where)));
    }
    if (spec.has("left")) {
      spec.only("left");
      String table = known.table(spec.get("left"));
      return tables ->
          tables.apply(table).flatMap(Entry::replay).map(state -> String.valueOf(state.size()));
    }
    spec.only("final", "of", "where");
    String column = spec.text("final");
    String table = known.table(spec.get("of"));
    Map<String, String> where = spec.textMap("where");
    return tables ->
        tables.apply(table).flatMap(Entry::replay).flatMap(state -> one(state, column, where));
  }

  private static Figure both(Spec spec, Tables known, LongBinaryOperator operator) {
    List<Spec> both = spec.list();
    if (both.size() != 2) {
      throw spec.wrong("two figures are expected.");
    }
    Figure first = of(both.get(0), known);
    Figure second = of(both.get(1), known);
    return tables ->
        first
            .value(tables)
            .flatMap(a -> second.value(tables).flatMap(b -> combined(a, b, operator)));
  }

  private static Optional<String> combined(String one, String other, LongBinaryOperator operator) {
    try {
      return Optional.of(
          String.valueOf(operator.applyAsLong(Long.parseLong(one), Long.parseLong(other))));
    } catch (NumberFormatException e) {
      return Optional.empty();
    }
  }

  private static Optional<String> sum(List<Entry> entries, String column) {
    try {
      return Optional.of(
          String.valueOf(
              entries.stream().mapToLong(e -> Long.parseLong(e.values().get(column))).sum()));
    } catch (NumberFormatException e) {
      return Optional.empty();
    }
  }

  private static List<Entry> having(List<Entry> entries, Map<String, String> where) {
    return entries.stream().filter(entry -> entry.has(where)).toList();
  }

  /** The last entry of each key, all entries if there are no columns to make keys of. */
  private static List<Entry> latest(List<Entry> entries, List<String> key) {
    if (key.isEmpty()) {
      return entries;
    }
    Map<Entry, Entry> latest = new LinkedHashMap<>();
    entries.stream()
        // Lines that lack a column are of another kind.
        .filter(entry -> entry.values().keySet().containsAll(key))
        .forEach(entry -> latest.put(entry.only(key), entry));
    return List.copyOf(latest.values());
  }

  private static long count(List<Entry> entries, List<String> ops, Map<String, String> where) {
    return entries.stream()
        .filter(e -> ops.isEmpty() || ops.contains(e.kind().symbol()))
        .filter(e -> e.has(where))
        .count();
  }

  private static Optional<String> one(List<Entry> state, String column, Map<String, String> where) {
    return state.stream()
        .filter(e -> e.has(where))
        .map(e -> e.values().getOrDefault(column, ""))
        .reduce((earlier, later) -> later);
  }
}
