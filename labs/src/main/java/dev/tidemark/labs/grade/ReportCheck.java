package dev.tidemark.labs.grade;

import dev.tidemark.labs.model.Entry;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.function.Function;
import org.apache.flink.shaded.jackson2.com.fasterxml.jackson.databind.JsonNode;

/**
 * Compares the figures of a report with those that follow from the data, and with those that follow
 * from the saved outputs: a right figure that no right output gives was not counted there.
 */
final class ReportCheck {
  private static final String NOT_IN_OUTPUTS = "not-in-outputs";

  private final ReportRule rule;
  private final Explainer explainer;
  private final Figures figures;
  private final Function<String, Optional<List<Entry>>> savedTables;
  private final Function<String, Optional<List<Entry>>> rightTables;

  /**
   * A check of one report.
   *
   * @param savedTables the tables of the outputs, right or wrong
   * @param rightTables those of them that are right
   */
  ReportCheck(
      ReportRule rule,
      Explainer explainer,
      Function<String, Optional<List<Entry>>> expectedTables,
      Function<String, Optional<List<Entry>>> savedTables,
      Function<String, Optional<List<Entry>>> rightTables) {
    this.rule = rule;
    this.explainer = explainer;
    this.figures = new Figures(explainer, expectedTables);
    this.savedTables = savedTables;
    this.rightTables = rightTables;
  }

  List<Finding> check(SavedFiles saved) {
    Optional<String> text = saved.text(rule.file());
    if (text.isEmpty()) {
      return List.of(explainer.missing(rule.file(), saved));
    }
    if (text.get().isBlank()) {
      return List.of(explainer.empty(rule.file()));
    }
    Figures.Filled report = figures.filled(text.get());
    if (report.problem() != null) {
      return List.of(report.problem());
    }
    List<Finding> findings = new ArrayList<>();
    rule.fields()
        .forEach(field -> check(field, report.json().get(field.name())).ifPresent(findings::add));
    return merged(findings);
  }

  /** Figures that the outputs do not give for the same reason make one finding. */
  private static List<Finding> merged(List<Finding> findings) {
    Map<String, Finding> merged = new LinkedHashMap<>();
    for (Finding finding : findings) {
      boolean alike = finding.mistake().equals(NOT_IN_OUTPUTS);
      String key = alike ? finding.difference() : finding.expected();
      merged.merge(
          key,
          finding,
          (one, other) ->
              new Finding(
                  one.mistake(),
                  one.expected() + ", " + other.expected(),
                  one.found() + ", " + other.found(),
                  one.difference(),
                  one.usually()));
    }
    return List.copyOf(merged.values());
  }

  private Optional<Finding> check(ReportRule.Field field, JsonNode found) {
    Optional<Finding> wrong = figures.check(field, found, value -> counted(field, value));
    if (wrong.isPresent()) {
      return wrong;
    }
    String value = figures.value(field);
    if (field.figure().value(rightTables).filter(value::equals).isPresent()) {
      return Optional.empty();
    }
    Optional<String> counted = field.figure().value(savedTables);
    String outputs =
        counted
            .map(
                other ->
                    other.equals(value)
                        ? explainer.say("outputs-give-wrongly")
                        : explainer.say("outputs-give", "value", other))
            .orElseGet(() -> explainer.say("outputs-give-none"));
    return Optional.of(
        explainer.common(
            NOT_IN_OUTPUTS, figures.expected(field), field.name() + ": " + found, outputs));
  }

  /** The mistake of a figure that no known one explains. */
  private String counted(ReportRule.Field field, String value) {
    return field.figure().value(savedTables).filter(value::equals).isPresent()
        ? "counted-wrong-outputs"
        : "wrong-figure";
  }
}
