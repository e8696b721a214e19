package dev.tidemark.columnar.window;

import dev.tidemark.columnar.agg.AggregateSpec;
import dev.tidemark.columnar.state.KeyColumns;
import java.util.ArrayDeque;
import java.util.HashMap;
import java.util.Map;
import org.apache.flink.table.types.logical.LogicalType;

/** The slots of all windows and slices that are open. */
public final class WindowSlots {
  /** Slots that are kept to be used again. */
  private static final int SPARE = 8;

  private final int[] keys;
  private final LogicalType[] keyTypes;
  private final AggregateSpec[] aggregates;
  private final Map<Long, WindowSlot> slots = new HashMap<>();
  private final ArrayDeque<WindowSlot> spare = new ArrayDeque<>();
  private WindowSlot last;

  /**
   * @param keys the key's places in the batches that come
   * @param keyTypes their types
   * @param aggregates what is kept for each key
   */
  public WindowSlots(int[] keys, LogicalType[] keyTypes, AggregateSpec[] aggregates) {
    this.keys = keys;
    this.keyTypes = keyTypes;
    this.aggregates = aggregates;
  }

  /** The slot of a window end, made if need be. */
  public WindowSlot slot(long end) {
    WindowSlot slot = find(end);
    if (slot == null) {
      slot = spare.isEmpty() ? make() : spare.pop();
      slot.begin(end);
      slots.put(end, slot);
      last = slot;
    }
    return slot;
  }

  private WindowSlot make() {
    return new WindowSlot(new KeyColumns(keys, keyTypes), aggregates);
  }

  /** The slot of a window end, or null. */
  public WindowSlot find(long end) {
    if (last != null && last.end() == end) {
      return last;
    }
    WindowSlot slot = slots.get(end);
    if (slot != null) {
      last = slot;
    }
    return slot;
  }

  /** Drops a slot that neither keeps a state nor waits for a timer. */
  public void dropIfEmpty(WindowSlot slot) {
    if (slot.isEmpty()) {
      slots.remove(slot.end());
      last = null;
      if (spare.size() < SPARE) {
        spare.push(slot);
      }
    }
  }

  /** How many slots there are. */
  public int size() {
    return slots.size();
  }

  /** Bytes that are held. */
  public long memory() {
    long sum = 0;
    for (WindowSlot each : slots.values()) {
      sum += each.memory();
    }
    for (WindowSlot each : spare) {
      sum += each.memory();
    }
    return sum;
  }
}
