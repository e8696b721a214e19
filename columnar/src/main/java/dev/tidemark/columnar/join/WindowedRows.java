package dev.tidemark.columnar.join;

import dev.tidemark.columnar.data.Batch;
import dev.tidemark.columnar.state.RowStore;
import dev.tidemark.columnar.state.StoredRow;
import java.util.Arrays;
import org.apache.flink.table.types.logical.LogicalType;

/** The rows of one side of a window join, in lists by their order of arrival. */
final class WindowedRows {
  private static final int NONE = -1;

  final RowStore rows;
  final StoredRow view;
  final boolean outer;

  /** For each list, its first row and its last one; -1 if it is empty. */
  private int[] first = new int[16];

  private int[] last = new int[16];

  /** For each row, the next one of its list. */
  private int[] following = new int[16];

  /** For each row, whether it has come out with another. */
  private boolean[] emitted = new boolean[16];

  private int size;
  private int free = NONE;

  WindowedRows(LogicalType[] types, boolean outer) {
    this.rows = new RowStore(types);
    this.view = new StoredRow(rows);
    this.outer = outer;
  }

  /** Begins a list, whose number is new or that of one that was cleared. */
  void begin(int list) {
    if (list >= first.length) {
      first = Arrays.copyOf(first, first.length * 2);
      last = Arrays.copyOf(last, last.length * 2);
    }
    first[list] = NONE;
    last[list] = NONE;
  }

  void add(int list, Batch batch, int row) {
    int number = free;
    if (number != NONE) {
      free = following[number];
    } else {
      number = size++;
      if (number == following.length) {
        following = Arrays.copyOf(following, number * 2);
        emitted = Arrays.copyOf(emitted, number * 2);
      }
    }
    rows.put(number, batch, row);
    following[number] = NONE;
    emitted[number] = false;
    if (first[list] == NONE) {
      first[list] = number;
    } else {
      following[last[list]] = number;
    }
    last[list] = number;
  }

  /** The first row of a list; -1 if there is none. */
  int first(int list) {
    return first[list];
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

  /** Forgets the rows of a list; their values must have been copied. */
  void clear(int list) {
    if (first[list] == NONE) {
      return;
    }
    for (int each = first[list]; each != NONE; each = following[each]) {
      rows.free(each);
    }
    following[last[list]] = free;
    free = first[list];
    first[list] = NONE;
  }

  long bytes() {
    return rows.memory() + following.length * 5L + first.length * 8L;
  }
}
