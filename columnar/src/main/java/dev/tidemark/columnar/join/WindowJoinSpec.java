package dev.tidemark.columnar.join;

import dev.tidemark.columnar.op.Stage;
import dev.tidemark.columnar.op.StageContext;
import java.time.ZoneId;
import org.apache.flink.table.types.logical.LogicalType;

/**
 * A join of rows that are in the same window, over rows that are only inserted.
 *
 * @param keys what rows are joined by
 * @param types for each side, the types of its columns
 * @param ends for each side, the column of the end of a row's window
 * @param zone where the day begins, for instants; UTC for local times
 * @param outer for each side, whether its rows come out without a match, too
 * @param condition what else has to be true of two rows
 */
@SuppressWarnings("ArrayRecordComponent") // never compared
public record WindowJoinSpec(
    JoinKeys keys,
    LogicalType[][] types,
    int[] ends,
    ZoneId zone,
    boolean[] outer,
    FlinkCondition condition)
    implements JoinSpec {

  @Override
  public Join create(StageContext context, Stage next) throws Exception {
    return new WindowJoin(this, context, next);
  }

  @Override
  public boolean insertsOnly() {
    return true;
  }
}
