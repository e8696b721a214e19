package dev.tidemark.labs.grade;

import dev.tidemark.labs.Spec;
import dev.tidemark.labs.model.Entry;
import dev.tidemark.labs.model.Mode;
import dev.tidemark.labs.model.Model;
import java.util.List;
import java.util.Map;

/**
 * A way to go wrong that is known beforehand: what was found is just what another query answers, or
 * has a row with certain values.
 *
 * @param like the other query; null for none
 * @param upTo a query that answers more: what was found lies between the two, which is how queries
 *     go that depend on the run; null for none
 * @param mode in which the other one runs
 * @param row values of a row that gives the mistake away
 * @param say the text that explains it
 */
record Mistake(String like, String upTo, Mode mode, Map<String, String> row, String say) {

  static Mistake of(Spec spec, Mode mode, Model model) {
    spec.only("like", "up-to", "mode", "row", "say");
    String like = result(spec, "like", model);
    String upTo = result(spec, "up-to", model);
    Mode other = spec.has("mode") ? TableRule.mode(spec.get("mode")) : mode;
    return new Mistake(like, upTo, other, spec.textMap("row"), spec.text("say"));
  }

  private static String result(Spec spec, String key, Model model) {
    String result = spec.text(key, null);
    if (result != null && !model.has(result)) {
      throw spec.get(key).wrong("there is no result '" + result + "'.");
    }
    return result;
  }

  boolean explains(List<Entry> found, List<String> columns, Model model) {
    if (upTo != null) {
      return TableRule.missingIn(found, answer(like, columns, model)).isEmpty()
          && TableRule.missingIn(answer(upTo, columns, model), found).isEmpty();
    }
    if (like != null) {
      return TableRule.same(answer(like, columns, model), found);
    }
    return found.stream().anyMatch(entry -> entry.has(row));
  }

  private List<Entry> answer(String result, List<String> columns, Model model) {
    return TableRule.only(model.answer(result, mode), columns);
  }
}
