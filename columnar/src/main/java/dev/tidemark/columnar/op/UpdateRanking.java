package dev.tidemark.columnar.op;

import dev.tidemark.columnar.data.Batch;
import dev.tidemark.columnar.state.RankedRows;
import dev.tidemark.columnar.state.RowIndex;
import dev.tidemark.columnar.state.RowStore;
import java.util.Arrays;
import org.apache.flink.types.RowKind;

/**
 * As Flink's UpdatableTopNFunction: a row replaces the one of its key, and does not get worse by
 * that. What falls behind is forgotten.
 */
final class UpdateRanking implements Ranking {
  private final RankedOutput output;
  private final RankedPartitions partitions;
  private final RowStore rows;
  private final RowIndex index;
  private final long end;
  private long[] hashes = new long[16];

  UpdateRanking(TopNSpec spec, RankedOutput output) {
    this.output = output;
    this.partitions = new RankedPartitions(spec);
    this.rows = partitions.rows;
    this.index = new RowIndex(rows, spec.found());
    this.end = spec.end();
  }

  @Override
  public void take(int partition, Batch batch, int row, long rowHash) throws Exception {
    RankedRows list = partitions.list(partition);
    int number = partitions.store(batch, row);
    if (number >= hashes.length) {
      hashes = Arrays.copyOf(hashes, hashes.length * 2);
    }
    hashes[number] = rowHash;
    int old = index.find(batch, row, rowHash, partitions.order);
    if (old >= 0) {
      replace(list, number, old);
    } else if (partitions.isInRange(number, end, list)) {
      add(list, number);
    } else {
      partitions.free(number);
    }
  }

  private void add(RankedRows list, int number) throws Exception {
    index.add(number, hashes[number]);
    list.seek(partitions.order, number);
    list.insert(number);
    if (output.shifts()) {
      output.shiftDown(rows, list);
      partitions.forgetBeyond(end, list, this::forget);
      return;
    }
    if (list.size() > end) {
      list.last();
      int last = list.get();
      list.remove();
      output.send(RowKind.DELETE, rows, last, 1);
      forget(last);
    }
    output.send(RowKind.INSERT, rows, number, 1);
  }

  private void forget(int number) {
    index.remove(number, hashes[number]);
    partitions.free(number);
  }

  private void replace(RankedRows list, int number, int old) throws Exception {
    int change = partitions.order.compareKeys(number, old);
    list.seek(partitions.order, old);
    long oldRank = list.rank(end);
    index.add(number, hashes[number]);
    if (change == 0) {
      list.replace(number);
      partitions.order.inherits(number, old);
    } else {
      list.remove();
      list.seek(partitions.order, number);
      list.insert(number);
    }
    if (!output.shifts()) {
      output.send(RowKind.UPDATE_BEFORE, rows, old, 1);
      output.send(RowKind.UPDATE_AFTER, rows, number, 1);
    } else if (change == 0) {
      output.send(RowKind.UPDATE_BEFORE, rows, old, oldRank);
      output.send(RowKind.UPDATE_AFTER, rows, number, oldRank);
    } else if (change < 0) {
      rise(list, number, old, oldRank);
    } else {
      fall(list, number, old, oldRank);
    }
    forget(old);
  }

  /** The list stands at the row's new place; all between it and its old rank move down. */
  private void rise(RankedRows list, int number, int old, long oldRank) throws Exception {
    long rank = list.rank(end);
    int current = number;
    boolean oldIsSent = false;
    list.next();
    while (rank < oldRank && rank <= end && list.here()) {
      int moved = list.get();
      output.send(RowKind.UPDATE_BEFORE, rows, moved, rank);
      if (!oldIsSent) {
        output.send(RowKind.UPDATE_BEFORE, rows, old, oldRank);
        oldIsSent = true;
      }
      output.send(RowKind.UPDATE_AFTER, rows, current, rank);
      current = moved;
      rank++;
      list.next();
    }
    if (rank > end) {
      partitions.forgetBeyond(end, list, this::forget);
      return;
    }
    if (!oldIsSent) {
      output.send(RowKind.UPDATE_BEFORE, rows, old, oldRank);
    }
    output.send(RowKind.UPDATE_AFTER, rows, current, rank);
  }

  /** What Flink does with a row that got worse against the rules. */
  private void fall(RankedRows list, int number, int old, long oldRank) throws Exception {
    long newRank = list.rank(end);
    output.send(RowKind.UPDATE_BEFORE, rows, old, oldRank);
    list.toRank(oldRank);
    for (long rank = oldRank; rank < newRank && rank <= end && list.here(); rank++) {
      int moved = list.get();
      output.send(RowKind.UPDATE_BEFORE, rows, moved, rank + 1);
      output.send(RowKind.UPDATE_AFTER, rows, moved, rank);
      list.next();
    }
    output.send(RowKind.UPDATE_AFTER, rows, number, newRank);
  }

  @Override
  public void takeBack(int partition, Batch batch, int row, long rowHash) throws Exception {
    take(partition, batch, row, rowHash); // Flink does not look at what kind of row it is
  }

  @Override
  public long memory() {
    return partitions.memory() + index.memory() + hashes.length * 8L;
  }
}
