package dev.tidemark.columnar.op;

import dev.tidemark.columnar.data.Batch;
import dev.tidemark.columnar.state.KeyColumns;
import dev.tidemark.columnar.state.MemoryBudget;
import dev.tidemark.columnar.state.RowIndex;
import dev.tidemark.columnar.state.RowStore;
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

  private static final class Deduplicate implements Stage {
    private final ArrivalDeduplicateSpec spec;
    private final Stage next;
    private final MemoryBudget memory;
    private final RowStore rows;
    private final RowIndex index;
    private final int[] allColumns;
    private final Changes changes;
    private final long[] hashes;
    private int known;

    /** Keys whose row went out as an update. */
    private final BitSet updated = new BitSet();

    Deduplicate(ArrivalDeduplicateSpec spec, StageContext context, Stage next) {
      this.spec = spec;
      this.next = next;
      this.memory = context.memory();
      this.rows = new RowStore(spec.types);
      this.index = new RowIndex(rows, spec.keys);
      this.allColumns = IntStream.range(0, spec.types.length).toArray();
      this.changes = new Changes(spec.types, context.batchRows(), next);
      this.hashes = new long[context.batchRows()];
    }

    @Override
    public void process(Batch batch) throws Exception {
      KeyColumns.hash(batch, spec.keys, 0, batch.count, hashes);
      index.fetch(hashes, batch.count);
      changes.begin();
      for (int i = 0; i < batch.count; i++) {
        int row = batch.selected == null ? i : batch.selected[i];
        changes.marksBefore(batch, row);
        int number = index.find(batch, row, hashes[i]);
        if (number < 0) {
          index.add(known, hashes[i]);
          rows.put(known, batch, row);
          boolean insert = !spec.keepLast || spec.updateBefore || spec.inserts;
          send(insert ? RowKind.INSERT : RowKind.UPDATE_AFTER, known++);
        } else if (spec.keepLast) {
          replace(number, batch, row);
        }
      }
      changes.end(batch);
      memory.check("The deduplication", index.memory() + rows.memory());
    }

    private void replace(int number, Batch batch, int row) throws Exception {
      boolean compares = spec.updateBefore || spec.inserts;
      // Flink compares binary rows, of which the kind is part: only with a row that was inserted.
      if (compares && !updated.get(number) && rows.equal(number, allColumns, batch, row)) {
        return;
      }
      if (spec.updateBefore) {
        send(RowKind.UPDATE_BEFORE, number);
      }
      rows.put(number, batch, row);
      updated.set(number);
      send(RowKind.UPDATE_AFTER, number);
    }

    private void send(RowKind kind, int number) throws Exception {
      int at = changes.add(kind);
      rows.write(number, changes.batch(), at);
    }

    @Override
    public void end() throws Exception {
      next.end();
    }
  }
}
