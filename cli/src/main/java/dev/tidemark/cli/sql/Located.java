package dev.tidemark.cli.sql;

import dev.tidemark.cli.errors.Position;
import dev.tidemark.cli.errors.RootCause;

/** A statement in its script. */
final class Located {

  private final Script script;
  private final String statement;
  private final int[] offsets;

  /**
   * Places a statement.
   *
   * @param script where it is from
   * @param statement its text as the client executes it
   * @param offsets for each of its characters the offset in the script
   */
  Located(Script script, String statement, int[] offsets) {
    this.script = script;
    this.statement = statement;
    this.offsets = offsets;
  }

  /** The script that it is from. */
  Script script() {
    return script;
  }

  /** Its text, as the client executes it. */
  String statement() {
    return statement;
  }

  /** Offset of its first character that is not blank. */
  int start() {
    int first = 0;
    while (first < statement.length() && StatementLocator.isBlank(statement.charAt(first))) {
      first++;
    }
    return first < offsets.length ? offsets[first] : script.text().length();
  }

  /** Offset behind its last character. */
  int end() {
    return offsets.length == 0
        ? start()
        : Math.min(script.text().length(), offsets[offsets.length - 1] + 1);
  }

  /** Position of the statement's first word, which stands for all of it. */
  Position position() {
    String text = script.text();
    int start = start();
    int end = start;
    while (end < text.length() && text.charAt(end) != '\n' && end < end()) {
      end++;
    }
    return script.position(start, end - start);
  }

  /** Position of what the parser names, or of the whole statement when it names nothing in it. */
  Position position(RootCause cause) {
    if (cause.place().isEmpty()) {
      return position();
    }
    RootCause.Place place = cause.place().get();
    int from = offset(place.line(), place.column());
    int to = Math.max(from, offset(place.endLine(), place.endColumn()));
    String there =
        script
            .text()
            .substring(
                Math.min(from, script.text().length()), Math.min(to + 1, script.text().length()));
    // A place in the text of a view is no place in the statement that uses the view.
    boolean elsewhere = cause.subject().isPresent() && !there.contains(cause.subject().get());
    return elsewhere ? position() : script.position(from, to - from + 1);
  }

  private int offset(int line, int column) {
    int lineStart = 0;
    for (int i = 1; i < line; i++) {
      int lineEnd = statement.indexOf('\n', lineStart);
      if (lineEnd < 0) {
        break;
      }
      lineStart = lineEnd + 1;
    }
    int at = lineStart + column - 1;
    return at < offsets.length ? offsets[at] : end();
  }
}
