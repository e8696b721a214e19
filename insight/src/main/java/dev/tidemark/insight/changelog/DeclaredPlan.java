package dev.tidemark.insight.changelog;

import dev.tidemark.runtime.plan.PlanNode;
import java.time.ZoneId;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/**
 * What the planner has said about a statement: the optimized plan's nodes with their changelog
 * modes. An operator belongs to the node whose id its description begins with, as {@code
 * [5]:Calc(...)}; where such ids are switched off ({@code
 * table.exec.simplify-operator-name-enabled}), to the only node with the same description. An
 * operator that a connector adds by itself belongs to none.
 *
 * @param operators the nodes, inputs before those that they feed
 * @param zone the session's time zone, in which TIMESTAMP_LTZ is shown
 */
public record DeclaredPlan(List<DeclaredOperator> operators, ZoneId zone) {
  private static final Pattern ID = Pattern.compile("^\\[(\\d+)]:");

  /** Nothing is known: a job that does not come from SQL. */
  public static DeclaredPlan unknown() {
    return new DeclaredPlan(List.of(), ZoneId.of("UTC"));
  }

  /** The node with this id. */
  public Optional<DeclaredOperator> operator(int id) {
    return operators.stream().filter(each -> each.id() == id).findFirst();
  }

  /** The node that an operator was made for; empty if that cannot be told. */
  public Optional<DeclaredOperator> of(PlanNode node) {
    String description = node.description() == null ? node.name() : node.description();
    Matcher id = ID.matcher(description);
    if (id.find()) {
      return operator(Integer.parseInt(id.group(1)));
    }
    List<DeclaredOperator> same =
        operators.stream().filter(each -> each.description().equals(description)).toList();
    return same.size() == 1 ? Optional.of(same.get(0)) : Optional.empty();
  }

  /**
   * The sink that an operator's rows go to.
   *
   * @param from the node whose rows are meant; a sink's own operators count as the sink
   * @param running ids of the nodes that have operators; exchanges and unions have none
   * @return empty if there are several, or none
   */
  Optional<DeclaredOperator> sinkFedBy(DeclaredOperator from, Set<Integer> running) {
    if (from.sink() != null) {
      return Optional.of(from);
    }
    List<DeclaredOperator> sinks =
        operators.stream()
            .filter(each -> each.sink() != null && feeds(from.id(), each, running))
            .toList();
    return sinks.size() == 1 ? Optional.of(sinks.get(0)) : Optional.empty();
  }

  private boolean feeds(int from, DeclaredOperator to, Set<Integer> running) {
    for (int input : to.inputs()) {
      if (input == from
          || (!running.contains(input)
              && operator(input).filter(each -> feeds(from, each, running)).isPresent())) {
        return true;
      }
    }
    return false;
  }
}
