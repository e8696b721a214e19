package dev.tidemark.columnar.state;

import dev.tidemark.columnar.data.Batch;
import java.util.Arrays;

/**
 * Numbers the different pairs of a key and a slice in order of first appearance: an open-addressing
 * hash table. A slot holds the hash beside the number, so that most probes end in the slot itself.
 */
public final class GroupTable {
  private static final int SMALLEST = 64;

  private final KeyColumns keys;

  /** The hash in the upper half; in the lower one the number of the group and 1, or 0 for none. */
  private long[] slots = new long[SMALLEST];

  /** The slices of the groups; null as long as all are 0. */
  private long[] slices;

  private int size;

  /** Of no use but that reads which only warm the cache are not left out. */
  public long fetched;

  public GroupTable(KeyColumns keys) {
    this.keys = keys;
  }

  /** How many groups there are. */
  public int size() {
    return size;
  }

  public KeyColumns keys() {
    return keys;
  }

  /** The slice of a group. */
  public long slice(int group) {
    return slices == null ? 0 : slices[group];
  }

  /**
   * The number of a row's group, which is new if it equals {@link #size()} before the call.
   *
   * @param keyHash what {@link KeyColumns#hash} says of the row
   * @param slice 0 where there are none
   */
  public int group(Batch batch, int row, long keyHash, long slice) {
    int hash = (int) (slice == 0 ? keyHash : KeyColumns.mix(keyHash ^ slice));
    int mask = slots.length - 1;
    int slot = hash & mask;
    while (true) {
      long found = slots[slot];
      if (found == 0) {
        keys.put(size, batch, row);
        return add(hash, slice, slot);
      }
      if ((int) (found >>> 32) == hash) {
        int group = (int) found - 1;
        if (slice(group) == slice && keys.equal(group, batch, row)) {
          return group;
        }
      }
      slot = (slot + 1) & mask;
    }
  }

  /**
   * The number of the group, of no slice, whose key is that of a group elsewhere. It is new if it
   * equals {@link #size()} before the call.
   *
   * @param keyHash what {@link KeyColumns#hash} has said of the key
   */
  public int group(KeyColumns source, int entry, long keyHash) {
    int slot = search(source, entry, (int) keyHash);
    if (slots[slot] != 0) {
      return (int) slots[slot] - 1;
    }
    keys.put(size, source, entry);
    return add((int) keyHash, 0, slot);
  }

  /** The same, or -1 if there is none. */
  public int find(KeyColumns source, int entry, long keyHash) {
    return (int) slots[search(source, entry, (int) keyHash)] - 1;
  }

  private int search(KeyColumns source, int entry, int hash) {
    int mask = slots.length - 1;
    int slot = hash & mask;
    while (slots[slot] != 0
        && ((int) (slots[slot] >>> 32) != hash
            || !keys.equal((int) slots[slot] - 1, source, entry))) {
      slot = (slot + 1) & mask;
    }
    return slot;
  }

  /** Reads what the next searches will read; see {@link RowIndex#fetch}. */
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
      sum += slots[slot] == 0 ? 0 : keys.fetch((int) slots[slot] - 1);
    }
    fetched += sum;
  }

  private int add(int hash, long slice, int slot) {
    int group = size++;
    if (slices == null && slice != 0) {
      slices = new long[Math.max(16, Integer.highestOneBit(group + 1) * 2)];
    }
    if (slices != null) {
      if (group == slices.length) {
        slices = Arrays.copyOf(slices, group * 2);
      }
      slices[group] = slice;
    }
    slots[slot] = ((long) hash << 32) | (group + 1);
    if (size * 2 > slots.length) {
      rehash(slots.length * 2);
    }
    return group;
  }

  private void rehash(int length) {
    long[] old = slots;
    slots = new long[length];
    int mask = length - 1;
    for (long each : old) {
      if (each != 0) {
        int slot = (int) (each >>> 32) & mask;
        while (slots[slot] != 0) {
          slot = (slot + 1) & mask;
        }
        slots[slot] = each;
      }
    }
  }

  /** Forgets all groups. */
  public void clear() {
    if (size * 16 < slots.length) {
      slots = new long[Math.max(SMALLEST, slots.length / 4)]; // it was wide once
    } else {
      Arrays.fill(slots, 0);
    }
    size = 0;
    keys.clear();
  }

  /** Bytes that are held. */
  public long memory() {
    return slots.length * 8L + (slices == null ? 0 : slices.length * 8L) + keys.memory();
  }
}
