package dev.tidemark.cli.sql;

import java.util.Arrays;

/**
 * Finds the statements that Flink's client executes in the script that they came from.
 *
 * <p>The client's line reader swallows tabs and doubles line ends that are CR LF, so only the other
 * characters are compared. Statements come in the order of the script; what the client handles
 * itself (QUIT, CLEAR, HELP) is passed over.
 */
final class StatementLocator {

  private final Script script;
  private int nextStart;
  private Located last;

  StatementLocator(Script script) {
    this(script, 0);
  }

  /** Starts to look at an offset. */
  StatementLocator(Script script, int from) {
    this.script = script;
    this.nextStart = from;
  }

  /**
   * Finds a statement.
   *
   * @param statement the text that the client executes: from the end of the one before it
   * @param continues whether it is the last one again, longer, because its end was not yet found
   * @return where it is; the end of the script when it cannot be found
   */
  Located locate(String statement, boolean continues) {
    int from = continues && last != null ? last.start() : nextStart;
    Located found = search(statement, from);
    nextStart = Math.max(nextStart, found.end());
    last = found;
    return found;
  }

  private Located search(String statement, int from) {
    String text = script.text();
    int lineStart = from;
    while (lineStart >= 0 && lineStart < text.length()) {
      int[] offsets = match(statement, lineStart);
      if (offsets != null) {
        return new Located(script, statement, offsets);
      }
      int lineEnd = text.indexOf('\n', lineStart);
      lineStart = lineEnd < 0 ? -1 : lineEnd + 1;
    }
    int[] nowhere = new int[statement.length()];
    Arrays.fill(nowhere, text.length());
    return new Located(script, statement, nowhere);
  }

  /** Offset in the script for each character of the statement, or null when it is not there. */
  private int[] match(String statement, int from) {
    String text = script.text();
    int[] offsets = new int[statement.length()];
    int at = skipBlank(from);
    for (int i = 0; i < statement.length(); i++) {
      char wanted = statement.charAt(i);
      if (isBlank(wanted)) {
        offsets[i] = Math.min(at, text.length());
        continue;
      }
      at = skipBlank(at);
      if (at >= text.length()) {
        // The client adds the last semicolon when a script lacks it.
        if (wanted == ';' && i == statement.length() - 1) {
          offsets[i] = text.length();
          continue;
        }
        return null;
      }
      if (text.charAt(at) != wanted) {
        return null;
      }
      offsets[i] = at++;
    }
    return offsets;
  }

  private int skipBlank(int from) {
    String text = script.text();
    int at = from;
    while (at < text.length() && isBlank(text.charAt(at))) {
      at++;
    }
    return at;
  }

  static boolean isBlank(char c) {
    return c <= ' ' || c == 0x7f;
  }

  /** The script. */
  Script script() {
    return script;
  }

  /** What comes after the last statement that was found. */
  String rest() {
    return script.text().substring(nextStart);
  }

  /** Offset of {@link #rest()} in the script. */
  int restStart() {
    return nextStart;
  }
}
