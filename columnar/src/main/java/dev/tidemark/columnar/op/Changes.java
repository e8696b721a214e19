package dev.tidemark.columnar.op;

import dev.tidemark.columnar.data.Batch;
import dev.tidemark.columnar.data.Columns;
import dev.tidemark.columnar.observe.Watch;
import org.apache.flink.table.types.logical.LogicalType;
import org.apache.flink.types.RowKind;

/** Collects the changes that a stage makes, and hands them on in batches. */
final class Changes {
  private final Batch batch;
  private final byte[] kinds;
  private final Stage next;
  private final Watch watch;

  /** What comes to the stage. */
  private Batch source;

  private int nextMark;
  private int origin;
  private boolean starts;

  /**
   * @param types the types of the columns
   */
  Changes(LogicalType[] types, StageContext context, Stage next) {
    int capacity = context.batchRows();
    this.batch = Columns.batch(types, capacity);
    this.kinds = new byte[capacity];
    this.next = next;
    this.watch = context.watch();
    if (watch != null) {
      batch.origins = new int[capacity];
      batch.starts = new boolean[capacity];
    }
  }

  /**
   * Where the rows' values belong. Columns of numbers may be written later, before more rows are
   * added than there is room for; strings that are appended must be there before another row is
   * added.
   */
  Batch batch() {
    return batch;
  }

  /** Begins with what comes. */
  void begin(Batch newSource) {
    source = newSource;
    nextMark = 0;
    if (watch != null) {
      watch.begin(source);
    }
  }

  /** A row has its turn: watermarks before it go on, and what it changes follows. */
  void turn(int row) throws Exception {
    marksBefore(row);
    if (watch != null) {
      watch.turn(row);
      origin = source.origin(row);
      starts = true;
    }
  }

  private void marksBefore(int row) throws Exception {
    while (nextMark < source.marks && source.markRows[nextMark] < row) {
      if (watch != null) {
        watch.beforeMark(nextMark);
      }
      batch.mark(batch.rows - 1, source.markTimes[nextMark], source.markOrigins[nextMark]);
      if (watch != null) {
        watch.afterMark();
      }
      nextMark++;
    }
  }

  /** Whether those that were added are handed on before another is: their values must be there. */
  boolean isFull() {
    return batch.rows == kinds.length;
  }

  /** Adds a row, whose values are still to be written, and says its place in the batch. */
  int add(RowKind kind) throws Exception {
    if (isFull()) {
      flush();
    }
    if (watch != null) {
      batch.origins[batch.rows] = origin;
      batch.starts[batch.rows] = starts;
      starts = false;
    }
    kinds[batch.rows] = kind.toByteValue();
    return batch.rows++;
  }

  /** Hands on what there is, behind the last of the watermarks. */
  void end() throws Exception {
    marksBefore(Integer.MAX_VALUE);
    if (watch != null) {
      watch.done();
    }
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
