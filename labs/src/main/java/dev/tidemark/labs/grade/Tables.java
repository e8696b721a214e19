package dev.tidemark.labs.grade;

import dev.tidemark.labs.Spec;
import java.util.List;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/** The result tables of the steps before, as figures name them. */
record Tables(List<StepRules> steps) {

  private static final Pattern NAME = Pattern.compile("(.+?)(?:\\.([1-9]))?");

  /** The name of a table that there is: a step, or {@code step.2} for its second table. */
  String table(Spec name) {
    Matcher matcher = NAME.matcher(name.text());
    if (matcher.matches()) {
      int place = matcher.group(2) == null ? 1 : Integer.parseInt(matcher.group(2));
      if (steps.stream()
          .anyMatch(s -> s.id().equals(matcher.group(1)) && s.tables().size() >= place)) {
        return name.text();
      }
    }
    throw name.wrong("no earlier step has a table '" + name.text() + "'.");
  }
}
