package dev.tidemark.labs.grade;

import java.util.Optional;

/** Looks into a script whose output alone does not tell whether it is what was asked for. */
record ScriptCheck(StepRules step, Explainer explainer) {

  Optional<Finding> check(SavedFiles saved) {
    ScriptRule rule = step.script();
    if (rule == null) {
      return Optional.empty();
    }
    Optional<String> script = saved.text(rule.file());
    if (script.isEmpty() && saved.obstacle(rule.file()).isPresent()) {
      return Optional.of(explainer.missing(rule.file(), saved));
    }
    if (script.isEmpty()) {
      return Optional.of(
          explainer.common(
              "missing-script",
              explainer.say("file", "file", rule.file()),
              explainer.say("no-file"),
              null,
              "file",
              rule.file()));
    }
    String plain = ScriptRule.plain(script.get());
    for (ScriptRule.Phrase phrase : rule.phrases()) {
      if (phrase.pattern().matcher(plain).find() != phrase.wanted()) {
        String key = phrase.wanted() ? "script-has" : "script-lacks";
        String other = phrase.wanted() ? "script-without" : "script-with";
        return Optional.of(
            explainer.special(
                phrase.say(),
                explainer.say(key, "file", rule.file(), "words", phrase.words()),
                explainer.say(other, "words", phrase.words()),
                null));
      }
    }
    return Optional.empty();
  }
}
