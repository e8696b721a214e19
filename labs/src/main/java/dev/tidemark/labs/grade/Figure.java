package dev.tidemark.labs.grade;

import dev.tidemark.labs.Spec;
import dev.tidemark.labs.model.Entry;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.function.Function;

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
      return difference(spec.only("minus"), known);
    }
    if (spec.has("sum")) {
      spec.only("sum", "of");
      String column = spec.text("sum");
      String table = known.table(spec.get("of"));
      return tables -> tables.apply(table).flatMap(entries -> sum(entries, column));
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

  private static Optional<String> minus(String one, String other) {
    try {
      return Optional.of(String.valueOf(Long.parseLong(one) - Long.parseLong(other)));
    } catch (NumberFormatException e) {
      return Optional.empty();
    }
  }

  private static Figure difference(Spec spec, Tables known) {
    List<Spec> both = spec.get("minus").list();
    if (both.size() != 2) {
      throw spec.get("minus").wrong("two figures are expected.");
    }
    Figure first = of(both.get(0), known);
    Figure second = of(both.get(1), known);
    return tables ->
        first.value(tables).flatMap(a -> second.value(tables).flatMap(b -> minus(a, b)));
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
