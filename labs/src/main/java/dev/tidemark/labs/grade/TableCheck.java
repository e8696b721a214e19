package dev.tidemark.labs.grade;

import dev.tidemark.labs.model.Entry;
import dev.tidemark.labs.model.Mode;
import dev.tidemark.labs.model.Model;
import dev.tidemark.labs.output.ClientOutput;
import dev.tidemark.labs.output.ResultTable;
import java.util.List;
import java.util.Optional;
import java.util.stream.Collectors;

/** Compares the tables of an output with what the model answers. */
final class TableCheck {

  private final StepRules step;
  private final Model model;
  private final Explainer explainer;

  TableCheck(StepRules step, Model model, Explainer explainer) {
    this.step = step;
    this.model = model;
    this.explainer = explainer;
  }

  /** The tables of an output that may be one of the step's; others do not matter. */
  static List<ResultTable> candidates(ClientOutput output, StepRules step, Model model) {
    return output.tables().stream()
        .filter(table -> step.tables().stream().anyMatch(rule -> rule.mayBe(table, model)))
        .toList();
  }

  Optional<Finding> check(ClientOutput output) {
    if (step.tables().isEmpty()) {
      return Optional.empty();
    }
    List<List<Entry>> expected = step.tables().stream().map(t -> t.expected(model)).toList();
    List<ResultTable> found = candidates(output, step, model);
    if (found.size() != expected.size()) {
      return Optional.of(wrongNumber(output, found.size()));
    }
    for (int i = 0; i < found.size(); i++) {
      Optional<Finding> finding = new OneTable(i, found.get(i), expected).check();
      if (finding.isPresent()) {
        return finding;
      }
    }
    return Optional.empty();
  }

  private Finding wrongNumber(ClientOutput output, int found) {
    int wanted = step.tables().size();
    String columns =
        step.tables().stream()
            .map(rule -> list(rule.columns()))
            .distinct()
            .collect(Collectors.joining("; "));
    String expected =
        explainer.say(wanted == 1 ? "a-table" : "tables", "count", wanted, "columns", columns);
    if (found > wanted) {
      return explainer.common(
          "too-many-tables",
          expected,
          explainer.say("found-tables", "count", found),
          null,
          "file",
          step.output());
    }
    Optional<String> error = output.error();
    if (error.isPresent()) {
      return step.errors().stream()
          .filter(sign -> sign.in(error.get()))
          .findFirst()
          .map(sign -> explainer.special(sign.say(), expected, error.get(), null))
          .orElseGet(() -> explainer.common("failed-statement", expected, error.get(), null));
    }
    if (output.tables().isEmpty()) {
      return explainer.common(
          "no-table", expected, explainer.say("no-tables"), null, "file", step.output());
    }
    boolean emptyBatch = output.tables().stream().anyMatch(table -> table.columns().isEmpty());
    if (emptyBatch && step.tables().get(0).mode() == Mode.STREAMING) {
      return explainer.common("batch-for-streaming", expected, explainer.say("empty-set"), null);
    }
    if (found == 0) {
      String other = explainer.say("a-table", "columns", list(output.tables().get(0).columns()));
      return explainer.common("wrong-columns", expected, other, null);
    }
    return explainer.common(
        "too-few-tables",
        expected,
        explainer.say("found-tables", "count", found),
        null,
        "file",
        step.output());
  }

  private static String list(List<String> columns) {
    return String.join(", ", columns);
  }

  /** One of the tables. */
  private final class OneTable {
    private final int index;
    private final TableRule rule;
    private final ResultTable table;
    private final List<List<Entry>> all;
    private final List<Entry> expected;
    private final List<Entry> found;
    private final List<String> columns;

    OneTable(int index, ResultTable table, List<List<Entry>> all) {
      this.index = index;
      this.rule = step.tables().get(index);
      this.table = table;
      this.all = all;
      this.expected = all.get(index);
      this.columns = rule.columns();
      this.found = TableRule.only(table.entries(), columns);
    }

    Optional<Finding> check() {
      boolean streaming = rule.mode() == Mode.STREAMING;
      if (!rule.mayBe(table, model)) {
        // It may be another one of the step's, as which it has been counted.
        return Optional.of(otherColumns());
      }
      if (table.changelog() != streaming) {
        return Optional.of(common(streaming ? "batch-for-streaming" : "streaming-for-batch"));
      }
      if (table.misaligned() != null) {
        return Optional.of(edited("edited-row", table.misaligned()));
      }
      if (!table.closed() || table.promised().isEmpty()) {
        return Optional.of(common("truncated"));
      }
      long promised = table.promised().getAsLong();
      if (promised != table.entries().size()) {
        return Optional.of(edited("edited-count", explainer.say("promised", "count", promised)));
      }
      if (Entry.replay(table.entries()).isEmpty()) {
        return Optional.of(common("edited-log"));
      }
      if (rule.result() != null && table.columns().size() > columns.size()) {
        return Optional.of(
            explainer.common(
                "extra-columns",
                explainer.say("a-table", "columns", list(columns)),
                explainer.say("a-table", "columns", list(table.columns())),
                null));
      }
      return TableRule.same(expected, found) ? Optional.empty() : Optional.of(different());
    }

    private Finding otherColumns() {
      boolean swapped =
          step.tables().stream()
              .anyMatch(
                  other ->
                      !other.equals(rule)
                          && other.mayBe(table, model)
                          && TableRule.same(
                              other.expected(model),
                              TableRule.only(table.entries(), other.columns())));
      return explainer.common(
          swapped ? "swapped-tables" : "wrong-columns",
          explainer.say("a-table", "columns", list(columns))
              + explainer.say("in-table", "number", index + 1),
          explainer.say("a-table", "columns", list(table.columns())),
          null);
    }

    private Finding different() {
      for (int other = 0; other < all.size(); other++) {
        List<String> otherColumns = step.tables().get(other).columns();
        if (other != index
            && otherColumns.equals(columns)
            && TableRule.same(all.get(other), found)) {
          return common("swapped-tables");
        }
      }
      for (Mistake mistake : rule.mistakes()) {
        if (mistake.explains(found, columns, model)) {
          return explainer.special(mistake.say(), expectedText(), foundText(), difference());
        }
      }
      boolean oneRow =
          expected.size() > 2
              && expected.size() == found.size()
              && TableRule.missingIn(found, expected).size() == 1;
      return common(oneRow ? "edited-value" : "different-rows");
    }

    private Finding common(String mistake) {
      return edited(mistake, difference());
    }

    private Finding edited(String mistake, String difference) {
      return explainer.common(
          mistake, expectedText(), foundText(), difference, "file", step.output());
    }

    private String expectedText() {
      return rule.summary(expected, explainer) + mode(rule.mode() == Mode.STREAMING);
    }

    private String foundText() {
      return rule.summary(found, explainer) + mode(table.changelog());
    }

    /** Which table it is, where there are several, and how the query ran, where that matters. */
    private String mode(boolean streaming) {
      String place = all.size() > 1 ? explainer.say("in-table", "number", index + 1) : "";
      return table.changelog() == (rule.mode() == Mode.STREAMING)
          ? place
          : place + explainer.say(streaming ? "as-streaming" : "as-batch");
    }

    /** The first row that is missing, and the first one that should not be there. */
    private String difference() {
      if (table.changelog() != (rule.mode() == Mode.STREAMING)) {
        return null;
      }
      List<Entry> missing = TableRule.missingIn(found, expected);
      List<Entry> surplus = TableRule.missingIn(expected, found);
      if (missing.isEmpty() && surplus.isEmpty()) {
        return null;
      }
      if (surplus.isEmpty()) {
        return explainer.say("row-missing", "row", print(missing));
      }
      return missing.isEmpty()
          ? explainer.say("row-surplus", "row", print(surplus))
          : explainer.say("row-differs", "row", print(missing), "found", print(surplus));
    }

    private String print(List<Entry> entries) {
      return entries.get(0).print(table.changelog());
    }
  }
}
