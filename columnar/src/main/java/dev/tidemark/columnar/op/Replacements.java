package dev.tidemark.columnar.op;

import dev.tidemark.columnar.data.Batch;
import dev.tidemark.columnar.data.LongColumn;
import dev.tidemark.columnar.state.RowStore;
import org.apache.flink.types.RowKind;

/**
 * Rows of a store that others take the place of, and the changes that this makes: first a list of
 * them, then column by column, in the order of the list. What is compared on the way, the rows'
 * times, is replaced at once.
 */
final class Replacements {
  private final RowStore store;
  private final int timeColumn;
  private final Changes changes;
  private final int[] numbers;
  private final int[] rows;
  private final long[] times;

  /**
   * @param timeColumn the column of the rows' times
   * @param changes where all changes go
   */
  Replacements(RowStore store, int timeColumn, Changes changes, int batchRows) {
    this.store = store;
    this.timeColumn = timeColumn;
    this.changes = changes;
    this.numbers = new int[batchRows];
    this.rows = new int[batchRows];
    this.times = new long[batchRows];
  }

  /** Sends a row of the store. */
  void send(RowKind kind, int number, Batch batch) throws Exception {
    add(kind, number, -1, store.number(number, timeColumn), batch);
  }

  /** Puts a row of the batch in the place of one of the store, and sends it. */
  void replace(RowKind kind, int number, int row, Batch batch) throws Exception {
    long time = ((LongColumn) batch.columns[timeColumn]).values[row];
    store.putNumber(number, timeColumn, time);
    add(kind, number, row, time, batch);
  }

  private void add(RowKind kind, int number, int row, long time, Batch batch) throws Exception {
    if (changes.isFull()) {
      write(batch);
    }
    int at = changes.add(kind);
    numbers[at] = number;
    rows[at] = row;
    times[at] = time;
  }

  /** Writes all changes that have not been handed on. */
  void write(Batch batch) {
    Batch into = changes.batch();
    for (int column = 0; column < batch.columns.length; column++) {
      if (column == timeColumn) {
        System.arraycopy(times, 0, ((LongColumn) into.columns[column]).values, 0, into.rows);
      } else {
        store.replace(
            column, numbers, rows, into.rows, batch.columns[column], into.columns[column]);
      }
    }
  }
}
