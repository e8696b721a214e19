package dev.tidemark.cli.sql;

import java.util.ArrayList;
import java.util.List;

/** Where the tokens of SQL text are: what is neither blank, nor comment, nor inside quotes. */
final class SqlText {

  private SqlText() {}

  /** Offset of the first character that is neither blank nor in a comment, or -1. */
  static int firstToken(String sql) {
    int at = 0;
    while (at < sql.length()) {
      int next = skipComment(sql, at);
      if (next == at && sql.charAt(at) > ' ' && sql.charAt(at) != ';') {
        return at;
      }
      at = Math.max(next, at + (next == at ? 1 : 0));
    }
    return -1;
  }

  /** Whether a semicolon stands between two tokens: then the text is more than one statement. */
  static boolean hasInnerSemicolon(String sql) {
    int at = 0;
    while (at < sql.length()) {
      int next = skipComment(sql, at);
      if (next > at) {
        at = next;
        continue;
      }
      char c = sql.charAt(at);
      if (c == ';' && !sql.substring(at + 1).isBlank()) {
        return true;
      }
      at = c == '\'' || c == '`' ? skipQuoted(sql, at) : at + 1;
    }
    return false;
  }

  /**
   * Offset of the first tab with a letter or digit on both sides, outside comments, or -1. The
   * client's line reader takes a tab for a request to complete a word, and swallows it.
   */
  static int tabBetweenWords(String sql) {
    int at = 0;
    while (at < sql.length()) {
      int next = skipComment(sql, at);
      if (next > at) {
        at = next;
        continue;
      }
      if (sql.charAt(at) == '\t' && at > 0 && at + 1 < sql.length()) {
        boolean between =
            Character.isLetterOrDigit(sql.charAt(at - 1))
                && Character.isLetterOrDigit(sql.charAt(at + 1));
        if (between) {
          return at;
        }
      }
      at++;
    }
    return -1;
  }

  /** The same text with a line end behind each semicolon outside quotes and comments. */
  static String oneStatementALine(String sql) {
    StringBuilder lines = new StringBuilder(sql.length() + 16);
    int at = 0;
    while (at < sql.length()) {
      int next = skipComment(sql, at);
      if (next == at) {
        char c = sql.charAt(at);
        next = c == '\'' || c == '`' ? skipQuoted(sql, at) : at + 1;
      }
      lines.append(sql, at, next);
      if (next == at + 1 && sql.charAt(at) == ';') {
        lines.append('\n');
      }
      at = next;
    }
    return lines.toString();
  }

  /** The statements, each from its first token on, without the semicolon and what follows it. */
  static List<String> statements(String sql) {
    List<String> statements = new ArrayList<>();
    for (String each : oneStatementALine(sql).split(";\n", -1)) {
      int first = firstToken(each);
      if (first >= 0) {
        statements.add(each.substring(first));
      }
    }
    return statements;
  }

  /** Whether an offset is in a comment. */
  static boolean isInComment(String sql, int offset) {
    int at = 0;
    while (at <= offset && at < sql.length()) {
      int next = skipComment(sql, at);
      if (next > at) {
        if (offset < next) {
          return true;
        }
        at = next;
        continue;
      }
      char c = sql.charAt(at);
      at = c == '\'' || c == '`' ? skipQuoted(sql, at) : at + 1;
    }
    return false;
  }

  private static int skipComment(String sql, int at) {
    if (sql.startsWith("--", at)) {
      int end = sql.indexOf('\n', at);
      return end < 0 ? sql.length() : end + 1;
    }
    if (sql.startsWith("/*", at)) {
      int end = sql.indexOf("*/", at + 2);
      return end < 0 ? sql.length() : end + 2;
    }
    return at;
  }

  private static int skipQuoted(String sql, int at) {
    int end = sql.indexOf(sql.charAt(at), at + 1);
    return end < 0 ? sql.length() : end + 1;
  }
}
