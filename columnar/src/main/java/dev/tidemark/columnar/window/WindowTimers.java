package dev.tidemark.columnar.window;

import java.util.Arrays;

/**
 * Timers by time: a binary heap that moves its elements as Flink's HeapPriorityQueue does, because
 * the order in which timers of the same time come out follows from that.
 */
public final class WindowTimers {
  /** The root is at 1, as in Flink. */
  private long[] times = new long[64];

  private WindowSlot[] slots = new WindowSlot[64];
  private int[] entries = new int[64];
  private int size;

  /** When the first timer is due, in milliseconds; {@link Long#MAX_VALUE} if there is none. */
  public long nextTime() {
    return size == 0 ? Long.MAX_VALUE : times[1];
  }

  public boolean isEmpty() {
    return size == 0;
  }

  /** The slot of the first timer. */
  public WindowSlot slot() {
    return slots[1];
  }

  /** The entry of the first timer in its slot. */
  public int entry() {
    return entries[1];
  }

  public void add(long time, WindowSlot slot, int entry) {
    if (++size == times.length) {
      times = Arrays.copyOf(times, 2 * size);
      slots = Arrays.copyOf(slots, 2 * size);
      entries = Arrays.copyOf(entries, 2 * size);
    }
    int at = size;
    while (at > 1 && time < times[at >>> 1]) {
      move(at >>> 1, at);
      at >>>= 1;
    }
    put(at, time, slot, entry);
  }

  /** Takes the first timer away: the last one takes its place and sinks. */
  public void remove() {
    long time = times[size];
    WindowSlot slot = slots[size];
    int entry = entries[size];
    slots[size] = null;
    size--;
    if (size == 0) {
      return;
    }
    int at = 1;
    int child = earlierChild(at);
    while (child <= size && times[child] < time) {
      move(child, at);
      at = child;
      child = earlierChild(at);
    }
    put(at, time, slot, entry);
  }

  private int earlierChild(int at) {
    int child = 2 * at;
    return child < size && times[child + 1] < times[child] ? child + 1 : child;
  }

  private void move(int from, int to) {
    put(to, times[from], slots[from], entries[from]);
  }

  private void put(int at, long time, WindowSlot slot, int entry) {
    times[at] = time;
    slots[at] = slot;
    entries[at] = entry;
  }

  /** Bytes that are held. */
  public long memory() {
    return times.length * 20L;
  }
}
