package dev.tidemark.columnar.op;

import dev.tidemark.columnar.data.Batch;
import dev.tidemark.columnar.data.LongColumn;
import dev.tidemark.columnar.state.KeyColumns;
import dev.tidemark.columnar.state.MemoryBudget;
import dev.tidemark.columnar.state.RowIndex;
import dev.tidemark.columnar.state.RowStore;
import org.apache.flink.table.types.logical.LogicalType;
import org.apache.flink.types.RowKind;

/**
 * One row a key, the first or the last by row time, over rows that are only inserted: as Flink's
 * RowTimeDeduplicateFunction. Of equal times, the later row wins if the last is kept, else the
 * earlier one.
 *
 * @param keys the key's columns
 * @param types the types of all columns
 * @param time the column of the row time
 * @param keepLast whether the last row is kept, else the first
 * @param updateBefore whether the old row goes out before the new one
 * @param inserts whether the first row of a key goes out as an insert
 */
@SuppressWarnings("ArrayRecordComponent") // never compared
public record DeduplicateSpec(
    int[] keys,
    LogicalType[] types,
    int time,
    boolean keepLast,
    boolean updateBefore,
    boolean inserts)
    implements StageSpec {

  @Override
  public Stage create(StageContext context, Stage next) {
    return new Deduplicate(this, context, next);
  }

  private static final class Deduplicate implements Stage {
    private final DeduplicateSpec spec;
    private final Stage next;
    private final MemoryBudget memory;
    private final RowStore rows;
    private final RowIndex index;
    private final Changes changes;
    private final long[] hashes;
    private int known;

    Deduplicate(DeduplicateSpec spec, StageContext context, Stage next) {
      this.spec = spec;
      this.next = next;
      this.memory = context.memory();
      this.rows = new RowStore(spec.types);
      this.index = new RowIndex(rows, spec.keys);
      this.changes = new Changes(spec.types, context.batchRows(), next);
      this.hashes = new long[context.batchRows()];
    }

    @Override
    public void process(Batch batch) throws Exception {
      KeyColumns.hash(batch, spec.keys, 0, batch.count, hashes);
      index.fetch(hashes, batch.count);
      long[] times = ((LongColumn) batch.columns[spec.time]).values;
      changes.begin();
      for (int i = 0; i < batch.count; i++) {
        int row = batch.selected == null ? i : batch.selected[i];
        changes.marksBefore(batch, row);
        int number = index.find(batch, row, hashes[i]);
        boolean first = number < 0;
        if (!first) {
          long kept = rows.number(number, spec.time);
          if (spec.keepLast ? times[row] < kept : times[row] >= kept) {
            continue;
          }
          if (spec.updateBefore) {
            int at = changes.add(RowKind.UPDATE_BEFORE);
            rows.write(number, changes.batch(), at);
          }
        }
        if (first) {
          index.add(known, hashes[i]);
          number = known++;
        }
        rows.put(number, batch, row);
        boolean insert = first && (spec.updateBefore || spec.inserts);
        int at = changes.add(insert ? RowKind.INSERT : RowKind.UPDATE_AFTER);
        rows.write(number, changes.batch(), at);
      }
      changes.end(batch);
      memory.check("The deduplication", index.memory() + rows.memory());
    }

    @Override
    public void end() throws Exception {
      next.end();
    }
  }
}
