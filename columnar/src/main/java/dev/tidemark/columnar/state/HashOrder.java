package dev.tidemark.columnar.state;

import java.util.Arrays;
import java.util.HashMap;
import java.util.Iterator;
import java.util.Map;

/**
 * Entries of many maps, each map in the order in which a {@link HashMap} goes through its entries:
 * Flink's map state on the heap is one, and what it emits comes in that order.
 *
 * <p>A map of few entries is a list of their numbers, by the place they have in a table of 16, and
 * those of one place by age. One that outgrows this table becomes a {@code HashMap}, with the same
 * history.
 */
public abstract class HashOrder {
  private static final int NONE = -1;

  /** How many entries a new {@code HashMap} takes before its table grows. */
  private static final int FEW = 12;

  /** So many entries in one place, and the next one makes a {@code HashMap} do something else. */
  private static final int CROWD = 8;

  private int[] heads = new int[16];
  private int[] sizes = new int[16];
  private Object[] large = new Object[0];
  private int maps;

  private int[] next = new int[16];
  private int[] hashes = new int[16];

  // Where begin() and next() are.
  private int map;
  private int previous;
  private int current;
  private Iterator<Entry> iterator;

  /** Bytes of maps that became a {@code HashMap}, roughly. */
  private long largeBytes;

  /** Whether two entries have equal keys. */
  protected abstract boolean same(int entry, int other);

  /** Makes room for so many maps. */
  public final void grow(int count) {
    if (count > heads.length) {
      int length = Math.max(count, heads.length * 2);
      heads = Arrays.copyOf(heads, length);
      sizes = Arrays.copyOf(sizes, length);
    }
    while (maps < count) {
      sizes[maps] = 0;
      heads[maps++] = NONE;
    }
  }

  /** Whether a map is other than a new one. */
  public final boolean hasMap(int which) {
    return heads[which] != NONE || large(which) != null;
  }

  /**
   * Gives other numbers to maps.
   *
   * @param numbers the new ones, which rise; -1 for maps that are as new ones and go
   * @param count how many are left
   */
  public final void renumber(int[] numbers, int count) {
    for (int old = 0; old < numbers.length; old++) {
      int number = numbers[old];
      if (number < 0 || number == old) {
        continue;
      }
      heads[number] = heads[old];
      sizes[number] = sizes[old];
      if (old < large.length) {
        large[number] = large[old];
        large[old] = null;
      } else if (number < large.length) {
        large[number] = null;
      }
    }
    maps = count;
    for (int i = count; i < large.length; i++) {
      large[i] = null;
    }
    if (count < heads.length / 4) {
      heads = Arrays.copyOf(heads, Math.max(16, count * 2));
      sizes = Arrays.copyOf(sizes, heads.length);
      large = Arrays.copyOf(large, Math.min(large.length, heads.length));
    }
  }

  /** How many entries a map has. */
  public final int size(int which) {
    Map<Entry, Entry> big = large(which);
    return big == null ? sizes[which] : big.size();
  }

  /**
   * Adds an entry to a map, if it has none with an equal key.
   *
   * @param entry its number, which no other entry of any map has
   * @param hash the hash code of its key
   * @return the number of the entry with an equal key that was there; else its own
   */
  public final int add(int which, int entry, int hash) {
    Map<Entry, Entry> big = large(which);
    if (big == null) {
      int place = place(hash);
      int after = NONE;
      int crowd = 0;
      for (int each = heads[which]; each != NONE; each = next[each]) {
        int other = place(hashes[each]);
        if (other > place) {
          break;
        }
        if (other == place) {
          crowd++;
          if (hashes[each] == hash && same(each, entry)) {
            return each;
          }
        }
        after = each;
      }
      if (sizes[which] < FEW && crowd < CROWD) {
        insert(which, entry, hash, after);
        return entry;
      }
      big = enlarge(which);
    }
    Entry added = new Entry(this, entry, hash);
    Entry known = big.putIfAbsent(added, added);
    if (known != null) {
      return known.number;
    }
    largeBytes += Entry.BYTES;
    return entry;
  }

  private static int place(int hash) {
    return (hash ^ (hash >>> 16)) & 15;
  }

  private void insert(int which, int entry, int hash, int after) {
    if (entry >= next.length) {
      int length = Math.max(entry + 1, next.length * 2);
      next = Arrays.copyOf(next, length);
      hashes = Arrays.copyOf(hashes, length);
    }
    hashes[entry] = hash;
    if (after == NONE) {
      next[entry] = heads[which];
      heads[which] = entry;
    } else {
      next[entry] = next[after];
      next[after] = entry;
    }
    sizes[which]++;
  }

  /** The same entries in the same order, and from here on all is the {@code HashMap}'s doing. */
  private Map<Entry, Entry> enlarge(int which) {
    Map<Entry, Entry> big = new HashMap<>();
    for (int each = heads[which]; each != NONE; each = next[each]) {
      Entry entry = new Entry(this, each, hashes[each]);
      big.put(entry, entry);
    }
    if (which >= large.length) {
      large = Arrays.copyOf(large, heads.length);
    }
    large[which] = big;
    largeBytes += (long) Entry.BYTES * big.size();
    heads[which] = NONE;
    sizes[which] = 0;
    return big;
  }

  @SuppressWarnings("unchecked")
  private Map<Entry, Entry> large(int which) {
    return which < large.length ? (Map<Entry, Entry>) large[which] : null;
  }

  /** Goes to the beginning of a map. One at a time can be gone through. */
  public final void begin(int which) {
    map = which;
    previous = NONE;
    current = NONE;
    Map<Entry, Entry> big = large(which);
    iterator = big == null ? null : big.values().iterator();
  }

  /** The next entry; -1 at the end. */
  public final int next() {
    if (iterator != null) {
      return iterator.hasNext() ? iterator.next().number : NONE;
    }
    if (current != NONE) {
      previous = current;
      current = next[current];
    } else {
      current = previous == NONE ? heads[map] : next[previous];
    }
    return current;
  }

  /** Takes out the entry that {@link #next} gave last, as the iterator of a map does. */
  public final void remove() {
    if (iterator != null) {
      iterator.remove();
      largeBytes -= Entry.BYTES;
      return;
    }
    if (previous == NONE) {
      heads[map] = next[current];
    } else {
      next[previous] = next[current];
    }
    current = NONE;
    sizes[map]--;
  }

  /** Puts a new map in the place of one. */
  public final void clear(int which) {
    Map<Entry, Entry> big = large(which);
    if (big != null) {
      largeBytes -= (long) Entry.BYTES * big.size();
      large[which] = null;
    }
    heads[which] = NONE;
    sizes[which] = 0;
  }

  /** Bytes that are held. */
  public final long memory() {
    return (heads.length + sizes.length + next.length + hashes.length) * 4L
        + large.length * 4L
        + largeBytes;
  }

  /** An entry of a map that became a {@code HashMap}. */
  private static final class Entry {
    /** With the node that holds it, and its share of the table. */
    static final int BYTES = 24 + 32 + 8;

    private final HashOrder owner;
    final int number;
    private final int hash;

    Entry(HashOrder owner, int number, int hash) {
      this.owner = owner;
      this.number = number;
      this.hash = hash;
    }

    @Override
    public int hashCode() {
      return hash;
    }

    @Override
    public boolean equals(Object other) {
      return other instanceof Entry that && hash == that.hash && owner.same(number, that.number);
    }
  }
}
