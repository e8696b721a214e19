package dev.tidemark.labs.grade;

import dev.tidemark.labs.Spec;
import java.util.ArrayList;
import java.util.List;

/** A JSON file of figures to fill in. */
record ReportRule(String file, List<Field> fields) {

  /**
   * A figure.
   *
   * @param number whether it is a whole number, else a word
   */
  record Field(String name, Figure figure, boolean number, List<Confusion> confusions) {}

  /** Another figure that is easily taken for it, and the text that explains it. */
  record Confusion(Figure figure, String say) {}

  static ReportRule of(Spec spec, Tables known) {
    spec.only("file", "fields");
    List<Field> fields = new ArrayList<>();
    spec.map("fields")
        .forEach(
            (name, field) -> {
              field.only("is", "text", "mistakes");
              List<Confusion> confusions = new ArrayList<>();
              for (Spec mistake : field.list("mistakes")) {
                mistake.only("like", "say");
                confusions.add(
                    new Confusion(Figure.of(mistake.get("like"), known), mistake.text("say")));
              }
              fields.add(
                  new Field(
                      name, Figure.of(field.get("is"), known), !field.flag("text"), confusions));
            });
    return new ReportRule(spec.text("file"), fields);
  }
}
