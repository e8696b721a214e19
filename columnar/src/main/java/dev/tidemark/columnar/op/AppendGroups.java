package dev.tidemark.columnar.op;

import dev.tidemark.columnar.agg.Accumulator;
import dev.tidemark.columnar.agg.Accumulators;
import dev.tidemark.columnar.data.Batch;
import dev.tidemark.columnar.data.BytesColumn;
import dev.tidemark.columnar.data.Column;
import dev.tidemark.columnar.data.Columns;
import dev.tidemark.columnar.state.GroupTable;
import dev.tidemark.columnar.state.KeyColumns;
import dev.tidemark.columnar.state.MemoryBudget;
import org.apache.flink.types.RowKind;

/**
 * GROUP BY over rows that are only inserted. What one call keeps does not depend on the others, so
 * each goes through the whole batch by itself, and says for each row what it computed before and
 * with it; then the changes are put together, column by column.
 */
final class AppendGroups implements Stage {
  /** Groups that are looked for together: what is read for them must fit into the cache. */
  private static final int FETCHED = 256;

  private final GroupSpec spec;
  private final Stage next;
  private final MemoryBudget memory;
  private final GroupTable table;
  private final Accumulator[] accumulators;
  private final long[] hashes;
  private final int[] groups;
  private final boolean[] fresh;
  private final Changes changes;

  /** Of each aggregate, at twice a row's place the result before it, and next to it the new one. */
  private final Column[] results;

  /** Of each change whose values are not there yet, which row of the batch it is from. */
  private final int[] rows;

  /** And where among the results its values are. */
  private final int[] places;

  AppendGroups(GroupSpec spec, StageContext context, Stage next) {
    this.spec = spec;
    this.next = next;
    this.memory = context.memory();
    this.table = new GroupTable(new KeyColumns(spec.keys(), spec.keyTypes()));
    this.accumulators = Accumulators.of(spec.aggregates());
    int capacity = context.batchRows();
    this.hashes = new long[capacity];
    this.groups = new int[capacity];
    this.fresh = new boolean[capacity];
    this.changes = new Changes(spec.types(), context, next);
    this.results = new Column[spec.results()];
    for (int i = 0; i < results.length; i++) {
      results[i] = Columns.of(spec.aggregates()[i].result(), 2 * capacity);
    }
    this.rows = new int[capacity];
    this.places = new int[capacity];
  }

  @Override
  public void process(Batch batch) throws Exception {
    group(batch);
    for (int i = 0; i < accumulators.length; i++) {
      accumulators[i].grow(table.size());
      if (i < results.length) {
        results[i].clear();
        accumulators[i].addEach(batch, 0, batch.count, groups, results[i]);
      } else {
        accumulators[i].add(batch, 0, batch.count, groups);
      }
    }
    emit(batch);
    long held = table.memory();
    for (Accumulator accumulator : accumulators) {
      held += accumulator.memory();
    }
    memory.check("GROUP BY", held);
  }

  private void group(Batch batch) {
    table.keys().hash(batch, 0, batch.count, hashes);
    for (int from = 0; from < batch.count; from += FETCHED) {
      int to = Math.min(from + FETCHED, batch.count);
      table.fetch(hashes, from, to);
      for (int i = from; i < to; i++) {
        int row = batch.selected == null ? i : batch.selected[i];
        int known = table.size();
        groups[i] = table.group(batch, row, hashes[i], 0);
        fresh[i] = groups[i] == known;
      }
    }
  }

  private void emit(Batch batch) throws Exception {
    changes.begin(batch);
    for (int i = 0; i < batch.count; i++) {
      int row = batch.selected == null ? i : batch.selected[i];
      changes.turn(row);
      if (fresh[i]) {
        emit(RowKind.INSERT, batch, row, 2 * i + 1);
      } else if (isChanged(i)) {
        if (spec.updateBefore()) {
          emit(RowKind.UPDATE_BEFORE, batch, row, 2 * i);
        }
        emit(RowKind.UPDATE_AFTER, batch, row, 2 * i + 1);
      }
    }
    write(batch);
    changes.end();
  }

  private boolean isChanged(int place) {
    for (Column result : results) {
      if (!result.same(2 * place, result, 2 * place + 1)) {
        return true;
      }
    }
    return false;
  }

  private void emit(RowKind kind, Batch batch, int row, int place) throws Exception {
    if (changes.isFull()) {
      write(batch);
    }
    int at = changes.add(kind);
    rows[at] = row;
    places[at] = place;
  }

  /** Writes the changes that have been collected. The key is that of the row, whose group it is. */
  private void write(Batch batch) {
    Column[] into = changes.batch().columns;
    int to = changes.batch().rows;
    int keys = spec.keys().length;
    for (int k = 0; k < keys; k++) {
      Column key = batch.columns[spec.keys()[k]];
      if (key instanceof BytesColumn strings) {
        ((BytesColumn) into[k]).share(strings, rows, 0, to);
      } else {
        into[k].takeAll(key, rows, 0, to);
      }
    }
    for (int k = 0; k < results.length; k++) {
      into[keys + k].takeAll(results[k], places, 0, to);
    }
  }

  @Override
  public void end() throws Exception {
    next.end();
  }
}
