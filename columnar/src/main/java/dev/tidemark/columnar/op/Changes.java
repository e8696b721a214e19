package dev.tidemark.columnar.op;

import dev.tidemark.columnar.data.Batch;
import dev.tidemark.columnar.data.Columns;
import org.apache.flink.table.types.logical.LogicalType;
import org.apache.flink.types.RowKind;

/** Collects the changes that a stage makes, and hands them on in batches. */
final class Changes {
  private final Batch batch;
  private final byte[] kinds;
  private final Stage next;
  private int nextMark;

  /**
   * @param types the types of the columns
   * @param capacity rows in a batch
   */
  Changes(LogicalType[] types, int capacity, Stage next) {
    this.batch = Columns.batch(types, capacity);
    this.kinds = new byte[capacity];
    this.next = next;
  }

  /** Where the next row's values belong; they must be written before another row is added. */
  Batch batch() {
    return batch;
  }

  /** Adds a row, whose values are still to be written, and says its place in the batch. */
  int add(RowKind kind) throws Exception {
    if (batch.rows == kinds.length) {
      flush();
    }
    kinds[batch.rows] = kind.toByteValue();
    return batch.rows++;
  }

  /** Adds the watermarks of a batch that come before a row. */
  void marksBefore(Batch source, int row) {
    while (nextMark < source.marks && source.markRows[nextMark] < row) {
      batch.mark(batch.rows - 1, source.markTimes[nextMark++]);
    }
  }

  /** Begins with the watermarks of a batch. */
  void begin() {
    nextMark = 0;
  }

  /** Hands on what there is, behind the last of a batch's watermarks. */
  void end(Batch source) throws Exception {
    marksBefore(source, Integer.MAX_VALUE);
    flush();
  }

  private void flush() throws Exception {
    if (batch.rows == 0 && batch.marks == 0) {
      return;
    }
    batch.fill(batch.rows);
    batch.kinds = kinds;
    next.process(batch);
    batch.clear();
  }
}
