package dev.tidemark.labs.grade;

import dev.tidemark.labs.Spec;
import dev.tidemark.labs.model.Mode;
import dev.tidemark.labs.model.Model;
import java.util.Optional;

/**
 * What has to come of rows that a learner has written.
 *
 * @param bound the key of the message that says how the number bounds the figure
 * @param say the text that explains it
 */
record Need(Figure figure, String bound, int number, String say) {

  static Need of(Spec spec, Model model) {
    spec.only("figure", "at-least", "at-most", "say");
    if (spec.has("at-least") == spec.has("at-most")) {
      throw spec.wrong("either 'at-least' or 'at-most' is needed.");
    }
    String bound = spec.has("at-least") ? "at-least" : "at-most";
    return new Need(
        Figure.of(spec.get("figure"), Tables.results(model)),
        bound,
        spec.number(bound, 0),
        spec.text("say"));
  }

  /** What is wrong. */
  Optional<Finding> check(Model model, Explainer explainer) {
    String value =
        figure.value(result -> Optional.of(model.answer(result, Mode.STREAMING))).orElse("0");
    long found = Long.parseLong(value);
    boolean met = bound.equals("at-least") ? found >= number : found <= number;
    return met
        ? Optional.empty()
        : Optional.of(explainer.special(say, explainer.say(bound, "count", number), value, null));
  }
}
