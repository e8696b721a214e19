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
    int at = size;
    for (int parent = at >>> 1; parent > 0 && time < times[parent]; parent >>>= 1) {
      move(parent, at);
      at = parent;
    }
    times[at] = time;
    groups[at] = group;
  }

  /** Takes the earliest timer out. */
  public void remove() {
    long time = times[size];
    int group = groups[size];
    size--;
    int at = 1;
    int child = child(at);
    while (child <= size && times[child] < time) {
      move(child, at);
      at = child;
      child = child(at);
    }
    times[at] = time;
    groups[at] = group;
  }

  /** The child that comes first. */
  private int child(int at) {
    int child = at << 1;
    return child < size && times[child + 1] < times[child] ? child + 1 : child;
  }

  private void move(int from, int to) {
    times[to] = times[from];
    groups[to] = groups[from];
  }

  /** The groups have other numbers now. */
  public void renumber(int[] numbers) {
    for (int i = 1; i <= size; i++) {
      groups[i] = numbers[groups[i]];
    }
  }

  /** Bytes that are held. */
  public long memory() {
    return times.length * 12L;
  }
}
