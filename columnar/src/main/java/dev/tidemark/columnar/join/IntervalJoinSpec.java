package dev.tidemark.columnar.join;

import dev.tidemark.columnar.op.Stage;
import dev.tidemark.columnar.op.StageContext;
import org.apache.flink.table.types.logical.LogicalType;

/**
 * A join of rows whose times are within bounds of each other, over rows that are only inserted.
 *
 * @param keys what rows are joined by
 * @param types for each side, the types of its columns
 * @param times for each side, the column of its row time
 * @param reach for each side, by how many milliseconds a row of the other side may be later
 * @param cleanUpInterval milliseconds by which rows that are of no use any more may stay longer
 * @param outer for each side, whether its rows come out without a match, too
 * @param condition what else has to be true of two rows
 */
@SuppressWarnings("ArrayRecordComponent") // never compared
public record IntervalJoinSpec(
    JoinKeys keys,
    LogicalType[][] types,
    int[] times,
    long[] reach,
    long cleanUpInterval,
    boolean[] outer,
    FlinkCondition condition)
    implements JoinSpec {

  @Override
  public Join create(StageContext context, Stage next) throws Exception {
    return new IntervalJoin(this, context, next);
  }

  /** Rows that have no match come out when it is certain. */
  @Override
  public boolean insertsOnly() {
    return true;
  }
}
