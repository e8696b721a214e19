package dev.tidemark.labs.grade;

import dev.tidemark.labs.output.ClientOutput;
import java.util.List;
import java.util.Optional;

/** Looks at the plans that EXPLAIN has printed. */
record PlanCheck(StepRules step, Explainer explainer) {

  Optional<Finding> check(ClientOutput output) {
    List<PlanRule> rules = step.plans();
    List<String> plans = output.plans();
    if (output.error().isEmpty() && !plans.stream().allMatch(ClientOutput::isWhole)) {
      return Optional.of(
          explainer.common(
              "truncated-plan",
              explainer.say("plans", "count", rules.size()),
              explainer.say("plan-without-end"),
              null,
              "file",
              step.output()));
    }
    if (rules.size() != plans.size()) {
      String expected = explainer.say("plans", "count", rules.size());
      return Optional.of(
          output
              .error()
              .map(error -> explainer.common("failed-statement", expected, error, null))
              .orElseGet(
                  () ->
                      explainer.common(
                          "wrong-plans",
                          expected,
                          explainer.say("found-plans", "count", plans.size()),
                          null)));
    }
    if (rules.size() == 2 && swapped(plans)) {
      return Optional.of(
          explainer.common(
              "swapped-plans", explainer.say("plans-order"), explainer.say("plans-turned"), null));
    }
    for (int i = 0; i < rules.size(); i++) {
      Optional<Finding> finding = one(i, rules.get(i), plans.get(i));
      if (finding.isPresent()) {
        return finding;
      }
    }
    return Optional.empty();
  }

  private boolean swapped(List<String> plans) {
    return step.plans().get(0).missing(plans.get(1)) == null
        && step.plans().get(1).missing(plans.get(0)) == null
        && step.plans().get(0).missing(plans.get(0)) != null;
  }

  private Optional<Finding> one(int index, PlanRule rule, String plan) {
    String missing = rule.missing(plan);
    String expected =
        explainer.say("plan-with", "number", index + 1, "piece", String.join("  ", rule.has()));
    for (PlanRule.Sign sign : rule.mistakes()) {
      if (sign.in(plan)) {
        String found =
            explainer.say(sign.present() ? "plan-has" : "plan-lacks", "piece", sign.piece());
        return Optional.of(explainer.special(sign.say(), expected, found, null));
      }
    }
    if (missing == null) {
      return Optional.empty();
    }
    return Optional.of(
        explainer.common(
            "different-plan", expected, explainer.say("plan-lacks", "piece", missing), null));
  }
}
