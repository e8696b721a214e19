package dev.tidemark.columnar.op;

import dev.tidemark.columnar.data.Batch;
import dev.tidemark.columnar.state.RankedRows;
import org.apache.flink.types.RowKind;

/** As Flink's AppendOnlyTopNFunction: rows are only inserted, what falls behind is forgotten. */
final class AppendRanking implements Ranking {
  private final RankedOutput output;
  private final RankedPartitions partitions;
  private final long end;

  AppendRanking(TopNSpec spec, RankedOutput output) {
    this.output = output;
    this.partitions = new RankedPartitions(spec);
    this.end = spec.end();
  }

  @Override
  public void take(int partition, Batch batch, int row, long rowHash) throws Exception {
    RankedRows list = partitions.list(partition);
    int number = partitions.store(batch, row);
    if (!partitions.isInRange(number, end, list)) {
      partitions.free(number);
      return;
    }
    list.seek(partitions.order, number);
    list.insert(number);
    if (output.shifts()) {
      output.shiftDown(partitions.rows, list);
      partitions.forgetBeyond(end, list, partitions::free);
      return;
    }
    if (list.size() > end) {
      list.last();
      int last = list.get();
      list.remove();
      if (last != number) {
        output.send(RowKind.DELETE, partitions.rows, last, 1);
      }
      partitions.free(last);
      if (last == number) {
        return;
      }
    }
    output.send(RowKind.INSERT, partitions.rows, number, 1);
  }

  @Override
  public void takeBack(int partition, Batch batch, int row, long rowHash) {
    throw new IllegalStateException("rows are only inserted");
  }

  @Override
  public long memory() {
    return partitions.memory();
  }
}
