package dev.tidemark.columnar.op;

import dev.tidemark.columnar.data.Batch;
import dev.tidemark.columnar.data.Columns;
import org.apache.flink.table.types.logical.LogicalType;

/** Collects the rows that a stage releases at watermarks, and hands them on in batches. */
final class Releases {
  private final Batch batch;
  private final int capacity;
  private final Stage next;
  private int origin = -1;

  /**
   * @param types the types of the columns
   */
  Releases(LogicalType[] types, StageContext context, Stage next) {
    this.capacity = context.batchRows();
    this.batch = Columns.batch(types, capacity);
    this.next = next;
    if (context.watch() != null) {
      batch.origins = new int[capacity];
    }
  }

  /** Where the rows' values belong; strings must be there before another row is added. */
  Batch batch() {
    return batch;
  }

  /**
   * Says what follows is released by.
   *
   * @param newOrigin which row of the scan's batch has moved event time; -1 for the end of input
   */
  void begin(int newOrigin) {
    origin = newOrigin;
  }

  /** Adds a row, whose values are still to be written, and says its place in the batch. */
  int add() throws Exception {
    if (batch.rows == capacity) {
      flush();
    }
    if (batch.origins != null) {
      batch.origins[batch.rows] = origin;
    }
    return batch.rows++;
  }

  /** The watermark that has released the rows goes on behind them. */
  void mark(long time) {
    batch.mark(batch.rows - 1, time, origin);
  }

  /** Hands on what there is. */
  void flush() throws Exception {
    if (batch.rows > 0 || batch.marks > 0) {
      batch.fill(batch.rows);
      next.process(batch);
      batch.clear();
    }
  }
}
