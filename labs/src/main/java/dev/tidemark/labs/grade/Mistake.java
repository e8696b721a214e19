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
 * @param mode in which the other one runs
 * @param row values of a row that gives the mistake away
 * @param say the text that explains it
 */
record Mistake(String like, Mode mode, Map<String, String> row, String say) {

  static Mistake of(Spec spec, Mode mode, Model model) {
    spec.only("like", "mode", "row", "say");
    String like = spec.text("like", null);
    if (like != null && !model.has(like)) {
      throw spec.get("like").wrong("there is no result '" + like + "'.");
    }
    Mode other = spec.has("mode") ? TableRule.mode(spec.get("mode")) : mode;
    return new Mistake(like, other, spec.textMap("row"), spec.text("say"));
  }

  boolean explains(List<Entry> found, List<String> columns, Model model) {
    if (like != null) {
      return TableRule.same(TableRule.only(model.answer(like, mode), columns), found);
    }
    return found.stream().anyMatch(entry -> entry.has(row));
  }
}
