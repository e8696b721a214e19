package dev.tidemark.labs.grade;

import dev.tidemark.labs.model.Entry;
import dev.tidemark.labs.model.Model;
import dev.tidemark.labs.output.ProgramLog;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.stream.Collectors;

/** Compares what a program has printed with what the model tells. */
final class LogCheck {

  private final StepRules step;
  private final TableRule rule;
  private final Model model;
  private final Explainer explainer;

  /** A check of a step whose output is a program's. */
  LogCheck(StepRules step, Model model, Explainer explainer) {
    this.step = step;
    this.rule = step.tables().get(0);
    this.model = model;
    this.explainer = explainer;
  }

  Optional<Finding> check(ProgramLog log) {
    List<Entry> expected = TableRule.only(rule.expected(model), rule.columns());
    String wanted = wanted(expected);
    if (log.ends().isEmpty()) {
      return Optional.of(withoutEnd(log, wanted));
    }
    if (log.ends().size() > 1) {
      String runs = explainer.say("found-runs", "count", log.ends().size());
      return Optional.of(common("several-runs", wanted, runs));
    }
    Optional<String> miscounted = log.miscounted();
    if (miscounted.isPresent()) {
      String word = miscounted.get();
      String promised =
          explainer.say("promised-lines", "count", log.ends().get(0).get(word), "word", word);
      return Optional.of(common("edited-lines", promised, summary(log.entries())));
    }
    List<Entry> found = TableRule.only(log.entries(), rule.columns());
    return TableRule.same(expected, found)
        ? Optional.empty()
        : Optional.of(different(wanted, expected, found));
  }

  /** What is expected; where it is to be predicted, it is not given away. */
  private String wanted(List<Entry> expected) {
    return step.predictions() == null ? summary(expected) : explainer.say("lines-of-the-step");
  }

  private Finding withoutEnd(ProgramLog log, String wanted) {
    if (log.error() != null) {
      return common("failed-program", wanted, log.error());
    }
    return log.entries().isEmpty()
        ? common("no-lines", wanted, explainer.say("no-lines-found"))
        : common("log-without-end", wanted, summary(log.entries()));
  }

  private Finding different(String wanted, List<Entry> expected, List<Entry> found) {
    List<Entry> missing = TableRule.missingIn(found, expected);
    List<Entry> surplus = TableRule.missingIn(expected, found);
    boolean oneLine = missing.size() == 1 && surplus.size() == 1;
    String difference = difference(missing, surplus, oneLine || step.predictions() == null);
    for (Mistake mistake : rule.mistakes()) {
      if (mistake.explains(found, rule.columns(), model)) {
        return explainer.special(mistake.say(), wanted, summary(found), difference);
      }
    }
    Optional<String> own = model.learnersFile(rule.result());
    String mistake = own.isPresent() ? "other-rows" : oneLine ? "edited-line" : "different-lines";
    return explainer.common(
        mistake, wanted, summary(found), difference, "file", step.output(), "rows", own.orElse(""));
  }

  /** The first line that should not be there, and the first one that is missing, if it is told. */
  private String difference(List<Entry> missing, List<Entry> surplus, boolean all) {
    if (!all || missing.isEmpty()) {
      return surplus.isEmpty()
          ? null
          : explainer.say("row-surplus", "row", ProgramLog.print(surplus.get(0)));
    }
    String lacking = ProgramLog.print(missing.get(0));
    return surplus.isEmpty()
        ? explainer.say("row-missing", "row", lacking)
        : explainer.say("row-differs", "row", lacking, "found", ProgramLog.print(surplus.get(0)));
  }

  private Finding common(String mistake, String expected, String found) {
    return explainer.common(mistake, expected, found, null, "file", step.output());
  }

  /** How many lines there are of each kind. */
  private static String summary(List<Entry> entries) {
    Map<String, Long> counts =
        entries.stream()
            .collect(
                Collectors.groupingBy(
                    entry -> entry.values().get(ProgramLog.WHAT),
                    LinkedHashMap::new,
                    Collectors.counting()));
    return counts.entrySet().stream()
        .map(count -> count.getValue() + " " + count.getKey())
        .collect(Collectors.joining(", "));
  }
}
