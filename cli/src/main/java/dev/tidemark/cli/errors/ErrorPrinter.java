package dev.tidemark.cli.errors;

import java.io.PrintStream;
import java.util.List;
import java.util.Locale;
import java.util.Optional;

/** Writes messages as compilers do: position, message, the line with a caret, advice. */
public final class ErrorPrinter {

  private static final String BOLD_RED = "\u001b[1;31m";
  private static final String BOLD_YELLOW = "\u001b[1;33m";

  /** What is shown of a line at most, in characters. */
  private static final int WIDEST = 120;

  private static final String CUT = "…";
  private static final String RESET = "\u001b[0m";

  private final PrintStream err;
  private final boolean colour;
  private final boolean verbose;

  /**
   * Creates a printer.
   *
   * @param err where to write
   * @param colour whether it may use colours
   * @param verbose whether stack traces are wanted
   */
  public ErrorPrinter(PrintStream err, boolean colour, boolean verbose) {
    this.err = err;
    this.colour = colour;
    this.verbose = verbose;
  }

  /** Reports a failure at a position, with its trace when wanted. */
  public void error(Position position, RootCause cause) {
    error(position, cause, cause.message(), Optional.empty());
  }

  /**
   * The same with a message that says it better than the exception.
   *
   * @param advice what to do about it, if the one who calls knows
   */
  public void error(Position position, RootCause cause, String message, Optional<String> advice) {
    print("error", BOLD_RED, position, message, advice.or(() -> Advice.on(cause, message)));
    if (verbose) {
      cause.chain().get(0).printStackTrace(err);
    }
  }

  /** Reports a failure that has no exception. */
  public void error(Position position, String message, String advice) {
    print("error", BOLD_RED, position, message, Optional.ofNullable(advice));
  }

  /** Reports something that does not make the run a failure. */
  public void warning(Position position, String message, String advice) {
    print("warning", BOLD_YELLOW, position, message, Optional.ofNullable(advice));
  }

  /** Gives advice on a failure that is already on the screen. */
  public void advise(RootCause cause) {
    Advice.on(cause, cause.message()).ifPresent(text -> err.println("  advice: " + text));
  }

  /** Adds to the last message where in the data it happened. */
  public void inData(Position data) {
    err.println("  in the data: " + data);
    excerpt(data);
  }

  private void print(
      String kind, String style, Position position, String message, Optional<String> advice) {
    String label = colour ? style + kind + ":" + RESET : kind + ":";
    String where = position == null ? "tidemark: " : position + ": ";
    List<String> lines = message.lines().filter(line -> !line.isBlank()).toList();
    err.println(where + label + " " + (lines.isEmpty() ? "" : lines.get(0)));
    lines.stream().skip(1).forEach(line -> err.println("  " + line));
    if (position != null) {
      excerpt(position);
    }
    advice.ifPresent(text -> err.println("  advice: " + text));
  }

  private void excerpt(Position position) {
    String number = String.format(Locale.ROOT, "%5d", position.line());
    String line = position.lineText();
    int from = Math.min(position.column() - 1, line.length());
    int length = Math.max(1, Math.min(position.length(), line.length() - from));
    if (line.length() > WIDEST) {
      // Of a very long line, what is around the caret.
      int first = Math.max(0, Math.min(from - WIDEST / 3, line.length() - WIDEST));
      int last = Math.min(line.length(), first + WIDEST);
      String before = first > 0 ? CUT : "";
      line = before + line.substring(first, last) + (last < line.length() ? CUT : "");
      length = Math.min(length, last - from);
      from += before.length() - first;
    }
    // Tabs stay tabs, so that the caret stands below what it means.
    String margin = line.substring(0, from).replaceAll("[^\\t]", " ");
    err.println(number + " | " + line);
    err.println("      | " + margin + "^" + "~".repeat(Math.max(0, length - 1)));
  }
}
