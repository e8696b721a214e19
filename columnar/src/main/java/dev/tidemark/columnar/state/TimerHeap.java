package dev.tidemark.columnar.state;

import java.util.Arrays;

/**
 * Timers of groups, the earliest first. Of timers for the same time, that one comes first which
 * comes first in Flink's HeapPriorityQueue, whose steps are the same.
 */
public final class TimerHeap {
  private long[] times = new long[16];
  private int[] groups = new int[16];
  private int size;

  /** Of each group the place of its timer; null where nobody takes timers out of the middle. */
  private int[] places;

  /** A heap in which each group has one timer, which can be taken out wherever it is. */
  public static TimerHeap withPositions() {
    TimerHeap heap = new TimerHeap();
    heap.places = new int[16];
    return heap;
  }

  /** Whether there are no timers. */
  public boolean isEmpty() {
    return size == 0;
  }

  /** The time of the earliest timer. */
  public long time() {
    return times[1];
  }

  /** The group of the earliest timer. */
  public int group() {
    return groups[1];
  }

  /** Adds a timer, which is not there yet. */
  public void add(long time, int group) {
    size++;
    if (size == times.length) {
      times = Arrays.copyOf(times, size * 2);
      groups = Arrays.copyOf(groups, size * 2);
    }
    if (places != null && group >= places.length) {
      places = Arrays.copyOf(places, Math.max(group + 1, places.length * 2));
    }
    siftUp(size, time, group);
  }

  private void siftUp(int from, long time, int group) {
    int at = from;
    for (int parent = at >>> 1; parent > 0 && time < times[parent]; parent >>>= 1) {
      move(parent, at);
      at = parent;
    }
    put(at, time, group);
  }

  /** Takes the earliest timer out. */
  public void remove() {
    removeAt(1);
  }

  /** Takes the timer of a group out, which is there; for heaps {@link #withPositions}. */
  public void remove(int group) {
    removeAt(places[group]);
  }

  private void removeAt(int from) {
    long time = times[size];
    int group = groups[size];
    size--;
    if (from > size) {
      return;
    }
    int at = from;
    int child = child(at);
    while (child <= size && times[child] < time) {
      move(child, at);
      at = child;
      child = child(at);
    }
    if (at == from) {
      siftUp(at, time, group);
    } else {
      put(at, time, group);
    }
  }

  /** The child that comes first. */
  private int child(int at) {
    int child = at << 1;
    return child < size && times[child + 1] < times[child] ? child + 1 : child;
  }

  private void move(int from, int to) {
    put(to, times[from], groups[from]);
  }

  private void put(int at, long time, int group) {
    times[at] = time;
    groups[at] = group;
    if (places != null) {
      places[group] = at;
    }
  }

  /** The groups have other numbers now. */
  public void renumber(int[] numbers) {
    for (int i = 1; i <= size; i++) {
      groups[i] = numbers[groups[i]];
    }
  }

  /** Bytes that are held. */
  public long memory() {
    return times.length * 12L + (places == null ? 0 : places.length * 4L);
  }
}
