package dev.tidemark.columnar.op;

import dev.tidemark.columnar.data.Batch;
import dev.tidemark.columnar.data.Columns;
import dev.tidemark.columnar.data.LongColumn;
import dev.tidemark.columnar.state.GroupTable;
import dev.tidemark.columnar.state.KeyColumns;
import dev.tidemark.columnar.state.MemoryBudget;
import dev.tidemark.columnar.state.RowStore;
import org.apache.flink.streaming.api.operators.Output;
import org.apache.flink.streaming.runtime.streamrecord.StreamRecord;
import org.apache.flink.table.data.GenericRowData;
import org.apache.flink.table.data.RowData;
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
    implements Terminal {

  @Override
  public Stage create(StageContext context, Stage next) {
    return new Deduplicate(this, context);
  }

  private static final class Deduplicate implements Stage {
    private final DeduplicateSpec spec;
    private final Output<StreamRecord<RowData>> output;
    private final MarkCursor marks;
    private final MemoryBudget memory;
    private final GroupTable table;
    private final RowStore rows;
    private final long[] hashes;

    Deduplicate(DeduplicateSpec spec, StageContext context) {
      this.spec = spec;
      this.output = context.output();
      this.marks = new MarkCursor(output);
      this.memory = context.memory();
      LogicalType[] keyTypes = new LogicalType[spec.keys.length];
      for (int i = 0; i < keyTypes.length; i++) {
        keyTypes[i] = spec.types[spec.keys[i]];
      }
      this.table = new GroupTable(new KeyColumns(spec.keys, keyTypes));
      this.rows = new RowStore(spec.types);
      this.hashes = new long[context.batchRows()];
    }

    @Override
    public void process(Batch batch) {
      table.keys().hash(batch, 0, batch.count, hashes);
      long[] times = ((LongColumn) batch.columns[spec.time]).values;
      marks.begin();
      for (int i = 0; i < batch.count; i++) {
        int row = batch.selected == null ? i : batch.selected[i];
        marks.before(batch, row);
        int known = table.size();
        int group = table.group(batch, row, hashes[i], 0);
        boolean first = group == known;
        if (!first) {
          long kept = rows.number(group, spec.time);
          if (spec.keepLast ? times[row] < kept : times[row] >= kept) {
            continue;
          }
        }
        boolean insert = first && (spec.updateBefore || spec.inserts);
        if (!first && spec.updateBefore) {
          output.collect(new StreamRecord<>(rows.row(group, RowKind.UPDATE_BEFORE)));
        }
        output.collect(
            new StreamRecord<>(row(batch, row, insert ? RowKind.INSERT : RowKind.UPDATE_AFTER)));
        rows.put(group, batch, row);
      }
      marks.rest(batch);
      memory.check("The deduplication", table.memory() + rows.memory());
    }

    private RowData row(Batch batch, int row, RowKind kind) {
      GenericRowData made = new GenericRowData(kind, spec.types.length);
      for (int i = 0; i < spec.types.length; i++) {
        made.setField(i, Columns.value(spec.types[i], batch.columns[i], row));
      }
      return made;
    }

    @Override
    public void end() {}
  }
}
