package dev.tidemark.columnar.op;

import dev.tidemark.columnar.data.Batch;
import java.util.BitSet;
import java.util.stream.IntStream;
import org.apache.flink.table.types.logical.LogicalType;
import org.apache.flink.types.RowKind;

/**
 * One row a key, the first or the last to arrive (by processing time), over rows that are only
 * inserted: as Flink's ProcTimeDeduplicateKeepFirstRowFunction and
 * ProcTimeDeduplicateKeepLastRowFunction.
 *
 * @param keys the key's columns
 * @param types the types of all columns
 * @param keepLast whether the last row is kept, else the first
 * @param updateBefore whether the old row goes out before the new one
 * @param inserts whether the first row of a key goes out as an insert
 */
@SuppressWarnings("ArrayRecordComponent") // never compared
public record ArrivalDeduplicateSpec(
    int[] keys, LogicalType[] types, boolean keepLast, boolean updateBefore, boolean inserts)
    implements StageSpec {

  @Override
  public Stage create(StageContext context, Stage next) {
    return new Deduplicate(this, context, next);
  }

  @Override
  public boolean changesRows() {
    return true;
  }

  @Override
  public boolean insertsOnly() {
    return !keepLast;
  }

  private static final class Deduplicate implements Stage {
    private final ArrivalDeduplicateSpec spec;
    private final Stage next;
    private final KeptRows kept;
    private final int[] allColumns;

    /** Keys whose row went out as an update. */
    private final BitSet updated = new BitSet();

    Deduplicate(ArrivalDeduplicateSpec spec, StageContext context, Stage next) {
      this.spec = spec;
      this.next = next;
      this.kept = new KeptRows(spec.keys, spec.types, context, next);
      this.allColumns = IntStream.range(0, spec.types.length).toArray();
    }

    @Override
    public void process(Batch batch) throws Exception {
      kept.begin(batch);
      for (int i = 0; i < batch.count; i++) {
        int row = batch.selected == null ? i : batch.selected[i];
        int number = kept.find(batch, i, row);
        if (number < 0) {
          boolean insert = !spec.keepLast || spec.updateBefore || spec.inserts;
          kept.send(insert ? RowKind.INSERT : RowKind.UPDATE_AFTER, kept.add(batch, i, row));
        } else if (spec.keepLast) {
          replace(number, batch, row);
        }
      }
      kept.end(batch);
    }

    private void replace(int number, Batch batch, int row) throws Exception {
      boolean compares = spec.updateBefore || spec.inserts;
      // Flink compares binary rows, of which the kind is part: only with a row that was inserted.
      if (compares && !updated.get(number) && kept.rows().equal(number, allColumns, batch, row)) {
        return;
      }
      if (spec.updateBefore) {
        kept.send(RowKind.UPDATE_BEFORE, number);
      }
      kept.rows().put(number, batch, row);
      updated.set(number);
      kept.send(RowKind.UPDATE_AFTER, number);
    }

    @Override
    public void end() throws Exception {
      next.end();
    }
  }
}
