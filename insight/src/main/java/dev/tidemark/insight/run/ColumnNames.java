package dev.tidemark.insight.run;

import dev.tidemark.runtime.plan.PlanEdge;
import dev.tidemark.runtime.plan.PlanNode;
import java.util.ArrayList;
import java.util.List;
import java.util.Set;

/**
 * The names of the columns that SQL operators emit. A plan that runs has the columns' types but not
 * their names, so they are read off the descriptions of the operators; those that emit rows as they
 * got them are looked through.
 */
final class ColumnNames {
  /** Operators that emit their input's columns and do not repeat them in their description. */
  private static final Set<String> PASS_ON =
      Set.of(
          "Deduplicate",
          "WatermarkAssigner",
          "MiniBatchAssigner",
          "DropUpdateBefore",
          "ChangelogNormalize",
          "TemporalSort",
          "Limit");

  private ColumnNames() {}

  /**
   * The columns of what comes to an input.
   *
   * @param nodes the plan's
   * @return their names in order; empty if they cannot be told
   */
  static List<String> ofInput(List<PlanNode> nodes, PlanNode node, int input) {
    List<String> names = List.of();
    for (PlanEdge edge : node.inputs().get(input).edges()) {
      PlanNode from =
          nodes.stream().filter(each -> each.id() == edge.sourceId()).findFirst().orElseThrow();
      // The inputs of a UNION ALL may be called differently: the first counts, as in SQL.
      names = names.isEmpty() ? of(nodes, from) : names;
    }
    return names;
  }

  private static List<String> of(List<PlanNode> nodes, PlanNode node) {
    if (node.description() == null) {
      return List.of();
    }
    String text = node.description().replaceFirst("^\\[\\d+]:", "");
    String select = OperatorNames.field(text, "select");
    if (select != null) {
      return split(select).stream().map(ColumnNames::name).toList();
    }
    if (node.isSource()) {
      String fields = OperatorNames.field(text, "fields");
      return fields == null ? List.of() : split(fields);
    }
    String kind = text.replaceFirst("\\(.*", "");
    return PASS_ON.contains(kind) ? ofInput(nodes, node, 0) : List.of();
  }

  /** Of {@code expression AS name} the name, and of a column's name that. */
  private static String name(String selected) {
    int as = selected.lastIndexOf(" AS ");
    return as < 0 ? selected : selected.substring(as + " AS ".length());
  }

  /** At the commas that are in no brackets and no quotes. */
  static List<String> split(String list) {
    List<String> parts = new ArrayList<>();
    int depth = 0;
    boolean quoted = false;
    int from = 0;
    for (int i = 0; i < list.length(); i++) {
      char c = list.charAt(i);
      quoted ^= c == '\'';
      if (quoted) {
        continue;
      }
      depth += "([{".indexOf(c) >= 0 ? 1 : ")]}".indexOf(c) >= 0 ? -1 : 0;
      if (c == ',' && depth == 0) {
        parts.add(list.substring(from, i).strip());
        from = i + 1;
      }
    }
    parts.add(list.substring(from).strip());
    return parts;
  }
}
