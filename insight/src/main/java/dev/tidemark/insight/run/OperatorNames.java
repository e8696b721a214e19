package dev.tidemark.insight.run;

import dev.tidemark.runtime.plan.Plan;
import dev.tidemark.runtime.plan.PlanNode;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;

/** Names of operators as people read them. */
public final class OperatorNames {
  private static final int LONGEST = 100;

  private OperatorNames() {}

  /**
   * The operator in short: for SQL its kind with its window and keys, without plan identifiers; a
   * window of the DataStream API with its assigner, unless the program has given it a name.
   */
  public static String of(PlanNode node) {
    String text = node.description() == null ? node.name() : node.description();
    text = text.replaceFirst("^\\[\\d+]:", "");
    int open = text.indexOf('(');
    if (open < 0) {
      return cut(text);
    }
    String table = field(text, "table");
    if (text.startsWith("TableSourceScan") && table != null) {
      // [catalog, database, table], and what was pushed down into it.
      return cut(table.replaceFirst("^\\[[^,]*, [^,]*, ([^,\\]]*).*$", "$1"));
    }
    if (text.startsWith("Window(") && text.indexOf('[') < 0) {
      // Flink's own name: the assigner, the trigger, what reads the window.
      return cut("Window " + text.substring(open + 1).replaceFirst("(?<=\\)), .*|\\)$", ""));
    }
    String kind =
        text.substring(0, open)
            .replaceFirst("\\[.*", "")
            .replaceFirst("^(Local|Global)(?=Window)", "");
    StringBuilder name = new StringBuilder(kind);
    String window = field(text, "window");
    if (window != null) {
      name.append(' ')
          .append(window.replaceFirst("^(win_start|win_end|slice_end)=\\[[^\\]]*], ", "").strip());
    }
    for (String key : new String[] {"groupBy", "partitionBy", "key", "orderBy"}) {
      String value = field(text, key);
      if (value != null && !value.isEmpty()) {
        name.append(' ').append(key).append(' ').append(value);
      }
    }
    return cut(name.toString());
  }

  /**
   * The names of all operators of a plan, by their index. Those that would have the same name are
   * numbered in the plan's order: Window (1), Window (2); but not projections and conditions, of
   * which most plans have several.
   */
  public static List<String> of(Plan plan) {
    List<String> names = plan.nodes().stream().map(OperatorNames::of).toList();
    Map<String, Integer> numbers = new HashMap<>();
    List<String> told = new ArrayList<>();
    for (String name : names) {
      boolean alone = names.indexOf(name) == names.lastIndexOf(name);
      told.add(
          alone || name.equals("Calc")
              ? name
              : name + " (" + numbers.merge(name, 1, Integer::sum) + ")");
    }
    return told;
  }

  /** The value of {@code name=[value]} in a description; null if it is not there. */
  public static String field(String description, String name) {
    int at = description.indexOf(name + "=[");
    while (at > 0 && Character.isLetter(description.charAt(at - 1))) {
      at = description.indexOf(name + "=[", at + 1);
    }
    if (at < 0) {
      return null;
    }
    int from = at + name.length() + 2;
    int depth = 1;
    for (int i = from; i < description.length(); i++) {
      char c = description.charAt(i);
      depth += c == '[' ? 1 : c == ']' ? -1 : 0;
      if (depth == 0) {
        return description.substring(from, i);
      }
    }
    return null;
  }

  private static String cut(String text) {
    return text.length() <= LONGEST ? text : text.substring(0, LONGEST - 1) + "…";
  }
}
