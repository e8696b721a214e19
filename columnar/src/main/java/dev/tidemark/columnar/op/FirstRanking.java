package dev.tidemark.columnar.op;

import dev.tidemark.columnar.data.Batch;
import dev.tidemark.columnar.state.RowOrder;
import dev.tidemark.columnar.state.RowStore;
import org.apache.flink.types.RowKind;

/** As Flink's FastTop1Function: of equal rows the one that is there stays. */
final class FirstRanking implements Ranking {
  private final RankedOutput output;
  private final RowStore rows;
  private final RowOrder order;

  /** How many partitions have a row; row 0 is for the one that comes, the others are theirs. */
  private int known;

  FirstRanking(TopNSpec spec, RankedOutput output) {
    this.output = output;
    this.rows = new RowStore(spec.types());
    this.order = new RowOrder(rows, spec.order());
  }

  @Override
  public void take(int partition, Batch batch, int row, long rowHash) throws Exception {
    rows.put(0, batch, row);
    int kept = partition + 1;
    if (partition == known) {
      known++;
      rows.put(kept, batch, row);
      output.send(RowKind.INSERT, rows, kept, 1);
    } else if (order.compareKeys(0, kept) < 0) {
      output.send(RowKind.UPDATE_BEFORE, rows, kept, 1);
      rows.put(kept, batch, row);
      output.send(RowKind.UPDATE_AFTER, rows, kept, 1);
    }
  }

  @Override
  public void takeBack(int partition, Batch batch, int row, long rowHash) throws Exception {
    take(partition, batch, row, rowHash); // Flink does not look at what kind of row it is
  }

  @Override
  public long memory() {
    return rows.memory() + order.memory();
  }
}
