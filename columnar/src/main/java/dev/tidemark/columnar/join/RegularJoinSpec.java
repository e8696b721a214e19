package dev.tidemark.columnar.join;

import dev.tidemark.columnar.op.Stage;
import dev.tidemark.columnar.op.StageContext;
import org.apache.flink.table.types.logical.LogicalType;

/**
 * A join of all rows that ever come, over rows that are only inserted.
 *
 * @param keys what rows are joined by
 * @param types for each side, the types of its columns
 * @param uniqueKeys for each side, by which columns a row replaces another of the same join key; of
 *     no columns if there is one row for a join key, null if no row replaces another
 * @param outer for each side, whether its rows come out without a match, too
 * @param condition what else has to be true of two rows
 */
@SuppressWarnings("ArrayRecordComponent") // never compared
public record RegularJoinSpec(
    JoinKeys keys,
    LogicalType[][] types,
    int[][] uniqueKeys,
    boolean[] outer,
    FlinkCondition condition)
    implements JoinSpec {

  @Override
  public Join create(StageContext context, Stage next) throws Exception {
    return new RegularJoin(this, context, next);
  }

  @Override
  public boolean insertsOnly() {
    return !outer[0] && !outer[1];
  }
}
