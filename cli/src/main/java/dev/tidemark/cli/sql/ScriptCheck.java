package dev.tidemark.cli.sql;

import dev.tidemark.cli.errors.ErrorPrinter;
import dev.tidemark.cli.errors.Position;
import dev.tidemark.cli.errors.RootCause;
import org.apache.flink.sql.parser.impl.TokenMgrError;
import org.apache.flink.table.api.SqlDialect;
import org.apache.flink.table.api.SqlParserEOFException;
import org.apache.flink.table.client.cli.parser.Command;
import org.apache.flink.table.client.cli.parser.SqlClientParserState;
import org.apache.flink.table.client.cli.parser.SqlCommandParserImpl;
import org.apache.flink.table.client.cli.parser.SqlMultiLineParser;
import org.apache.flink.table.client.gateway.SqlExecutionException;

/** Says what is wrong with a script where Flink's client says nothing or too little. */
final class ScriptCheck {

  static final String OWN_LINE =
      "a statement ends where a semicolon ends a line: put the comment or statement behind it on a"
          + " line of its own.";

  private static final String END_IT =
      "end it with a semicolon, before any comment that follows it.";
  private static final String CLOSE_IT = "close it; it takes in all that follows.";

  private final Script script;
  private final ErrorPrinter errors;

  ScriptCheck(Script script, ErrorPrinter errors) {
    this.script = script;
    this.errors = errors;
  }

  /**
   * Looks at what Flink replaces, rejects or drops without a word.
   *
   * @return whether the script may run; false when an error was reported
   */
  boolean beforeRun() {
    if (script.startsWithByteOrderMark()) {
      errors.error(
          script.position(0, 1),
          "the script starts with a byte order mark (U+FEFF), which Flink's parser rejects",
          "save it as UTF-8 without BOM.");
      return false;
    }
    int badByte = script.firstBadByte();
    if (badByte >= 0) {
      Position position = script.position(badByte, 1);
      String advice = "save the script as UTF-8, for example with iconv.";
      if (!SqlText.isInComment(script.text(), badByte)) {
        errors.error(position, "not UTF-8: Flink would read this byte as U+FFFD", advice);
        return false;
      }
      errors.warning(position, "not UTF-8, in a comment", advice);
    }
    int tab = SqlText.tabBetweenWords(script.text());
    if (tab >= 0) {
      errors.warning(
          script.position(tab, 1),
          "Flink's client drops this tab, and the words beside it become one",
          "use blanks.");
    }
    return true;
  }

  /**
   * Reports the first statement behind an offset, if there is one: the client has gone through the
   * script and did not execute it.
   *
   * @return whether something was reported
   */
  boolean reportSkipped(int from) {
    String rest = script.text().substring(from);
    if (rest.isBlank()) {
      return false;
    }
    SqlCommandParserImpl parser = new SqlCommandParserImpl();
    StringBuilder chunk = new StringBuilder();
    int chunkStart = from;
    int lineStart = from;
    String asRead = SqlMultiLineParser.formatSqlFile(rest.stripTrailing()).stripTrailing();
    for (String line : asRead.split("\n", -1)) {
      chunk.append(chunk.isEmpty() ? "" : "\n").append(line);
      lineStart += line.length() + 1;
      if (!isComplete(chunk.toString())) {
        continue;
      }
      try {
        Command command = parser.parseStatement(chunk.toString()).orElse(null);
        if (command == Command.QUIT) {
          return false;
        }
        if (command == Command.OTHER) {
          return report(
              chunkStart,
              "this statement was not executed: Flink's parser expects more of it",
              "a statement set ends with END;");
        }
      } catch (SqlExecutionException e) {
        if (e.getCause() instanceof SqlParserEOFException) {
          continue;
        }
        return reportUnreadable(chunkStart, chunk.toString(), e);
      } catch (TokenMgrError e) {
        return reportUnreadable(chunkStart, chunk.toString(), e);
      }
      chunk.setLength(0);
      chunkStart = Math.min(lineStart, script.text().length());
    }
    return reportUnfinished(chunkStart, chunk.toString());
  }

  private static boolean isComplete(String chunk) {
    return chunk.trim().endsWith(";")
        && SqlClientParserState.computeCurrentStateAtTheEndOfLine(chunk, SqlDialect.DEFAULT)
            == SqlClientParserState.DEFAULT;
  }

  private boolean reportUnreadable(int start, String chunk, Throwable e) {
    RootCause cause = RootCause.of(e);
    Located located = new StatementLocator(script, start).locate(chunk, false);
    errors.error(located.position(cause), cause);
    return true;
  }

  /** The client reads to the end, waits for a semicolon that does not come, and says nothing. */
  private boolean reportUnfinished(int start, String chunk) {
    int first = SqlText.firstToken(chunk);
    if (first < 0) {
      return false;
    }
    SqlClientParserState state =
        SqlClientParserState.computeCurrentStateAtTheEndOfLine(chunk, SqlDialect.DEFAULT);
    String why =
        switch (state) {
          case QUOTED -> "a quote (') is not closed";
          case SQL_QUOTED_IDENTIFIER -> "a backquote (`) is not closed";
          case MULTILINE_COMMENTED, HINTED -> "a comment (/*) is not closed";
          default -> "no semicolon ends it";
        };
    String advice = state == SqlClientParserState.DEFAULT ? END_IT : CLOSE_IT;
    if (state == SqlClientParserState.ONE_LINE_COMMENTED || SqlText.hasInnerSemicolon(chunk)) {
      advice = SqlText.hasInnerSemicolon(chunk) ? OWN_LINE : END_IT;
    }
    return report(start + first, "this statement was not executed: " + why, advice);
  }

  private boolean report(int offset, String message, String advice) {
    errors.error(statementAt(offset), message, advice);
    return true;
  }

  private Position statementAt(int offset) {
    String text = script.text();
    int start = offset + Math.max(0, SqlText.firstToken(text.substring(offset)));
    int lineEnd = text.indexOf('\n', start);
    return script.position(start, (lineEnd < 0 ? text.length() : lineEnd) - start);
  }
}
