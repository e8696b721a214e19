package dev.tidemark.labs.grade;

import dev.tidemark.labs.Texts;
import java.util.Optional;

/** Puts findings into words. */
record Explainer(Texts messages, Texts mistakes) implements TableRule.Summary {

  /** The file is not there, or there is something in its place that cannot be read. */
  Finding missing(String file, SavedFiles saved) {
    Optional<String> obstacle = saved.obstacle(file);
    if (obstacle.isPresent()) {
      return common(
          obstacle.get(),
          messages.get("file", "file", file),
          messages.get("found-" + obstacle.get()),
          null,
          "file",
          file);
    }
    return new Finding(
        "missing-file",
        messages.get("file", "file", file),
        messages.get("no-file"),
        null,
        messages.get("missing-file", "file", file));
  }

  Finding empty(String file) {
    return new Finding(
        "empty-file",
        messages.get("file", "file", file),
        messages.get("nothing-in-it"),
        null,
        messages.get("empty-file", "file", file));
  }

  /** A mistake that every lab knows; its text has the key of its name. */
  Finding common(
      String mistake, String expected, String found, String difference, Object... pairs) {
    return new Finding(mistake, expected, found, difference, messages.get(mistake, pairs));
  }

  /** A mistake that the lab explains. */
  Finding special(String mistake, String expected, String found, String difference) {
    return new Finding(mistake, expected, found, difference, mistakes.get(mistake));
  }

  String say(String key, Object... pairs) {
    return messages.get(key, pairs);
  }

  @Override
  public String rows(int count) {
    return messages.get(count == 1 ? "row" : "rows", "count", count);
  }

  @Override
  public String sum(String column, String value) {
    return messages.get("sum", "column", column, "sum", value);
  }
}
