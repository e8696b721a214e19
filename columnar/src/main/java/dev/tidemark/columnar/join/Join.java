package dev.tidemark.columnar.join;

import dev.tidemark.columnar.data.Batch;
import dev.tidemark.columnar.data.Column;
import dev.tidemark.columnar.op.Stage;
import dev.tidemark.columnar.op.StageContext;
import dev.tidemark.columnar.state.KeyColumns;
import dev.tidemark.columnar.state.LiveKeys;
import dev.tidemark.columnar.state.MemoryBudget;

/**
 * A stage with two inputs, 0 for the left one and 1 for the right one. Rows come one by one, when
 * it is their turn.
 */
public abstract class Join {
  private final JoinKeys keys;
  private final Stage next;
  private final MemoryBudget memory;
  private final LiveKeys live;

  /** For each side the columns of the batch that is held which make up the key. */
  private final Batch[] keyColumns = new Batch[2];

  private final Batch[] held = new Batch[2];
  private final long[][] hashes;

  // As Flink's CombinedWatermarkStatus has it: of both sides, and the earlier one.
  private final long[] watermarks = {Long.MIN_VALUE, Long.MIN_VALUE};
  private long watermark = Long.MIN_VALUE;

  Join(JoinKeys keys, StageContext context, Stage next) {
    this.keys = keys;
    this.next = next;
    this.memory = context.memory();
    int width = keys.types().length;
    this.live = new LiveKeys(keys.types());
    this.hashes = new long[2][context.batchRows()];
    for (int side = 0; side < 2; side++) {
      keyColumns[side] = new Batch(new Column[width]);
    }
  }

  /** The rows of an input from which the next ones are taken; they stay until others come. */
  public final void hold(int side, Batch batch) {
    held[side] = batch;
    int[] columns = keys.columns()[side];
    for (int i = 0; i < columns.length; i++) {
      keyColumns[side].columns[i] = batch.columns[columns[i]];
    }
    KeyColumns.hash(batch, columns, 0, batch.count, hashes[side]);
    prepare(side, batch);
  }

  /** Computes what it needs to know of rows that will be taken. */
  abstract void prepare(int side, Batch batch);

  /**
   * A row has its turn.
   *
   * @param place its place in the selection of the batch that is held
   * @param row its place in the batch
   */
  public final void take(int side, int place, int row) throws Exception {
    take(side, held[side], place, row);
  }

  abstract void take(int side, Batch batch, int place, int row) throws Exception;

  /** Whether a row of the batch that is held matches none because its key is not whole. */
  final boolean isUnmatched(int side, int row) {
    Column[] columns = keyColumns[side].columns;
    for (int i = 0; i < columns.length; i++) {
      if (keys.filtersNull()[i] && columns[i].isNull(row)) {
        return true;
      }
    }
    return false;
  }

  /** The number of the key of a row of the batch that is held. */
  final int key(int side, int place, int row) {
    int known = live.size();
    int key = live.number(keyColumns[side], row, hashes[side][place]);
    if (key == known) {
      grow(known + 1);
    }
    return key;
  }

  /** Makes room for so many keys. */
  abstract void grow(int count);

  /** A watermark comes from an input. */
  public final void mark(int side, long time) throws Exception {
    watermarks[side] = Math.max(watermarks[side], time);
    long both = Math.min(watermarks[0], watermarks[1]);
    if (both > watermark) {
      watermark = both;
      advance(both);
    }
  }

  /** Where event time is. */
  final long watermark() {
    return watermark;
  }

  /** Event time has come to here; {@code Long.MAX_VALUE} at the end of both inputs. */
  abstract void advance(long time) throws Exception;

  /** An input has ended, and event time in it. */
  public final void end(int side) throws Exception {
    mark(side, Long.MAX_VALUE);
    if (watermark == Long.MAX_VALUE) {
      flush();
      next.end();
    }
  }

  /** Looks at how much it holds, and forgets keys that are not needed. */
  public final void tidy() {
    if (live.isCrowded()) {
      int[] numbers = live.keep(needed(live.size()));
      if (numbers != null) {
        renumber(numbers, live.size());
      }
    }
    memory.check("The join", live.memory() + memory());
  }

  /** Hands on what it has made. */
  public abstract void flush() throws Exception;

  /** Which of the keys have rows or timers; null if none is ever forgotten. */
  abstract boolean[] needed(int count);

  /**
   * The keys have other numbers now.
   *
   * @param numbers the new ones, which rise; -1 for keys that are not needed
   * @param count how many are left
   */
  abstract void renumber(int[] numbers, int count);

  /** Bytes that are held, but for the keys. */
  abstract long memory();
}
