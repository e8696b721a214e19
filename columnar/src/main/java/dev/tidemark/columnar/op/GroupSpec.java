package dev.tidemark.columnar.op;

import dev.tidemark.columnar.agg.Accumulator;
import dev.tidemark.columnar.agg.Accumulators;
import dev.tidemark.columnar.agg.AggregateSpec;
import dev.tidemark.columnar.data.Batch;
import dev.tidemark.columnar.data.Column;
import dev.tidemark.columnar.data.Columns;
import dev.tidemark.columnar.state.GroupTable;
import dev.tidemark.columnar.state.KeyColumns;
import dev.tidemark.columnar.state.MemoryBudget;
import java.util.Arrays;
import org.apache.flink.table.types.logical.LogicalType;
import org.apache.flink.types.RowKind;

/**
 * GROUP BY: each row changes the result of its key, which goes out as Flink's GroupAggHelper sends
 * it.
 *
 * @param keys the columns that rows are grouped by
 * @param keyTypes their types
 * @param aggregates what is computed
 * @param results how many of the aggregates, from the first on, are part of the result
 * @param counter the aggregate that counts the rows of a key, so that it goes when none is left; -1
 *     if rows are only inserted
 * @param updateBefore whether the old result goes out before the new one
 */
@SuppressWarnings("ArrayRecordComponent") // never compared
public record GroupSpec(
    int[] keys,
    LogicalType[] keyTypes,
    AggregateSpec[] aggregates,
    int results,
    int counter,
    boolean updateBefore)
    implements StageSpec {

  @Override
  public Stage create(StageContext context, Stage next) {
    return counter < 0 ? new AppendGroups(this, context, next) : new Group(this, context, next);
  }

  @Override
  public boolean changesRows() {
    return true;
  }

  /** Of the columns of the result. */
  LogicalType[] types() {
    LogicalType[] types = Arrays.copyOf(keyTypes, keyTypes.length + results);
    for (int i = 0; i < results; i++) {
      types[keyTypes.length + i] = aggregates[i].result();
    }
    return types;
  }

  /** Where rows can be taken back: row by row, since a key can go and come again within a batch. */
  private static final class Group implements Stage {
    private final GroupSpec spec;
    private final Stage next;
    private final MemoryBudget memory;
    private final GroupTable table;
    private final Accumulator[] accumulators;
    private final long[] hashes;
    private final int[] groups;
    private final Changes changes;

    /** The result of one key before a row, and after it. */
    private final Column[] before;

    private final Column[] after;
    private final RowCounts counts;

    Group(GroupSpec spec, StageContext context, Stage next) {
      this.spec = spec;
      this.next = next;
      this.memory = context.memory();
      this.table = new GroupTable(new KeyColumns(spec.keys, spec.keyTypes));
      this.accumulators = Accumulators.of(spec.aggregates);
      this.hashes = new long[context.batchRows()];
      this.groups = new int[context.batchRows()];
      this.changes = new Changes(spec.types(), context, next);
      this.before = new Column[spec.results];
      this.after = new Column[spec.results];
      for (int i = 0; i < spec.results; i++) {
        before[i] = Columns.of(spec.aggregates[i].result(), 1);
        after[i] = Columns.of(spec.aggregates[i].result(), 1);
      }
      this.counts = new RowCounts(accumulators[spec.counter]);
    }

    @Override
    public void process(Batch batch) throws Exception {
      table.keys().hash(batch, 0, batch.count, hashes);
      table.fetch(hashes, 0, batch.count);
      changes.begin(batch);
      for (int i = 0; i < batch.count; i++) {
        int row = batch.selected == null ? i : batch.selected[i];
        changes.turn(row);
        int known = table.size();
        int group = table.group(batch, row, hashes[i], 0);
        groups[i] = group;
        if (group == known) {
          for (Accumulator accumulator : accumulators) {
            accumulator.grow(group + 1);
          }
        }
        change(batch, i, row, group);
      }
      changes.end();
      long held = table.memory();
      for (Accumulator accumulator : accumulators) {
        held += accumulator.memory();
      }
      memory.check("GROUP BY", held);
    }

    /** Takes a row in or back. */
    private void change(Batch batch, int place, int row, int group) throws Exception {
      boolean accumulates =
          batch.kinds == null
              || batch.kinds[row] == RowKind.INSERT.toByteValue()
              || batch.kinds[row] == RowKind.UPDATE_AFTER.toByteValue();
      boolean fresh = !counts.isAlive(group);
      if (fresh && !accumulates) {
        return; // Flink does not begin with a row that is taken back
      }
      if (!fresh) {
        read(group, before);
      }
      for (Accumulator accumulator : accumulators) {
        if (accumulates) {
          accumulator.add(batch, place, place + 1, groups);
        } else {
          accumulator.retract(batch, place, groups);
        }
      }
      if (!counts.isZero(group)) {
        counts.setAlive(group, true);
        read(group, after);
        emit(group, fresh);
        return;
      }
      if (!fresh) {
        emit(RowKind.DELETE, group, before);
      }
      counts.setAlive(group, false);
      for (Accumulator accumulator : accumulators) {
        accumulator.reset(group);
      }
    }

    private void emit(int group, boolean fresh) throws Exception {
      if (fresh) {
        emit(RowKind.INSERT, group, after);
        return;
      }
      if (same()) {
        return;
      }
      if (spec.updateBefore) {
        emit(RowKind.UPDATE_BEFORE, group, before);
      }
      emit(RowKind.UPDATE_AFTER, group, after);
    }

    private void read(int group, Column[] into) {
      for (int k = 0; k < into.length; k++) {
        into[k].clear();
        accumulators[k].value(group, into[k], 0);
      }
    }

    private boolean same() {
      for (int k = 0; k < before.length; k++) {
        if (!before[k].same(0, after[k], 0)) {
          return false;
        }
      }
      return true;
    }

    private void emit(RowKind kind, int group, Column[] values) throws Exception {
      int at = changes.add(kind);
      Column[] columns = changes.batch().columns;
      int keyCount = spec.keys.length;
      for (int k = 0; k < keyCount; k++) {
        table.keys().write(group, k, columns[k], at);
      }
      for (int k = 0; k < values.length; k++) {
        columns[keyCount + k].take(values[k], 0, at);
      }
    }

    @Override
    public void end() throws Exception {
      next.end();
    }
  }
}
