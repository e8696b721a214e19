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
 * @param log whether the output is a program's, whose lines the one table is about
 * @param predictions what is to be predicted before the output is made; null for nothing
 * @param needs what has to come of rows that the learner writes
 */
public record StepRules(
    String id,
    String title,
    String output,
    List<TableRule> tables,
    List<PlanRule> plans,
    List<PlanRule.Sign> errors,
    ReportRule report,
    ScriptRule script,
    boolean log,
    ReportRule predictions,
    List<Need> needs) {

  /**
   * Reads a step of lab.yaml.
   *
   * @param before the steps before it, whose tables its figures may come from
   */
  public static StepRules of(Spec spec, String title, Model model, List<StepRules> before) {
    spec.only(
        "id",
        "output",
        "tables",
        "log",
        "plans",
        "errors",
        "report",
        "script",
        "predictions",
        "needs");
    if (spec.has("output") == spec.has("report")) {
      throw spec.wrong("either 'output' or 'report' is needed.");
    }
    boolean log = spec.has("log");
    if (log && (spec.has("tables") || spec.has("plans") || spec.has("errors"))) {
      throw spec.wrong(
          "a 'log' is a program's output, without tables, plans and the client's errors.");
    }
    for (String key : List.of("predictions", "needs")) {
      if (!log && spec.has(key)) {
        throw spec.get(key).wrong("only a step with a 'log' has " + key + ".");
      }
    }
    return new StepRules(
        spec.text("id"),
        title,
        spec.text("output", null),
        log
            ? List.of(TableRule.ofLog(spec.get("log"), model))
            : spec.list("tables").stream().map(rule -> TableRule.of(rule, model)).toList(),
        spec.list("plans").stream().map(PlanRule::of).toList(),
        spec.list("errors").stream().map(PlanRule::sign).toList(),
        spec.has("report")
            ? ReportRule.of(spec.get("report"), Tables.of(List.copyOf(before)))
            : null,
        spec.has("script") ? ScriptRule.of(spec.get("script")) : null,
        log,
        spec.has("predictions")
            ? ReportRule.of(spec.get("predictions"), Tables.results(model))
            : null,
        spec.list("needs").stream().map(need -> Need.of(need, model)).toList());
  }
}
