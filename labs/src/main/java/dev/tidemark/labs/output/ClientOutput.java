package dev.tidemark.labs.output;

import java.util.List;
import java.util.Optional;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/**
 * The saved output of a script: Flink's SQL client from 1.20 on and Tidemark draw the same tables.
 * Colours, prompts, echoed statements, history lines and warnings around them do not matter.
 *
 * @param text without colours, carriage returns and a byte order mark
 * @param tables from first to last, without those that tell a plan
 */
public record ClientOutput(String text, List<ResultTable> tables) {

  private static final Pattern CONTROL =
      Pattern.compile("\u001b(\\[[0-9;?]*[ -/]*[@-~]|\\][^\u0007]*\u0007|[=>()][A-Z0-9]?)|\r");
  private static final Pattern ERROR =
      Pattern.compile("\\[ERROR\\][^\\n]*(?:\\n(?!Flink SQL>)[^\\n]+){0,3}");

  /** The last section of a plan, the lower border and what the client says below it. */
  private static final Pattern WHOLE =
      Pattern.compile("(?ms)^== Optimized Execution Plan ==$.+^\\+-+\\+$\\s+^1 row in set$");

  private static final Pattern SECTION = Pattern.compile("(?m)^== .* ==$");

  /** Reads an output. */
  public static ClientOutput of(String raw) {
    // Windows' shells begin a file with a byte order mark.
    String text = CONTROL.matcher(raw.replaceFirst("^\uFEFF", "")).replaceAll("");
    return new ClientOutput(text, new TableReader().read(text));
  }

  /** Whether nothing was printed. */
  public boolean isEmpty() {
    return text.isBlank();
  }

  /** What the client says of the first statement that failed, in one line. */
  public Optional<String> error() {
    Matcher matcher = ERROR.matcher(text);
    if (!matcher.find()) {
      return Optional.empty();
    }
    return Optional.of(matcher.group().replaceAll("\\s+", " ").strip());
  }

  /** The plans that EXPLAIN has printed, each from its first heading on. */
  public List<String> plans() {
    return List.of(text.split("== Abstract Syntax Tree ==", -1)).stream()
        .skip(1)
        .filter(plan -> SECTION.matcher(plan).find())
        .map(plan -> plan.split("(?m)^Flink SQL>", 2)[0])
        .toList();
  }

  /** Whether a plan was printed to its end: saved as it is, and not cut off. */
  public static boolean isWhole(String plan) {
    return WHOLE.matcher(plan).find();
  }
}
