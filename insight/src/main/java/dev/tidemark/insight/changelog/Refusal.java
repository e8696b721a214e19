package dev.tidemark.insight.changelog;

import java.util.Optional;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/**
 * Flink's planner has refused a query because something that takes only some kinds of changes would
 * get others (FlinkChangelogModeInferenceProgram).
 *
 * @param consumer what does not take the changes: a table, or a node of the plan
 * @param changes the kinds that it does not take, in Flink's words, as {@code update and delete}
 * @param producer the node that the planner names: the one right below, which may only pass them on
 * @param origin the node that first emits such changes; the same as the producer where that is not
 *     known
 */
public record Refusal(String consumer, String changes, String producer, String origin) {
  private static final Pattern MESSAGE =
      Pattern.compile(
          "(?s)(.*) doesn't support consuming (.*) changes which is produced by node (.*)");

  /** Reads the planner's message; empty if it is about something else. */
  public static Optional<Refusal> of(String message) {
    Matcher matcher = MESSAGE.matcher(message);
    return matcher.matches()
        ? Optional.of(
            new Refusal(
                matcher.group(1).replaceFirst("^StreamPhysical", ""),
                matcher.group(2),
                matcher.group(3),
                matcher.group(3)))
        : Optional.empty();
  }

  /** The same with the node that first emits such changes. */
  public Refusal with(String first) {
    return new Refusal(consumer, changes, producer, first);
  }

  /** What to do about it. */
  public String advice() {
    return atOrigin() + " " + atConsumer();
  }

  private String atOrigin() {
    String kind = kind();
    if (kind.equals("Deduplicate")
        || (kind.equals("Rank") && origin.contains("orderBy=[ROWTIME"))) {
      return "Keeping the last row updates the row before; keeping the first row, ORDER BY a row"
          + " time ASC, only adds.";
    }
    if (kind.contains("Aggregate")) {
      return "A GROUP BY updates its groups as rows come; grouped by a window as well (TUMBLE, HOP,"
          + " CUMULATE, SESSION), each group is emitted once, when its window closes.";
    }
    return switch (kind) {
      case "Rank" ->
          "A Top-N updates its places as rows come; partitioned by window_start and window_end as"
              + " well, it is emitted once, when the window closes.";
      case "Join" ->
          "An outer join takes back the row with NULLs when the other side comes, and a join of"
              + " tables that change changes too; an interval join, a window join or a temporal"
              + " join of rows that are only added only adds.";
      case "SortLimit" ->
          "ORDER BY with LIMIT updates its places as rows come; a Top-N by window, or batch mode,"
              + " emits each once.";
      case "TableSourceScan", "ChangelogNormalize", "DropUpdateBefore" ->
          "The table itself brings updates.";
      default -> kind + " updates rows that it has emitted.";
    };
  }

  private String atConsumer() {
    if (isTable()) {
      return "Or write into a table that takes updates, such as an upsert connector with a PRIMARY"
          + " KEY.";
    }
    return "Or put " + consumer + " before it, where rows are only added.";
  }

  /** Whether the changes were meant for a table, else for a node of the plan. */
  public boolean isTable() {
    return consumer.startsWith("Table sink");
  }

  private String kind() {
    int end = origin.indexOf('(');
    return end < 0 ? origin : origin.substring(0, end);
  }

  /** The same as {@link #text} but for who takes no such changes, on one line. */
  public String onOneLine() {
    return "takes no "
        + changes.replace(" and ", " or ")
        + " changes; the node that first emits some: "
        + origin
        + ". "
        + advice();
  }

  /** The refusal as people read it: who, what, since where, and what to do. */
  public String text() {
    return consumer
        + " takes no "
        + changes.replace(" and ", " or ")
        + " changes. The node that first emits some:\n  "
        + origin
        + "\n"
        + ChangelogText.wrapped(advice());
  }
}
