package dev.tidemark.columnar.op;

import dev.tidemark.columnar.data.Batch;
import dev.tidemark.columnar.state.RankedRows;
import dev.tidemark.columnar.state.RowIndex;
import java.util.Arrays;
import java.util.stream.IntStream;
import org.apache.flink.types.RowKind;

/**
 * As Flink's RetractableTopNFunction: keeps all rows, since any can be taken back. Where a
 * partition has many, only the first ones, one more than go out at least, are in a list; the others
 * wait.
 */
final class RetractRanking implements Ranking {
  private final RankedOutput output;
  private final RankedPartitions partitions;
  private final RowIndex index;
  private final long end;

  /** The rows of each partition that wait; null where none ever did. */
  private WaitingRows[] waiting = new WaitingRows[16];

  /** The partition of each row, by number. */
  private int[] partitionOf = new int[16];

  /** The columns by which rows are not found. */
  private final int[] exchanged;

  RetractRanking(TopNSpec spec, RankedOutput output) {
    this.output = output;
    this.partitions = new RankedPartitions(spec);
    this.index = new RowIndex(partitions.rows, spec.found());
    this.end = spec.end();
    this.exchanged =
        IntStream.range(0, spec.types().length)
            .filter(column -> Arrays.stream(spec.found()).noneMatch(each -> each == column))
            .toArray();
  }

  @Override
  public void take(int partition, Batch batch, int row, long rowHash) throws Exception {
    int number = partitions.store(batch, row);
    index.add(number, rowHash);
    if (partition >= waiting.length) {
      waiting = Arrays.copyOf(waiting, Math.max(partition + 1, waiting.length * 2));
    }
    if (number >= partitionOf.length) {
      partitionOf = Arrays.copyOf(partitionOf, partitionOf.length * 2);
    }
    partitionOf[number] = partition;
    place(partition, number);
  }

  private void place(int partition, int number) throws Exception {
    if (waiting[partition] != null) {
      long key = partitions.order.key(number);
      if (waiting[partition].takes(number, key)) {
        waiting[partition].add(number, key);
        return;
      }
    }
    RankedRows list = partitions.list(partition);
    list.seek(partitions.order, number);
    list.insert(number);
    if (output.shifts()) {
      output.shiftDown(partitions.rows, list);
    } else if (list.rank(end) <= end) {
      if (list.size() > end) {
        list.toRank(end + 1);
        output.send(RowKind.DELETE, partitions.rows, list.get(), 1);
      }
      output.send(RowKind.INSERT, partitions.rows, number, 1);
    }
    if (list.size() - 2 * WaitingRows.MOVED > end) {
      if (waiting[partition] == null) {
        waiting[partition] = new WaitingRows(partitions);
      }
      waiting[partition].defer(list);
    }
  }

  @Override
  public void takeBack(int partition, Batch batch, int row, long rowHash) throws Exception {
    int number = index.find(batch, row, rowHash, partitions.order);
    if (number < 0) {
      return; // Flink says so in its log only
    }
    if (partitions.waits(number)) {
      waiting[partition].remove(number, partitions.order.key(number));
    } else {
      takeBack(partition, number);
    }
    index.remove(number, rowHash);
    partitions.free(number);
  }

  /** Only where the old row waits, which most do: then it goes without anybody seeing it. */
  @Override
  public boolean exchange(Batch batch, int row, int next, long rowHash) throws Exception {
    int number = index.find(batch, row, rowHash, partitions.order);
    if (number < 0 || !partitions.waits(number)) {
      return false;
    }
    int partition = partitionOf[number];
    waiting[partition].remove(number, partitions.order.key(number));
    partitions.restore(number, exchanged, batch, next);
    place(partition, number);
    return true;
  }

  /** Takes one of the first rows out of its list. */
  private void takeBack(int partition, int number) throws Exception {
    RankedRows list = partitions.list(partition);
    list.seek(partitions.order, number);
    long rank = list.rank(end);
    list.remove();
    if (rank <= end) {
      if (output.shifts()) {
        output.shiftUp(partitions.rows, list, number, rank);
      } else {
        output.send(RowKind.DELETE, partitions.rows, number, 1);
        if (list.size() >= end) {
          list.toRank(end);
          output.send(RowKind.INSERT, partitions.rows, list.get(), 1);
        }
      }
    }
    if (list.size() <= end && waiting[partition] != null) {
      waiting[partition].advance(list);
    }
  }

  @Override
  public void fetch(long[] rowHashes, int from, int to) {
    index.fetch(rowHashes, from, to);
  }

  @Override
  public long memory() {
    return partitions.memory() + index.memory() + waiting.length * 8L + partitionOf.length * 4L;
  }
}
