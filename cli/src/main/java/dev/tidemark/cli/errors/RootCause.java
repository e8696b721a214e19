package dev.tidemark.cli.errors;

import dev.tidemark.cli.jobs.NoClusterException;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Optional;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Collectors;

/**
 * The part of an exception that says what is wrong. Flink wraps it deep: in a job failure the
 * scheduler's, the fetcher's and the client's exceptions come first.
 *
 * @param message one clear message, without a stack trace
 * @param place where in the statement, as the parser says it
 * @param chain the exception and its causes, outermost first
 */
public record RootCause(String message, Optional<Place> place, List<Throwable> chain) {

  private static final Pattern RANGE =
      Pattern.compile("From line (\\d+), column (\\d+) to line (\\d+), column (\\d+)");
  private static final Pattern POINT =
      Pattern.compile("(?:[Aa]t|,) line:? (\\d+), column:? (\\d+)");
  private static final Pattern SUBJECT = Pattern.compile("^(?:Object|Column|Table) '([^']+)'");
  private static final Pattern LEXICAL =
      Pattern.compile("Lexical error at line \\d+, column \\d+\\.\\s+Encountered: ");
  private static final Pattern INPUT_STRING = Pattern.compile("For input string: \"(.*)\"");
  private static final Pattern DATA_SOURCE = Pattern.compile("\\s*at \\[Source: [^\\]]*\\]");
  private static final Pattern EXPECTING = Pattern.compile("(?s)\\.?\\s*Was expecting.*");

  /** A place in a statement: lines and columns from 1, the end included. */
  public record Place(int line, int column, int endLine, int endColumn) {}

  /** Analyses an exception. */
  public static RootCause of(Throwable thrown) {
    List<Throwable> chain = new ArrayList<>();
    for (Throwable t = thrown; t != null && !chain.contains(t); t = t.getCause()) {
      chain.add(t);
    }
    return new RootCause(message(chain), place(chain), chain);
  }

  private static String message(List<Throwable> chain) {
    for (int i = chain.size() - 1; i >= 0; i--) {
      Throwable t = chain.get(i);
      String message = t.getMessage();
      if (i > 0 && chain.get(i - 1) instanceof NoClusterException) {
        continue;
      }
      if (t instanceof OutOfMemoryError) {
        return "not enough memory: " + message;
      }
      if (message != null && !message.isBlank()) {
        return readable(t, message);
      }
      if (i == 0 || t instanceof NullPointerException) {
        return t.getClass().getName() + firstFrame(t);
      }
    }
    return "unknown error";
  }

  private static String readable(Throwable t, String message) {
    String text = message;
    if (isFromParser(t)) {
      text = EXPECTING.matcher(text).replaceFirst("");
      text = RANGE.matcher(text).replaceFirst("").replaceFirst("^:\\s*", "");
      text = LEXICAL.matcher(text).replaceFirst("unexpected character: ");
      text = text.replaceFirst(" at line \\d+, column \\d+", "");
    }
    text = DATA_SOURCE.matcher(text).replaceAll("").strip();
    Matcher number = INPUT_STRING.matcher(text);
    if (t instanceof NumberFormatException && number.find()) {
      return "'" + number.group(1) + "' is not a number";
    }
    // A name such as UnknownHostException tells more than the word that is its only message.
    return text.contains(" ") ? text : inWords(t.getClass().getSimpleName()) + ": " + text;
  }

  private static String firstFrame(Throwable t) {
    return t.getStackTrace().length == 0 ? "" : " at " + t.getStackTrace()[0];
  }

  /** {@code FileNotFoundException} becomes "file not found". */
  static String inWords(String exceptionName) {
    String name = exceptionName.replaceFirst("(Exception|Error)$", "");
    String words = name.replaceAll("(?<=[a-z])(?=[A-Z])", " ").toLowerCase(Locale.ROOT);
    return words.isEmpty() ? exceptionName : words;
  }

  private static Optional<Place> place(List<Throwable> chain) {
    for (Throwable t : chain) {
      String message = t.getMessage();
      if (message == null || !isFromParser(t)) {
        continue;
      }
      Matcher range = RANGE.matcher(message);
      if (range.find()) {
        return Optional.of(
            new Place(number(range, 1), number(range, 2), number(range, 3), number(range, 4)));
      }
      Matcher point = POINT.matcher(message);
      if (point.find()) {
        int line = number(point, 1);
        int column = number(point, 2);
        return Optional.of(new Place(line, column, line, column));
      }
    }
    return Optional.empty();
  }

  private static int number(Matcher matcher, int group) {
    return Integer.parseInt(matcher.group(group));
  }

  /** Whether line and column in the message mean the statement, not the data. */
  private static boolean isFromParser(Throwable t) {
    String name = t.getClass().getName();
    return name.startsWith("org.apache.calcite.")
        || name.startsWith("org.apache.flink.sql.parser.")
        || name.startsWith("org.apache.flink.table.api.")
        || name.endsWith(".SqlExecutionException");
  }

  /** The table, column or function that a validator's message is about. */
  public Optional<String> subject() {
    Matcher matcher = SUBJECT.matcher(message);
    return matcher.find() ? Optional.of(matcher.group(1)) : Optional.empty();
  }

  /**
   * The messages of all exceptions, for those who look for a detail that {@link #message} lacks.
   */
  public String fullMessage() {
    return chain.stream().map(Throwable::toString).collect(Collectors.joining("\n"));
  }

  /** Whether some exception of the chain has this class, by its simple name. */
  public boolean involves(String simpleClassName) {
    return chain.stream().anyMatch(t -> t.getClass().getSimpleName().equals(simpleClassName));
  }
}
