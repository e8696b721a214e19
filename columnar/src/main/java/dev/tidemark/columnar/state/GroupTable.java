package dev.tidemark.columnar.state;

import dev.tidemark.columnar.data.Batch;
import java.util.Arrays;

/**
 * Numbers the different pairs of a key and a slice in order of first appearance: an open-addressing
 * hash table over primitive arrays.
 */
public final class GroupTable {
  private static final int SMALLEST = 64;

  private final KeyColumns keys;
  private int[] slots = new int[SMALLEST];
  private long[] hashes = new long[16];
  private long[] slices = new long[16];
  private int size;

  public GroupTable(KeyColumns keys) {
    this.keys = keys;
    Arrays.fill(slots, -1);
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
    return slices[group];
  }

  /**
   * The number of a row's group, which is new if it equals {@link #size()} before the call.
   *
   * @param keyHash what {@link KeyColumns#hash} says of the row
   */
  public int group(Batch batch, int row, long keyHash, long slice) {
    long hash = KeyColumns.mix(keyHash ^ slice);
    int mask = slots.length - 1;
    int slot = (int) hash & mask;
    while (true) {
      int group = slots[slot];
      if (group < 0) {
        break;
      }
      if (hashes[group] == hash && slices[group] == slice && keys.equal(group, batch, row)) {
        return group;
      }
      slot = (slot + 1) & mask;
    }
    return add(batch, row, hash, slice, slot);
  }

  private int add(Batch batch, int row, long hash, long slice, int slot) {
    int group = size++;
    if (group == hashes.length) {
      hashes = Arrays.copyOf(hashes, group * 2);
      slices = Arrays.copyOf(slices, group * 2);
    }
    hashes[group] = hash;
    slices[group] = slice;
    keys.put(group, batch, row);
    slots[slot] = group;
    if (size * 2 > slots.length) {
      rehash(slots.length * 2);
    }
    return group;
  }

  private void rehash(int length) {
    slots = new int[length];
    Arrays.fill(slots, -1);
    int mask = length - 1;
    for (int group = 0; group < size; group++) {
      int slot = (int) hashes[group] & mask;
      while (slots[slot] >= 0) {
        slot = (slot + 1) & mask;
      }
      slots[slot] = group;
    }
  }

  /** Forgets all groups. */
  public void clear() {
    if (size * 8 < slots.length && slots.length > SMALLEST) {
      int mask = slots.length - 1;
      // Few groups in a wide table: their slots are found faster one by one.
      for (int group = 0; group < size; group++) {
        int slot = (int) hashes[group] & mask;
        while (slots[slot] >= 0) {
          slots[slot] = -1;
          slot = (slot + 1) & mask;
        }
      }
    } else {
      Arrays.fill(slots, -1);
    }
    size = 0;
    keys.clear();
  }

  /** Bytes that are held. */
  public long memory() {
    return slots.length * 4L + hashes.length * 16L + keys.memory();
  }
}
