package dev.tidemark.columnar.join;

import dev.tidemark.columnar.data.Batch;
import dev.tidemark.columnar.data.Columns;
import dev.tidemark.columnar.op.Stage;
import dev.tidemark.columnar.op.StageContext;
import dev.tidemark.columnar.state.RowStore;
import java.util.Arrays;
import org.apache.flink.table.types.logical.LogicalType;
import org.apache.flink.types.RowKind;

/**
 * Collects pairs of rows, and hands them on in batches: first a list of their numbers in the stores
 * of both sides, then column by column.
 */
final class JoinOutput {
  private final RowStore[] stores;
  private final int[] widths;
  private final Batch batch;
  private final byte[] kinds;
  private final int[][] numbers;
  private final Stage next;
  private final boolean insertsOnly;

  /** Pairs whose values are in the batch. */
  private int written;

  /**
   * @param stores the rows of both sides
   * @param types the types of their columns
   * @param insertsOnly whether no row is taken back
   */
  JoinOutput(
      RowStore[] stores,
      LogicalType[][] types,
      boolean insertsOnly,
      StageContext context,
      Stage next) {
    this.stores = stores;
    this.widths = new int[] {types[0].length, types[1].length};
    LogicalType[] all = Arrays.copyOf(types[0], widths[0] + widths[1]);
    System.arraycopy(types[1], 0, all, widths[0], widths[1]);
    int capacity = context.batchRows();
    this.batch = Columns.batch(all, capacity);
    this.kinds = new byte[capacity];
    this.numbers = new int[2][capacity];
    this.insertsOnly = insertsOnly;
    this.next = next;
  }

  /**
   * Adds a pair.
   *
   * @param left its number; -1 for a row without values
   * @param right its number; -1 for a row without values
   */
  void add(RowKind kind, int left, int right) throws Exception {
    if (batch.rows == kinds.length) {
      flush();
    }
    int at = batch.rows++;
    kinds[at] = kind.toByteValue();
    numbers[0][at] = left;
    numbers[1][at] = right;
  }

  /** Adds a pair of a row of one side and one of the other. */
  void add(RowKind kind, int side, int number, int other) throws Exception {
    if (side == 0) {
      add(kind, number, other);
    } else {
      add(kind, other, number);
    }
  }

  /** Adds a watermark. */
  void mark(long time) {
    batch.mark(batch.rows - 1, time, 0);
  }

  /** Copies what the stores hold of all pairs; to be called before one of their rows changes. */
  void settle() {
    if (written == batch.rows) {
      return;
    }
    int column = 0;
    for (int side = 0; side < 2; side++) {
      for (int i = 0; i < widths[side]; i++) {
        stores[side].write(i, numbers[side], written, batch.rows, batch.columns[column++]);
      }
    }
    written = batch.rows;
  }

  /** Hands on what there is. */
  void flush() throws Exception {
    if (batch.rows == 0 && batch.marks == 0) {
      return;
    }
    settle();
    batch.fill(batch.rows);
    batch.kinds = insertsOnly ? null : kinds;
    written = 0;
    try {
      next.process(batch);
    } finally {
      batch.clear();
    }
  }
}
