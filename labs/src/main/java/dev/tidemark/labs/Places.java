package dev.tidemark.labs;

import java.util.Map;
import java.util.regex.MatchResult;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/** Puts paths where a lab's texts have {@code {{name}}}. */
public final class Places {

  /** What stands in double quotes in a line is a word of a shell's. */
  private static final Pattern QUOTED = Pattern.compile("\"[^\"\\n]*\\{\\{\\w+}}[^\"\\n]*\"");

  private static final Pattern SPECIAL = Pattern.compile("[\\\\\"$`]");
  private static final Pattern NAME = Pattern.compile("\\{\\{(\\w+)}}");

  private Places() {}

  /**
   * Puts the places in. Within double quotes, the characters that a shell would take for its own
   * there are escaped.
   */
  public static String put(String text, Map<String, String> places) {
    String quoted =
        QUOTED
            .matcher(text)
            .replaceAll(found -> Matcher.quoteReplacement(replace(found.group(), places, true)));
    return replace(quoted, places, false);
  }

  private static String replace(String text, Map<String, String> places, boolean shell) {
    return NAME.matcher(text)
        .replaceAll(found -> Matcher.quoteReplacement(value(found, places, shell)));
  }

  private static String value(MatchResult found, Map<String, String> places, boolean shell) {
    String value = places.get(found.group(1));
    if (value == null) {
      return found.group();
    }
    return shell ? SPECIAL.matcher(value).replaceAll("\\\\$0") : value;
  }
}
