package dev.tidemark.columnar.op;

import dev.tidemark.columnar.data.Batch;
import dev.tidemark.columnar.state.KeyColumns;
import dev.tidemark.columnar.state.MemoryBudget;
import dev.tidemark.columnar.state.RowIndex;
import dev.tidemark.columnar.state.RowStore;
import org.apache.flink.table.types.logical.LogicalType;
import org.apache.flink.types.RowKind;

/** One row a key, found by the key, and the changes that deduplication makes of them. */
final class KeptRows {
  /** Rows that are looked for together: what is read for them must fit into the cache. */
  private static final int FETCHED = 128;

  private final int[] keys;
  private final MemoryBudget memory;
  private final RowStore rows;
  private final RowIndex index;
  private final Changes changes;
  private final long[] hashes;
  private int known;

  /**
   * @param keys the key's columns
   * @param types the types of all columns
   */
  KeptRows(int[] keys, LogicalType[] types, StageContext context, Stage next) {
    this.keys = keys;
    this.memory = context.memory();
    this.rows = new RowStore(types);
    this.index = new RowIndex(rows, keys);
    this.changes = new Changes(types, context, next);
    this.hashes = new long[context.batchRows()];
  }

  /** Collects changes in another way than {@link #send}: use one of both. */
  Replacements replacements(int timeColumn) {
    return new Replacements(rows, timeColumn, changes, hashes.length);
  }

  RowStore rows() {
    return rows;
  }

  void begin(Batch batch) {
    KeyColumns.hash(batch, keys, 0, batch.count, hashes);
    changes.begin(batch);
  }

  /**
   * The number of the row of a key; -1 if there is none. Watermarks before the row go out. To be
   * asked for each row of the batch.
   *
   * @param place the row's place in the selection
   */
  int find(Batch batch, int place, int row) throws Exception {
    if (place % FETCHED == 0) {
      index.fetch(hashes, place, Math.min(place + FETCHED, batch.count));
    }
    changes.turn(row);
    return index.find(batch, row, hashes[place]);
  }

  /** Keeps the first row of a key, and says its number. */
  int add(Batch batch, int place, int row) {
    index.add(known, hashes[place]);
    rows.put(known, batch, row);
    return known++;
  }

  void send(RowKind kind, int number) throws Exception {
    int at = changes.add(kind);
    rows.write(number, changes.batch(), at);
  }

  void end(Batch batch) throws Exception {
    changes.end();
    memory.check("The deduplication", index.memory() + rows.memory());
  }
}
