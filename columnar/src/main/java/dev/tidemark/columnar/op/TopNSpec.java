package dev.tidemark.columnar.op;

import dev.tidemark.columnar.data.Batch;
import dev.tidemark.columnar.state.GroupTable;
import dev.tidemark.columnar.state.KeyColumns;
import dev.tidemark.columnar.state.MemoryBudget;
import dev.tidemark.columnar.state.RowOrder;
import java.util.Arrays;
import org.apache.flink.table.types.logical.BigIntType;
import org.apache.flink.table.types.logical.LogicalType;
import org.apache.flink.types.RowKind;

/**
 * The first rows of each partition by ROW_NUMBER.
 *
 * @param partition the columns that rows are partitioned by
 * @param order what they are sorted by
 * @param types the types of all columns
 * @param start the first rank that goes out, from 1 on
 * @param end the last one
 * @param strategy which of Flink's functions this is
 * @param found the columns by which rows are found that change: all of them, or a unique key
 * @param foundByKey whether these are the key of a GROUP BY that comes right before
 * @param number whether the rank is a column of the result, the last one
 * @param updateBefore whether the old row goes out before the new one
 */
@SuppressWarnings("ArrayRecordComponent") // never compared
public record TopNSpec(
    int[] partition,
    RowOrder.Field[] order,
    LogicalType[] types,
    long start,
    long end,
    Strategy strategy,
    int[] found,
    boolean foundByKey,
    boolean number,
    boolean updateBefore)
    implements StageSpec {

  /** Flink's functions: they differ in what they keep and in what goes out. */
  public enum Strategy {
    /** AppendOnlyTopNFunction: rows are only inserted, and those beyond the end are forgotten. */
    APPEND,
    /** FastTop1Function: one row a partition, and only better ones come to replace it. */
    FIRST,
    /** UpdatableTopNFunction: rows are replaced by better ones of the same key. */
    UPDATE,
    /** RetractableTopNFunction: any change; keeps all rows. */
    RETRACT
  }

  @Override
  public Stage create(StageContext context, Stage next) {
    return new TopN(this, context, next);
  }

  @Override
  public boolean changesRows() {
    return true;
  }

  private LogicalType[] outputTypes() {
    if (!number) {
      return types;
    }
    LogicalType[] all = Arrays.copyOf(types, types.length + 1);
    all[types.length] = new BigIntType(false);
    return all;
  }

  private static final class TopN implements Stage {
    /** Rows that are fetched together: what is read for them must fit into the cache. */
    private static final int FETCHED = 128;

    private final Stage next;
    private final MemoryBudget memory;
    private final GroupTable partitions;
    private final Changes changes;
    private final Ranking ranking;
    private final int[] found;

    /** Whether an old row and the new one in its place come together, of one key and partition. */
    private final boolean exchanges;

    private final long[] hashes;
    private final long[] rowHashes;

    TopN(TopNSpec spec, StageContext context, Stage next) {
      this.next = next;
      this.memory = context.memory();
      LogicalType[] keyTypes = new LogicalType[spec.partition.length];
      for (int i = 0; i < keyTypes.length; i++) {
        keyTypes[i] = spec.types[spec.partition[i]];
      }
      this.partitions = new GroupTable(new KeyColumns(spec.partition, keyTypes));
      this.changes = new Changes(spec.outputTypes(), context, next);
      this.found = spec.found;
      this.exchanges =
          spec.foundByKey
              && Arrays.stream(spec.partition)
                  .allMatch(column -> Arrays.stream(found).anyMatch(each -> each == column));
      RankedOutput output = new RankedOutput(spec, changes);
      this.ranking =
          switch (spec.strategy) {
            case APPEND -> new AppendRanking(spec, output);
            case FIRST -> new FirstRanking(spec, output);
            case UPDATE -> new UpdateRanking(spec, output);
            case RETRACT -> new RetractRanking(spec, output);
          };
      this.hashes = new long[context.batchRows()];
      this.rowHashes = new long[context.batchRows()];
    }

    @Override
    public void process(Batch batch) throws Exception {
      partitions.keys().hash(batch, 0, batch.count, hashes);
      if (found.length > 0) {
        KeyColumns.hash(batch, found, 0, batch.count, rowHashes);
      }
      changes.begin(batch);
      int fetched = 0;
      for (int i = 0; i < batch.count; i++) {
        if (i >= fetched) {
          fetched = Math.min(i + FETCHED, batch.count);
          ranking.fetch(rowHashes, i, fetched);
        }
        int row = batch.selected == null ? i : batch.selected[i];
        changes.turn(row);
        if (exchanges && isExchange(batch, i)) {
          int following = batch.selected == null ? i + 1 : batch.selected[i + 1];
          if (ranking.exchange(batch, row, following, rowHashes[i])) {
            changes.turn(following);
            i++;
            continue;
          }
        }
        int partition = partitions.group(batch, row, hashes[i], 0);
        boolean back =
            batch.kinds != null
                && (batch.kinds[row] == RowKind.UPDATE_BEFORE.toByteValue()
                    || batch.kinds[row] == RowKind.DELETE.toByteValue());
        if (back) {
          ranking.takeBack(partition, batch, row, rowHashes[i]);
        } else {
          ranking.take(partition, batch, row, rowHashes[i]);
        }
      }
      changes.end();
      memory.check("Top-N", partitions.memory() + ranking.memory());
    }

    private static boolean isExchange(Batch batch, int place) {
      return batch.kinds != null
          && place + 1 < batch.count
          && batch.kinds[batch.selected == null ? place : batch.selected[place]]
              == RowKind.UPDATE_BEFORE.toByteValue()
          && batch.kinds[batch.selected == null ? place + 1 : batch.selected[place + 1]]
              == RowKind.UPDATE_AFTER.toByteValue();
    }

    @Override
    public void end() throws Exception {
      next.end();
    }
  }
}
