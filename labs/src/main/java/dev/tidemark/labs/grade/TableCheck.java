package dev.tidemark.labs.grade;

import dev.tidemark.labs.model.Entry;
import dev.tidemark.labs.model.Mode;
import dev.tidemark.labs.model.Model;
import dev.tidemark.labs.output.ClientOutput;
import dev.tidemark.labs.output.ResultTable;
import java.util.List;
import java.util.Optional;

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

  static List<String> columns(List<Entry> expected) {
    return expected.isEmpty() ? List.of() : List.copyOf(expected.get(0).values().keySet());
  }

  /** The tables that have these columns. */
  static List<ResultTable> candidates(ClientOutput output, List<String> columns) {
    return output.tables().stream().filter(table -> table.columns().containsAll(columns)).toList();
  }

  Optional<Finding> check(ClientOutput output) {
    if (step.tables().isEmpty()) {
      return Optional.empty();
    }
    List<List<Entry>> expected = step.tables().stream().map(t -> t.expected(model)).toList();
    List<String> columns = columns(expected.get(0));
    List<ResultTable> found = candidates(output, columns);
    if (found.size() != expected.size()) {
      return Optional.of(wrongNumber(output, columns, found.size()));
    }
    for (int i = 0; i < found.size(); i++) {
      Optional<Finding> finding = new OneTable(i, found.get(i), expected, columns).check();
      if (finding.isPresent()) {
        return finding;
      }
    }
    return Optional.empty();
  }

  private Finding wrongNumber(ClientOutput output, List<String> columns, int found) {
    int wanted = step.tables().size();
    String expected =
        explainer.say(
            wanted == 1 ? "a-table" : "tables", "count", wanted, "columns", list(columns));
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

    OneTable(int index, ResultTable table, List<List<Entry>> all, List<String> columns) {
      this.index = index;
      this.rule = step.tables().get(index);
      this.table = table;
      this.all = all;
      this.expected = all.get(index);
      this.found = TableRule.only(table.entries(), columns);
      this.columns = columns;
    }

    Optional<Finding> check() {
      boolean streaming = rule.mode() == Mode.STREAMING;
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

    private Finding different() {
      for (int other = 0; other < all.size(); other++) {
        if (other != index && TableRule.same(all.get(other), found)) {
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
