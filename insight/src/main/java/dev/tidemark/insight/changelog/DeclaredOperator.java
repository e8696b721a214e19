package dev.tidemark.insight.changelog;

import java.util.List;

/**
 * What the optimized plan says of one of its nodes.
 *
 * @param id the execution node's id, which its operators' descriptions begin with
 * @param description as EXPLAIN shows it in the optimized execution plan
 * @param inputs ids of the nodes that feed it
 * @param mode the changelog mode of what it emits; null for a sink
 * @param columns names of the columns of what it emits; for a sink, of what it takes
 * @param upsertKeys the sets of columns, by position, that the planner knows to identify a row of
 *     what it emits, the smallest first
 * @param rankNumber position of the rank number that a Top-N emits; -1 if there is none
 * @param sink what it writes to; null if it is no sink
 */
public record DeclaredOperator(
    int id,
    String description,
    List<Integer> inputs,
    DeclaredMode mode,
    List<String> columns,
    List<List<Integer>> upsertKeys,
    int rankNumber,
    DeclaredSink sink) {

  /** What kind of node it is: the first word of its description. */
  public String kind() {
    int end = description.indexOf('(');
    return end < 0 ? description : description.substring(0, end);
  }

  /** Names of columns by their positions. */
  public List<String> names(List<Integer> positions) {
    return positions.stream().map(columns::get).toList();
  }
}
