package dev.tidemark.cli.sql;

import java.util.HashMap;
import java.util.Map;
import java.util.function.Consumer;
import java.util.function.UnaryOperator;
import java.util.regex.Pattern;
import org.apache.flink.sql.parser.impl.TokenMgrError;
import org.apache.flink.table.api.SqlParserEOFException;
import org.apache.flink.table.client.cli.parser.Command;
import org.apache.flink.table.client.cli.parser.SqlCommandParserImpl;
import org.apache.flink.table.client.cli.parser.SqlMultiLineParser;
import org.apache.flink.table.client.config.SqlClientOptions;
import org.apache.flink.table.client.gateway.SqlExecutionException;

/**
 * Spares Flink's client the reading of long statements. It reads a script key by key, looks at the
 * whole statement again at every line end and displays it again at every closing bracket: an INSERT
 * of ten thousand rows takes it minutes. So it gets a short stand-in to read; what it would have
 * displayed is printed here, and the executor puts the statement back in its place.
 */
final class LongStatements implements UnaryOperator<String> {

  /** Statements from this length on, in characters, are replaced. */
  static final int LONG = 4096;

  private static final String SECOND_PROMPT = "\n> ";
  private static final String TAB = "\t";
  private static final char BELL = 7;
  private static final Pattern MARK_WITH_TAB = Pattern.compile("[-/*]\t+[-/*]");

  private final Map<String, String> statements = new HashMap<>();
  private final StringBuilder forClient = new StringBuilder();
  private final Consumer<String> display;

  private LongStatements(Consumer<String> display) {
    this.display = display;
  }

  /**
   * Looks for long statements.
   *
   * @param script what the client is to read
   * @param length from which length on a statement is long, in characters
   * @param display prints what the client would have displayed of a long statement
   */
  static LongStatements in(String script, int length, Consumer<String> display) {
    LongStatements found = new LongStatements(display);
    // A terminal takes CR LF for one line end.
    String lines = script.replace("\r\n", "\n");
    if (script.length() < length || isSpecial(lines)) {
      found.forClient.append(script);
    } else {
      found.read(SqlMultiLineParser.formatSqlFile(lines), length);
    }
    return found;
  }

  /**
   * Keys that edit, and numbered lines: what the client makes of them is for itself to say. So is
   * what a tab in the middle of a comment's mark does.
   */
  private static boolean isSpecial(String script) {
    return script.contains(SqlClientOptions.DISPLAY_SHOW_LINE_NUMBERS.key())
        || script.chars().anyMatch(c -> Character.isISOControl(c) && c != '\n' && c != '\t')
        || MARK_WITH_TAB.matcher(script).find();
  }

  private void read(String text, int length) {
    StatementScanner scanner = new StatementScanner(text);
    int start = 0;
    int lineStart = 0;
    boolean semicolon = false;
    for (int lineEnd; (lineEnd = text.indexOf('\n', lineStart)) >= 0; lineStart = lineEnd + 1) {
      String line = text.substring(lineStart, lineEnd).trim();
      semicolon = line.isEmpty() ? semicolon : line.endsWith(";");
      if (!scanner.isOutside(lineEnd) || !semicolon) {
        continue;
      }
      String statement = text.substring(start, lineEnd);
      Command command = commandOf(statement);
      if (command == null) {
        continue;
      }
      boolean replace = command == Command.OTHER && statement.length() >= length;
      forClient.append(replace ? standIn(statement, text) : statement).append('\n');
      start = lineEnd + 1;
      scanner.restart(start);
      semicolon = false;
      if (command == Command.QUIT) {
        break;
      }
    }
    forClient.append(text, start, text.length());
  }

  /** The kind of a statement, or null when the client would read on. */
  private static Command commandOf(String statement) {
    try {
      return new SqlCommandParserImpl().parseStatement(statement).orElse(null);
    } catch (SqlExecutionException e) {
      // Not a statement as a whole: the client reports that.
      return e.getCause() instanceof SqlParserEOFException ? null : Command.HELP;
    } catch (TokenMgrError e) {
      return Command.HELP;
    }
  }

  private String standIn(String statement, String text) {
    int number = statements.size();
    String name = "long_statement_" + number + ";";
    while (text.contains(name)) {
      name = "_" + name;
    }
    statements.put(name, statement);
    return name;
  }

  /** The script for Flink's client. */
  String forClient() {
    return forClient.toString();
  }

  /** The statement that is meant by what the client has read; displays it when it is long. */
  @Override
  public String apply(String read) {
    String statement = statements.get(read);
    if (statement == null) {
      return read;
    }
    display.accept(displayed(statement));
    return statement.replace(TAB, "");
  }

  /**
   * The client shows a statement as far as its last closing bracket. A tab is a request to complete
   * a word, which it can not: the bell rings, before the text up to the next bracket is shown.
   */
  private static String displayed(String statement) {
    StringBuilder shown = new StringBuilder(statement.length() + 16);
    StringBuilder pending = new StringBuilder();
    for (int i = 0; i < statement.length(); i++) {
      char c = statement.charAt(i);
      switch (c) {
        case '\t' -> shown.append(BELL);
        case '\n' -> pending.append(SECOND_PROMPT);
        default -> pending.append(c);
      }
      if (c == ')' || c == ']' || c == '}') {
        shown.append(pending);
        pending.setLength(0);
      }
    }
    return shown.toString();
  }
}
