package dev.tidemark.columnar.join;

import dev.tidemark.columnar.data.Batch;
import dev.tidemark.columnar.data.LongColumn;
import dev.tidemark.columnar.state.HashOrder;
import dev.tidemark.columnar.state.RowStore;
import dev.tidemark.columnar.state.StoredRow;
import java.util.Arrays;
import org.apache.flink.table.types.logical.LogicalType;

/**
 * The rows of one side of an interval join, by key and time: for each key a map from times to lists
 * of rows, in the order of the map state that Flink keeps them in. An entry of the map is the
 * number of the first row of its list.
 */
final class TimedRows extends HashOrder {
  private static final int NONE = -1;
  private static final long NO_TIMER = Long.MIN_VALUE;

  final RowStore rows;
  final StoredRow view;
  final boolean outer;
  private final int timeColumn;

  /** For each row, which one follows in the list; and of the first row which one is the last. */
  private int[] following = new int[16];

  private int[] last = new int[16];

  /** Whether a row has come out. */
  private boolean[] emitted = new boolean[16];

  private int size;

  /** Numbers of rows that were removed; a list by {@link #following}. */
  private int removed = NONE;

  /** The same of rows whose values are not needed any more either. */
  private int free = NONE;

  /** For each key, when its rows are looked through for those that are of no use any more. */
  private long[] timers = new long[16];

  private int keys;

  TimedRows(LogicalType[] types, int timeColumn, boolean outer) {
    this.rows = new RowStore(types);
    this.view = new StoredRow(rows);
    this.timeColumn = timeColumn;
    this.outer = outer;
  }

  @Override
  protected boolean same(int entry, int other) {
    return time(entry) == time(other);
  }

  void growKeys(int count) {
    grow(count);
    if (count > timers.length) {
      timers = Arrays.copyOf(timers, Math.max(count, timers.length * 2));
    }
    while (keys < count) {
      timers[keys++] = NO_TIMER;
    }
  }

  /** Whether a key has rows or a timer here, or a map that has grown. */
  boolean needs(int key) {
    return hasTimer(key) || hasMap(key);
  }

  void renumberKeys(int[] numbers, int count) {
    renumber(numbers, count);
    for (int key = 0; key < numbers.length; key++) {
      if (numbers[key] >= 0) {
        timers[numbers[key]] = timers[key];
      }
    }
    keys = count;
    if (count < timers.length / 4) {
      timers = Arrays.copyOf(timers, Math.max(16, count * 2));
    }
  }

  long time(int number) {
    return rows.number(number, timeColumn);
  }

  long time(Batch batch, int row) {
    return ((LongColumn) batch.columns[timeColumn]).values[row];
  }

  boolean hasTimer(int key) {
    return timers[key] != NO_TIMER;
  }

  boolean hasTimer(int key, long time) {
    return timers[key] == time && time != NO_TIMER;
  }

  void setTimer(int key, long time) {
    timers[key] = time;
  }

  void clearTimer(int key) {
    timers[key] = NO_TIMER;
  }

  /**
   * Stores a row, for now in no list.
   *
   * @param output is asked to copy what changes
   */
  int store(Batch batch, int row, JoinOutput output) {
    if (free == NONE && removed != NONE) {
      output.settle();
      for (int each = removed; each != NONE; each = following[each]) {
        rows.free(each);
      }
      free = removed;
      removed = NONE;
    }
    int number = free;
    if (number != NONE) {
      free = following[number];
    } else {
      number = size++;
      if (number == following.length) {
        following = Arrays.copyOf(following, number * 2);
        last = Arrays.copyOf(last, number * 2);
        emitted = Arrays.copyOf(emitted, number * 2);
      }
    }
    rows.put(number, batch, row);
    following[number] = NONE;
    return number;
  }

  /** Puts a row that is stored at the end of the list of its time. */
  void add(int key, int number, boolean isEmitted) {
    emitted[number] = isEmitted;
    int first = add(key, number, Long.hashCode(time(number)));
    if (first != number) {
      following[last[first]] = number;
    }
    last[first] = number;
  }

  /** The row behind one in its list; -1 for none. */
  int following(int number) {
    return following[number];
  }

  boolean isEmitted(int number) {
    return emitted[number];
  }

  void setEmitted(int number) {
    emitted[number] = true;
  }

  /** Removes a row that is in no list. */
  void forget(int number) {
    following[number] = removed;
    removed = number;
  }

  /** Removes the list that {@link #next} gave last. */
  void removeList(int first) {
    remove();
    following[last[first]] = removed;
    removed = first;
  }

  long bytes() {
    return rows.memory() + memory() + following.length * 9L + timers.length * 8L;
  }
}
