package dev.tidemark.labs.grade;

import dev.tidemark.labs.Spec;
import dev.tidemark.labs.model.Model;
import java.util.List;

/**
 * What a step asks for.
 *
 * @param output the file with the output; null if the step has none
 * @param errors what errors of the client mean that have certain words
 * @param report null if the step has none
 * @param script null if the script does not matter
 */
public record StepRules(
    String id,
    String title,
    String output,
    List<TableRule> tables,
    List<PlanRule> plans,
    List<PlanRule.Sign> errors,
    ReportRule report,
    ScriptRule script) {

  /**
   * Reads a step of lab.yaml.
   *
   * @param before the steps before it, whose tables its figures may come from
   */
  public static StepRules of(Spec spec, String title, Model model, List<StepRules> before) {
    spec.only("id", "output", "tables", "plans", "errors", "report", "script");
    if (spec.has("output") == spec.has("report")) {
      throw spec.wrong("either 'output' or 'report' is needed.");
    }
    return new StepRules(
        spec.text("id"),
        title,
        spec.text("output", null),
        spec.list("tables").stream().map(rule -> TableRule.of(rule, model)).toList(),
        spec.list("plans").stream().map(PlanRule::of).toList(),
        spec.list("errors").stream().map(PlanRule::sign).toList(),
        spec.has("report")
            ? ReportRule.of(spec.get("report"), new Tables(List.copyOf(before)))
            : null,
        spec.has("script") ? ScriptRule.of(spec.get("script")) : null);
  }
}
