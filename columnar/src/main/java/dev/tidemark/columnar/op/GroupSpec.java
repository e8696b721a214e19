package dev.tidemark.columnar.op;

import dev.tidemark.columnar.agg.Accumulator;
import dev.tidemark.columnar.agg.Accumulators;
import dev.tidemark.columnar.agg.AggregateSpec;
import dev.tidemark.columnar.data.Batch;
import dev.tidemark.columnar.state.GroupTable;
import dev.tidemark.columnar.state.KeyColumns;
import dev.tidemark.columnar.state.MemoryBudget;
import java.util.Objects;
import org.apache.flink.streaming.api.operators.Output;
import org.apache.flink.streaming.runtime.streamrecord.StreamRecord;
import org.apache.flink.table.data.GenericRowData;
import org.apache.flink.table.data.RowData;
import org.apache.flink.table.types.logical.LogicalType;
import org.apache.flink.types.RowKind;

/**
 * GROUP BY over rows that are only inserted: each row changes the result of its key, which goes out
 * as Flink's GroupAggHelper sends it.
 *
 * @param keys the columns that rows are grouped by
 * @param keyTypes their types
 * @param aggregates what is computed
 * @param updateBefore whether the old result goes out before the new one
 */
@SuppressWarnings("ArrayRecordComponent") // never compared
public record GroupSpec(
    int[] keys, LogicalType[] keyTypes, AggregateSpec[] aggregates, boolean updateBefore)
    implements Terminal {

  @Override
  public Stage create(StageContext context, Stage next) {
    return new Group(this, context);
  }

  private static final class Group implements Stage {
    private final GroupSpec spec;
    private final Output<StreamRecord<RowData>> output;
    private final MarkCursor marks;
    private final MemoryBudget memory;
    private final GroupTable table;
    private final Accumulator[] accumulators;
    private final long[] hashes;
    private final int[] groups;
    private final Object[] before;
    private final Object[] after;

    Group(GroupSpec spec, StageContext context) {
      this.spec = spec;
      this.output = context.output();
      this.marks = new MarkCursor(output);
      this.memory = context.memory();
      this.table = new GroupTable(new KeyColumns(spec.keys, spec.keyTypes));
      this.accumulators = new Accumulator[spec.aggregates.length];
      for (int i = 0; i < accumulators.length; i++) {
        accumulators[i] = Accumulators.of(spec.aggregates[i]);
      }
      this.hashes = new long[context.batchRows()];
      this.groups = new int[context.batchRows()];
      this.before = new Object[accumulators.length];
      this.after = new Object[accumulators.length];
    }

    @Override
    public void process(Batch batch) {
      table.keys().hash(batch, 0, batch.count, hashes);
      marks.begin();
      for (int i = 0; i < batch.count; i++) {
        int row = batch.selected == null ? i : batch.selected[i];
        marks.before(batch, row);
        int known = table.size();
        int group = table.group(batch, row, hashes[i], 0);
        groups[i] = group;
        if (group == known) {
          add(batch, i);
          emit(RowKind.INSERT, group, after);
          continue;
        }
        for (int k = 0; k < accumulators.length; k++) {
          before[k] = accumulators[k].value(group);
        }
        add(batch, i);
        if (!same()) {
          if (spec.updateBefore) {
            emit(RowKind.UPDATE_BEFORE, group, before);
          }
          emit(RowKind.UPDATE_AFTER, group, after);
        }
      }
      marks.rest(batch);
      long held = table.memory();
      for (Accumulator accumulator : accumulators) {
        held += accumulator.memory();
      }
      memory.check("GROUP BY", held);
    }

    private void add(Batch batch, int place) {
      for (int k = 0; k < accumulators.length; k++) {
        accumulators[k].grow(table.size());
        accumulators[k].add(batch, place, place + 1, groups);
        after[k] = accumulators[k].value(groups[place]);
      }
    }

    /** As a generated RecordEqualiser compares: numbers by value, so that no NaN equals another. */
    private boolean same() {
      for (int k = 0; k < before.length; k++) {
        Object old = before[k];
        Object now = after[k];
        boolean equal;
        if (old instanceof Double a && now instanceof Double b) {
          equal = a.doubleValue() == b.doubleValue();
        } else if (old instanceof Float a && now instanceof Float b) {
          equal = a.floatValue() == b.floatValue();
        } else {
          equal = Objects.equals(old, now);
        }
        if (!equal) {
          return false;
        }
      }
      return true;
    }

    private void emit(RowKind kind, int group, Object[] values) {
      int keyCount = spec.keys.length;
      GenericRowData row = new GenericRowData(kind, keyCount + values.length);
      for (int k = 0; k < keyCount; k++) {
        row.setField(k, table.keys().value(group, k));
      }
      for (int k = 0; k < values.length; k++) {
        row.setField(keyCount + k, values[k]);
      }
      output.collect(new StreamRecord<>(row));
    }

    @Override
    public void end() {}
  }
}
