package dev.tidemark.labs.grade;

import dev.tidemark.labs.Spec;
import java.util.List;
import java.util.regex.Pattern;

/**
 * What a plan that EXPLAIN has printed must contain.
 *
 * @param has literal pieces; of several between which {@code |} stands, one
 * @param mistakes pieces that give a mistake away, or whose absence does
 */
record PlanRule(List<String> has, List<Sign> mistakes) {

  /** A piece of a text, and the text that explains it. */
  record Sign(String piece, boolean present, String say) {
    boolean in(String text) {
      return text.contains(piece) == present;
    }
  }

  static PlanRule of(Spec spec) {
    spec.only("has", "mistakes");
    return new PlanRule(
        spec.texts("has"), spec.list("mistakes").stream().map(PlanRule::sign).toList());
  }

  static Sign sign(Spec spec) {
    spec.only("has", "lacks", "say");
    boolean present = spec.has("has");
    return new Sign(spec.text(present ? "has" : "lacks"), present, spec.text("say"));
  }

  /** The first piece that is missing; null if none is. */
  String missing(String plan) {
    for (String piece : has) {
      if (Pattern.compile("\\|").splitAsStream(piece).noneMatch(plan::contains)) {
        return piece;
      }
    }
    return null;
  }
}
