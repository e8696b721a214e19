package dev.tidemark.cli.sql;

/**
 * Follows SQL text character by character through quotes and comments, as Flink's client does
 * (SqlClientParserState in the default dialect), but without beginning anew at every line.
 */
final class StatementScanner {

  private static final String[][] MARKS = {
    {"'", "'"}, {"`", "`"}, {"--", "\n"}, {"/*", "*/"},
  };

  private final String text;
  private int at;
  private String end;

  StatementScanner(String text) {
    this.text = text;
  }

  /**
   * Goes on to an offset.
   *
   * @return whether it is outside quotes and comments
   */
  boolean isOutside(int offset) {
    while (at < offset) {
      if (end == null) {
        begin();
      } else if (text.startsWith(end, at)) {
        // Flink's client takes the first character of an end for all of it: */* begins again.
        end = null;
      }
      at++;
    }
    return end == null;
  }

  private void begin() {
    for (String[] mark : MARKS) {
      if (text.startsWith(mark[0], at)) {
        at += mark[0].length() - 1;
        end = mark[1];
        return;
      }
    }
  }

  /** Whether quotes and comments are left behind at an offset: a new statement begins. */
  void restart(int offset) {
    at = offset;
    end = null;
  }
}
