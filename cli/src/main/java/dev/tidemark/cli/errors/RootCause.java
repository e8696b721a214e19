package dev.tidemark.cli.errors;

import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

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
      text = RANGE.matcher(text).replaceFirst("");
      text = text.replaceFirst("^:\\s*", "");
    }
    String name = t.getClass().getSimpleName();
    // A name such as FileNotFoundException tells more than the path that is its only message.
    boolean bare = !text.contains(" ") || name.equals("NumberFormatException");
    return bare ? inWords(name) + ": " + text : text.strip();
  }

  private static String firstFrame(Throwable t) {
    return t.getStackTrace().length == 0 ? "" : " at " + t.getStackTrace()[0];
  }

  /** {@code FileNotFoundException} becomes "file not found". */
  static String inWords(String exceptionName) {
    String name = exceptionName.replaceFirst("(Exception|Error)$", "");
    String words = name.replaceAll("(?<=[a-z])(?=[A-Z])", " ").toLowerCase(java.util.Locale.ROOT);
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

  /** Whether some exception of the chain has this class, by its simple name. */
  public boolean involves(String simpleClassName) {
    return chain.stream().anyMatch(t -> t.getClass().getSimpleName().equals(simpleClassName));
  }
}
