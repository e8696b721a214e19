package dev.tidemark.labs.grade;

import dev.tidemark.labs.Spec;
import dev.tidemark.labs.model.Model;
import java.util.List;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/** The tables that figures may name. */
interface Tables {

  /** The name of a table that there is. */
  String table(Spec name);

  /** The tables of earlier steps, each by its step, or {@code step.2} for a second one. */
  static Tables of(List<StepRules> steps) {
    Pattern pattern = Pattern.compile("(.+?)(?:\\.([1-9]))?");
    return name -> {
      Matcher matcher = pattern.matcher(name.text());
      if (matcher.matches()) {
        int place = matcher.group(2) == null ? 1 : Integer.parseInt(matcher.group(2));
        if (steps.stream()
            .anyMatch(s -> s.id().equals(matcher.group(1)) && s.tables().size() >= place)) {
          return name.text();
        }
      }
      throw name.wrong("no earlier step has a table '" + name.text() + "'.");
    };
  }

  /** What the model's results answer, each by its name. */
  static Tables results(Model model) {
    return name -> {
      if (!model.has(name.text())) {
        throw name.wrong("there is no result '" + name.text() + "'.");
      }
      return name.text();
    };
  }
}
