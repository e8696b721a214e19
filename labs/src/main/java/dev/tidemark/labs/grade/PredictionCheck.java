package dev.tidemark.labs.grade;

import dev.tidemark.labs.model.Mode;
import dev.tidemark.labs.model.Model;
import dev.tidemark.labs.output.ProgramLog;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import org.apache.flink.shaded.jackson2.com.fasterxml.jackson.databind.JsonNode;

/**
 * Compares what a learner has predicted with what follows from the data, once the output is there
 * and right. The output shows the predictions as they were when it was made; if they are others
 * now, they are none.
 */
final class PredictionCheck {

  private static final String WRONG = "wrong-prediction";

  private final StepRules step;
  private final ReportRule rule;
  private final Explainer explainer;
  private final Figures figures;

  /** A check of a step that has predictions. */
  PredictionCheck(StepRules step, Model model, Explainer explainer) {
    this.step = step;
    this.rule = step.predictions();
    this.explainer = explainer;
    this.figures =
        new Figures(explainer, result -> Optional.of(model.answer(result, Mode.STREAMING)));
  }

  /** What is wrong with the file, whatever is predicted; nothing if it is not there. */
  Optional<Finding> broken(SavedFiles saved) {
    return saved
        .text(rule.file())
        .filter(text -> !text.isBlank())
        .map(text -> figures.filled(text).problem());
  }

  List<Finding> check(SavedFiles saved, ProgramLog log) {
    Optional<String> text = saved.text(rule.file());
    if (text.isEmpty()) {
      return List.of(explainer.missing(rule.file(), saved));
    }
    if (text.get().isBlank()) {
      return List.of(explainer.empty(rule.file()));
    }
    Figures.Filled now = figures.filled(text.get());
    if (now.problem() != null) {
      return List.of(now.problem());
    }
    JsonNode predicted = now.json().path(step.id());
    List<Finding> findings = new ArrayList<>();
    for (ReportRule.Field field : rule.fields()) {
      // The value is not told: it is to be predicted.
      if (!predicted.hasNonNull(field.name())) {
        findings.add(common("missing-prediction", field.name(), explainer.say("not-there")));
      }
    }
    if (!findings.isEmpty()) {
      return merged(findings);
    }
    Optional<JsonNode> then = then(log);
    if (then.isEmpty()) {
      return List.of(
          common(
              "run-without-predictions",
              explainer.say("predictions-in-output", "file", step.output()),
              explainer.say("no-predictions-in-output")));
    }
    for (ReportRule.Field field : rule.fields()) {
      JsonNode before = then.get().path(field.name());
      JsonNode after = predicted.get(field.name());
      if (!before.equals(after)) {
        findings.add(common("changed-after-run", told(field, before), told(field, after)));
      } else {
        figures
            .check(field, after, value -> WRONG)
            // Its text names the files.
            .map(f -> f.mistake().equals(WRONG) ? common(WRONG, f.expected(), f.found()) : f)
            .ifPresent(findings::add);
      }
    }
    return merged(findings);
  }

  private Optional<JsonNode> then(ProgramLog log) {
    return Optional.ofNullable(log.predictions())
        .map(text -> figures.filled(text).json())
        .map(json -> json.path(step.id()));
  }

  private String told(ReportRule.Field field, JsonNode value) {
    return field.name()
        + ": "
        + (value.isMissingNode() || value.isNull() ? explainer.say("not-there") : value);
  }

  private Finding common(String mistake, String expected, String found) {
    return explainer.common(
        mistake, expected, found, null, "file", rule.file(), "output", step.output());
  }

  /** Neighbours with the same mistake make one finding, if their words are the same. */
  private static List<Finding> merged(List<Finding> findings) {
    List<Finding> merged = new ArrayList<>();
    for (Finding finding : findings) {
      Finding last = merged.isEmpty() ? null : merged.get(merged.size() - 1);
      if (last != null && last.usually().equals(finding.usually())) {
        boolean sameFound = last.found().equals(finding.found());
        merged.set(
            merged.size() - 1,
            new Finding(
                last.mistake(),
                last.expected() + ", " + finding.expected(),
                sameFound ? last.found() : last.found() + ", " + finding.found(),
                null,
                last.usually()));
      } else {
        merged.add(finding);
      }
    }
    return List.copyOf(merged);
  }
}
