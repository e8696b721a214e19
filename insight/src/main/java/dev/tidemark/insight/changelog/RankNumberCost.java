package dev.tidemark.insight.changelog;

import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import org.apache.flink.types.RowKind;

/**
 * How long the log of a Top-N would be without the rank number. A row that moves up rewrites all
 * those that it passes, only because their rank number changes. Without it, what an input row
 * causes is the difference between the rows before and after (TopN functions of Flink,
 * AbstractTopNFunction#outputRankNumber).
 */
final class RankNumberCost {
  private final int rankNumber;
  private final Map<List<Object>, Integer> differences = new HashMap<>();
  private long rows;

  RankNumberCost(int rankNumber) {
    this.rankNumber = rankNumber;
  }

  void emits(RowKind kind, List<Object> row) {
    List<Object> rest = new ArrayList<>(row);
    rest.remove(rankNumber);
    boolean removes = kind == RowKind.UPDATE_BEFORE || kind == RowKind.DELETE;
    differences.merge(rest, removes ? -1 : 1, Integer::sum);
  }

  /** The input row has been handled. */
  void settle() {
    for (int difference : differences.values()) {
      rows += Math.abs(difference);
    }
    differences.clear();
  }

  long rows() {
    settle();
    return rows;
  }
}
