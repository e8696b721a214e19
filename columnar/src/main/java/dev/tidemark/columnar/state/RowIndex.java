package dev.tidemark.columnar.state;

import dev.tidemark.columnar.data.Batch;

/** Finds the rows of a {@link RowStore} by some columns: an open-addressing hash table. */
public final class RowIndex {
  private final RowStore rows;
  private final int[] columns;

  /** The hash in the upper half; in the lower one the number of the row and 1, or 0 for none. */
  private long[] slots = new long[64];

  private int size;

  /** Of no use but that reads which only warm the cache are not left out. */
  public long fetched;

  public RowIndex(RowStore rows, int[] columns) {
    this.rows = rows;
    this.columns = columns;
  }

  /** Adds a row, with the hash of its columns. */
  public void add(int number, long hash) {
    if (size * 2 >= slots.length) {
      grow();
    }
    put(((long) (int) hash << 32) | (number + 1));
    size++;
  }

  private void put(long entry) {
    int mask = slots.length - 1;
    int slot = (int) (entry >>> 32) & mask;
    while (slots[slot] != 0) {
      slot = (slot + 1) & mask;
    }
    slots[slot] = entry;
  }

  private void grow() {
    long[] old = slots;
    slots = new long[old.length * 2];
    for (long each : old) {
      if (each != 0) {
        put(each);
      }
    }
  }

  /** A row that equals one of a batch; -1 if none does. */
  public int find(Batch batch, int row, long hash) {
    int mask = slots.length - 1;
    for (int slot = (int) hash & mask; slots[slot] != 0; slot = (slot + 1) & mask) {
      if ((int) (slots[slot] >>> 32) == (int) hash) {
        int number = (int) slots[slot] - 1;
        if (rows.equal(number, columns, batch, row)) {
          return number;
        }
      }
    }
    return -1;
  }

  /**
   * Reads what the next searches will read. Far apart as it lies in memory, the processor fetches
   * several at once here, where nothing depends on them.
   */
  public void fetch(long[] hashes, int from, int to) {
    long sum = 0;
    int mask = slots.length - 1;
    for (int i = from; i < to; i++) {
      sum += slots[(int) hashes[i] & mask];
    }
    for (int i = from; i < to; i++) {
      int slot = (int) hashes[i] & mask;
      while (slots[slot] != 0 && (int) (slots[slot] >>> 32) != (int) hashes[i]) {
        slot = (slot + 1) & mask;
      }
      sum += slots[slot] == 0 ? 0 : rows.fetch((int) slots[slot] - 1);
    }
    fetched += sum;
  }

  /** The oldest row that equals one of a batch; -1 if none does. */
  public int find(Batch batch, int row, long hash, RowOrder order) {
    int mask = slots.length - 1;
    int found = -1;
    for (int slot = (int) hash & mask; slots[slot] != 0; slot = (slot + 1) & mask) {
      if ((int) (slots[slot] >>> 32) == (int) hash) {
        int number = (int) slots[slot] - 1;
        if (rows.equal(number, columns, batch, row)
            && (found < 0 || order.isOlder(number, found))) {
          found = number;
        }
      }
    }
    return found;
  }

  /** Takes a row out that was added. */
  public void remove(int number, long hash) {
    int mask = slots.length - 1;
    int slot = (int) hash & mask;
    while ((int) slots[slot] - 1 != number) {
      slot = (slot + 1) & mask;
    }
    size--;
    // Moves up what could not have its own slot, so that no search ends too early.
    int gap = slot;
    for (slot = (slot + 1) & mask; slots[slot] != 0; slot = (slot + 1) & mask) {
      int home = (int) (slots[slot] >>> 32) & mask;
      if (((slot - home) & mask) >= ((slot - gap) & mask)) {
        slots[gap] = slots[slot];
        gap = slot;
      }
    }
    slots[gap] = 0;
  }

  /** Bytes that are held. */
  public long memory() {
    return slots.length * 8L;
  }
}
