package dev.tidemark.columnar.op;

import dev.tidemark.columnar.data.Batch;
import dev.tidemark.columnar.state.RankedRows;
import dev.tidemark.columnar.state.RowIndex;
import org.apache.flink.types.RowKind;

/** As Flink's RetractableTopNFunction: keeps all rows, since any can be taken back. */
final class RetractRanking implements Ranking {
  private final RankedOutput output;
  private final RankedPartitions partitions;
  private final RowIndex index;
  private final long end;

  RetractRanking(TopNSpec spec, RankedOutput output) {
    this.output = output;
    this.partitions = new RankedPartitions(spec);
    this.index = new RowIndex(partitions.rows, spec.found());
    this.end = spec.end();
  }

  @Override
  public void take(int partition, Batch batch, int row, long rowHash) throws Exception {
    RankedRows list = partitions.list(partition);
    int number = partitions.store(batch, row);
    index.add(number, rowHash);
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
  }

  @Override
  public void takeBack(int partition, Batch batch, int row, long rowHash) throws Exception {
    int number = index.find(batch, row, rowHash, partitions.order);
    if (number < 0) {
      return; // Flink says so in its log only
    }
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
    index.remove(number, rowHash);
    partitions.free(number);
  }

  @Override
  public long memory() {
    return partitions.memory() + index.memory();
  }
}
