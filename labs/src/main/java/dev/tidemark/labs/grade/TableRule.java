package dev.tidemark.labs.grade;

import dev.tidemark.labs.Spec;
import dev.tidemark.labs.model.Entry;
import dev.tidemark.labs.model.Kind;
import dev.tidemark.labs.model.Mode;
import dev.tidemark.labs.model.Model;
import dev.tidemark.labs.output.ResultTable;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.function.Function;
import java.util.stream.Collectors;

/**
 * What a table of an output must hold.
 *
 * @param result the model's result, or null when the rows are written down in the lab
 * @param columns the table's columns
 * @param rows the rows that are written down
 * @param mode in which mode the query must have run
 * @param sums columns whose sums are told
 * @param mistakes what may have gone wrong
 */
record TableRule(
    String result,
    List<String> columns,
    List<Entry> rows,
    Mode mode,
    List<String> sums,
    List<Mistake> mistakes) {

  static TableRule of(Spec spec, Model model) {
    spec.only("result", "rows", "mode", "sums", "mistakes");
    String result = spec.text("result", null);
    if (result != null && !model.has(result)) {
      throw spec.get("result").wrong("there is no result '" + result + "'.");
    }
    if ((result == null) != spec.has("rows")) {
      throw spec.wrong("either 'result' or 'rows' is needed.");
    }
    Mode mode = mode(spec.get("mode"));
    List<Entry> rows = spec.list("rows").stream().map(TableRule::literal).toList();
    if (result == null && rows.isEmpty()) {
      throw spec.get("rows").wrong("a row is needed, which shows the columns.");
    }
    List<String> columns =
        result == null
            ? List.copyOf(rows.get(0).values().keySet())
            : List.copyOf(model.columns(result));
    for (Spec sum : spec.list("sums")) {
      if (!columns.contains(sum.text())) {
        throw sum.wrong(
            "there is no column '"
                + sum.text()
                + "'; there are "
                + String.join(", ", columns)
                + ".");
      }
    }
    return new TableRule(
        result,
        columns,
        rows,
        mode,
        spec.texts("sums"),
        spec.list("mistakes").stream().map(each -> Mistake.of(each, mode, model)).toList());
  }

  /** The lines of a program, which runs as a stream. */
  static TableRule ofLog(Spec spec, Model model) {
    spec.only("result", "mistakes");
    String result = spec.text("result");
    if (!model.has(result)) {
      throw spec.get("result").wrong("there is no result '" + result + "'.");
    }
    return new TableRule(
        result,
        List.copyOf(model.columns(result)),
        List.of(),
        Mode.STREAMING,
        List.of(),
        spec.list("mistakes").stream()
            .map(each -> Mistake.of(each, Mode.STREAMING, model))
            .toList());
  }

  static Mode mode(Spec spec) {
    return switch (spec.text()) {
      case "batch" -> Mode.BATCH;
      case "streaming" -> Mode.STREAMING;
      default -> throw spec.wrong("there are batch and streaming.");
    };
  }

  private static Entry literal(Spec row) {
    return new Entry(
        Kind.INSERT,
        row.map().entrySet().stream()
            .collect(
                Collectors.toMap(
                    e -> e.getKey(), e -> e.getValue().text(), (a, b) -> b, LinkedHashMap::new)));
  }

  List<Entry> expected(Model model) {
    return result == null ? rows : model.answer(result, mode);
  }

  static List<Entry> only(List<Entry> entries, List<String> columns) {
    return entries.stream().map(entry -> entry.only(columns)).toList();
  }

  /** Whether both have the same rows; their order may differ where Flink's does from run to run. */
  static boolean same(List<Entry> one, List<Entry> other) {
    return one.size() == other.size() && missingIn(other, one).isEmpty();
  }

  /** The entries that one list has and the other lacks. */
  static List<Entry> missingIn(List<Entry> other, List<Entry> one) {
    Map<Entry, Long> counts =
        other.stream().collect(Collectors.groupingBy(Function.identity(), Collectors.counting()));
    List<Entry> missing = new ArrayList<>();
    for (Entry entry : one) {
      if (counts.merge(entry, -1L, Long::sum) < 0) {
        missing.add(entry);
      }
    }
    return missing;
  }

  /**
   * Whether a table of an output may be the one: it has the columns, or is an empty set in batch.
   */
  boolean mayBe(ResultTable table, Model model) {
    return table.columns().isEmpty()
        ? mode == Mode.BATCH && expected(model).isEmpty()
        : table.columns().containsAll(columns);
  }

  /** How many rows there are of each kind, and the sums that say most. */
  String summary(List<Entry> entries, Summary words) {
    String kinds = "";
    if (entries.stream().anyMatch(entry -> entry.kind() != Kind.INSERT)) {
      kinds =
          entries.stream()
              .collect(Collectors.groupingBy(Entry::kind, Collectors.counting()))
              .entrySet()
              .stream()
              .sorted(Map.Entry.comparingByKey())
              .map(e -> e.getValue() + " " + e.getKey().symbol())
              .collect(Collectors.joining(", ", " (", ")"));
    }
    StringBuilder text = new StringBuilder(words.rows(entries.size()) + kinds);
    for (String column : sums) {
      text.append(words.sum(column, sum(entries, column)));
    }
    return text.toString();
  }

  private static String sum(List<Entry> entries, String column) {
    try {
      return String.format(
          Locale.ROOT,
          "%d",
          entries.stream().mapToLong(e -> Long.parseLong(e.values().get(column))).sum());
    } catch (NumberFormatException e) {
      return "?";
    }
  }

  /** The words of a summary. */
  interface Summary {
    String rows(int count);

    String sum(String column, String value);
  }
}
