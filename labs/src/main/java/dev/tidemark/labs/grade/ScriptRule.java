package dev.tidemark.labs.grade;

import dev.tidemark.labs.Spec;
import java.util.List;
import java.util.regex.Pattern;
import java.util.regex.PatternSyntaxException;

/**
 * What a step's script must say, or must not: where two scripts print the same, only the script
 * tells them apart.
 */
record ScriptRule(String file, List<Phrase> phrases) {

  /**
   * A regular expression, matched regardless of case with white space made one blank.
   *
   * @param wanted whether it must be there, or must not
   * @param words what is expected, for messages
   */
  record Phrase(Pattern pattern, boolean wanted, String words, String say) {}

  private static final Pattern COMMENT = Pattern.compile("--[^\\n]*|(?s)/\\*.*?\\*/");

  static ScriptRule of(Spec spec) {
    spec.only("file", "phrases");
    return new ScriptRule(
        spec.text("file"), spec.list("phrases").stream().map(ScriptRule::phrase).toList());
  }

  private static Phrase phrase(Spec spec) {
    spec.only("has", "lacks", "words", "say");
    boolean wanted = spec.has("has");
    Spec regex = spec.get(wanted ? "has" : "lacks");
    return new Phrase(pattern(regex), wanted, spec.text("words"), spec.text("say"));
  }

  private static Pattern pattern(Spec regex) {
    try {
      return Pattern.compile(regex.text(), Pattern.CASE_INSENSITIVE);
    } catch (PatternSyntaxException e) {
      throw regex.wrong("not a regular expression: " + e.getDescription());
    }
  }

  /** A script's text without comments, with single blanks. */
  static String plain(String script) {
    return COMMENT.matcher(script).replaceAll(" ").replaceAll("\\s+", " ");
  }
}
