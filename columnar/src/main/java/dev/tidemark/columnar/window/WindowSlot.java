package dev.tidemark.columnar.window;

import dev.tidemark.columnar.agg.Accumulator;
import dev.tidemark.columnar.agg.Accumulators;
import dev.tidemark.columnar.agg.AggregateSpec;
import dev.tidemark.columnar.data.Batch;
import dev.tidemark.columnar.state.GroupTable;
import dev.tidemark.columnar.state.KeyColumns;
import java.util.Arrays;

/**
 * What is kept of all keys for one window end: the state of the slice that ends there, and for
 * which keys a timer will emit the window that ends there. Dropped whole when there is neither.
 */
public final class WindowSlot {
  private static final byte STATE = 1;
  private static final byte TIMER = 2;

  private final GroupTable table;
  private final Accumulator[] accumulators;
  private long[] hashes = new long[16];
  private byte[] kept = new byte[16];
  private long end;

  /** How many states and timers there are. */
  private int count;

  WindowSlot(KeyColumns keys, AggregateSpec[] aggregates) {
    this.table = new GroupTable(keys);
    this.accumulators = Accumulators.of(aggregates);
  }

  /** Begins anew, for another window end. */
  void begin(long newEnd) {
    end = newEnd;
    table.clear();
    for (Accumulator each : accumulators) {
      each.clear();
    }
  }

  public long end() {
    return end;
  }

  public KeyColumns keys() {
    return table.keys();
  }

  public Accumulator[] accumulators() {
    return accumulators;
  }

  boolean isEmpty() {
    return count == 0;
  }

  public long hash(int entry) {
    return hashes[entry];
  }

  /** The entry of a row's key, made if need be. */
  public int entry(Batch batch, int row, long hash) {
    int known = table.size();
    return made(table.group(batch, row, hash, 0), known, hash);
  }

  /** The entry of a key that is kept elsewhere, made if need be. */
  public int entry(KeyColumns source, int sourceEntry, long hash) {
    int known = table.size();
    return made(table.group(source, sourceEntry, hash), known, hash);
  }

  private int made(int entry, int known, long hash) {
    if (entry == known) {
      if (entry == hashes.length) {
        hashes = Arrays.copyOf(hashes, 2 * entry);
        kept = Arrays.copyOf(kept, 2 * entry);
      }
      hashes[entry] = hash;
      kept[entry] = 0;
      for (Accumulator each : accumulators) {
        each.grow(entry + 1);
      }
    }
    return entry;
  }

  /** The entry of a key that is kept elsewhere, or -1. */
  public int find(KeyColumns source, int sourceEntry, long hash) {
    return table.find(source, sourceEntry, hash);
  }

  public boolean hasState(int entry) {
    return (kept[entry] & STATE) != 0;
  }

  /** The entry has a state from now on. */
  public void keepState(int entry) {
    if (!hasState(entry)) {
      kept[entry] |= STATE;
      count++;
    }
  }

  /** Forgets the state of an entry, if it has one. */
  public void clearState(int entry) {
    if (hasState(entry)) {
      kept[entry] ^= STATE;
      count--;
      for (Accumulator each : accumulators) {
        each.reset(entry);
      }
    }
  }

  /** Says whether there was no timer for the entry, which there is from now on. */
  public boolean addTimer(int entry) {
    if ((kept[entry] & TIMER) != 0) {
      return false;
    }
    kept[entry] |= TIMER;
    count++;
    return true;
  }

  public void removeTimer(int entry) {
    kept[entry] ^= TIMER;
    count--;
  }

  /** Bytes that are held. */
  long memory() {
    long sum = table.memory() + hashes.length * 9L;
    for (Accumulator each : accumulators) {
      sum += each.memory();
    }
    return sum;
  }
}
