package dev.tidemark.columnar.window;

import dev.tidemark.columnar.state.TimerHeap;
import java.util.Arrays;

/** Which windows go out when, for which keys: in the order in which Flink's timers fire. */
public final class WindowTimers {
  private final TimerHeap heap = new TimerHeap();

  /** Of each timer its slot and the entry there; the heap knows the place in these. */
  private WindowSlot[] slots = new WindowSlot[64];

  private int[] entries = new int[64];

  /** Places that timers have left. */
  private int[] free = new int[64];

  private int freed;
  private int used;

  public boolean isEmpty() {
    return heap.isEmpty();
  }

  /** When the first timer is due, in milliseconds. */
  public long time() {
    return heap.time();
  }

  /** The slot of the first timer. */
  public WindowSlot slot() {
    return slots[heap.group()];
  }

  /** The entry of the first timer in its slot. */
  public int entry() {
    return entries[heap.group()];
  }

  /** Adds a timer, which is not there yet. */
  public void add(long time, WindowSlot slot, int entry) {
    int place = freed > 0 ? free[--freed] : used++;
    if (place == slots.length) {
      slots = Arrays.copyOf(slots, 2 * place);
      entries = Arrays.copyOf(entries, 2 * place);
      free = Arrays.copyOf(free, 2 * place);
    }
    slots[place] = slot;
    entries[place] = entry;
    heap.add(time, place);
  }

  /** Takes the first timer out. */
  public void remove() {
    int place = heap.group();
    heap.remove();
    slots[place] = null;
    free[freed++] = place;
  }

  /** Bytes that are held. */
  public long memory() {
    return heap.memory() + slots.length * 16L;
  }
}
