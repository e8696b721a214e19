package dev.tidemark.columnar.op;

import dev.tidemark.columnar.data.Batch;
import dev.tidemark.columnar.data.Columns;
import dev.tidemark.columnar.observe.Watch;
import org.apache.flink.table.types.logical.LogicalType;

/** Collects the rows that a stage releases at watermarks, and hands them on in batches. */
final class Releases {

  /** A stage that holds what comes until a watermark releases it. */
  interface Holder {
    /** Takes in the rows at some places of a batch's selection. */
    void add(Batch batch, int from, int to) throws Exception;

    /**
     * Whether rows may be released when event time comes to here; if not, rows that come after that
     * may be added before.
     */
    default boolean releasesAt(long time) {
      return true;
    }

    /** Event time has come to here; {@code Long.MAX_VALUE} at the end of input. */
    void advance(long time) throws Exception;
  }

  private final Batch batch;
  private final int capacity;
  private final Stage next;
  private final Watch watch;
  private int origin = -1;

  /**
   * @param types the types of the columns
   */
  Releases(LogicalType[] types, StageContext context, Stage next) {
    this.capacity = context.batchRows();
    this.batch = Columns.batch(types, capacity);
    this.next = next;
    this.watch = context.watch();
    if (watch != null) {
      batch.origins = new int[capacity];
    }
  }

  /** Where the rows' values belong; strings must be there before another row is added. */
  Batch batch() {
    return batch;
  }

  /** Rows and watermarks come to a stage, in their order. */
  void process(Batch in, Holder stage) throws Exception {
    if (watch != null) {
      watch.begin(in);
    }
    int from = 0;
    for (int mark = 0; mark < in.marks; mark++) {
      if (watch != null || stage.releasesAt(in.markTimes[mark])) {
        int to = behind(in, from, in.markRows[mark]);
        stage.add(in, from, to);
        from = to;
      }
      if (watch != null) {
        watch.beforeMark(mark);
      }
      origin = in.markOrigins[mark];
      stage.advance(in.markTimes[mark]);
      batch.mark(batch.rows - 1, in.markTimes[mark], origin);
      if (watch != null) {
        flush(); // what a watermark releases is handled before the next row comes
        watch.afterMark();
      }
    }
    stage.add(in, from, in.count);
    if (watch != null) {
      watch.done();
    }
    flush();
  }

  /** The place in the selection behind a row. */
  private static int behind(Batch in, int from, int row) {
    if (in.selected == null) {
      return row + 1;
    }
    int to = from;
    while (to < in.count && in.selected[to] <= row) {
      to++;
    }
    return to;
  }

  /** The input of a stage ends, and event time with it. */
  void end(Holder stage) throws Exception {
    origin = -1; // no row has moved event time
    stage.advance(Long.MAX_VALUE);
    flush();
    next.end();
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

  /** Hands on what there is. */
  private void flush() throws Exception {
    if (batch.rows > 0 || batch.marks > 0) {
      batch.fill(batch.rows);
      next.process(batch);
      batch.clear();
    }
  }
}
