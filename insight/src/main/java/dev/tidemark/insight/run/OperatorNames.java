package dev.tidemark.insight.run;

import dev.tidemark.runtime.plan.Plan;
import dev.tidemark.runtime.plan.PlanNode;
import java.util.List;

/** Names of operators as people read them. */
public final class OperatorNames {
  private static final int LONGEST = 100;

  private OperatorNames() {}

  /** The operator in short: for SQL its kind with its window and keys, without plan identifiers. */
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

  /** The names of all operators of a plan, by their index. */
  public static List<String> of(Plan plan) {
    return plan.nodes().stream().map(OperatorNames::of).toList();
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
