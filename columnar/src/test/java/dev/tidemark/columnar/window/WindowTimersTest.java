package dev.tidemark.columnar.window;

import static org.assertj.core.api.Assertions.assertThat;

import dev.tidemark.columnar.agg.AggregateSpec;
import dev.tidemark.columnar.state.KeyColumns;
import java.util.Random;
import org.apache.flink.runtime.state.heap.HeapPriorityQueue;
import org.apache.flink.runtime.state.heap.HeapPriorityQueueElement;
import org.apache.flink.table.types.logical.LogicalType;
import org.junit.jupiter.api.Test;

/** Timers come out in the order of Flink's heap, those of the same time as well. */
class WindowTimersTest {

  @Test
  void theOrderOfFlinksHeap() {
    for (long seed = 0; seed < 200; seed++) {
      Random random = new Random(seed);
      WindowTimers timers = new WindowTimers();
      HeapPriorityQueue<Element> flink =
          new HeapPriorityQueue<>((a, b) -> Long.compare(a.time, b.time), 1);
      WindowSlot slot = new WindowSlot(new KeyColumns(new int[0], new LogicalType[0]), NONE);
      int times = 1 + random.nextInt(6); // few, so that many are the same
      for (int number = 0; number < 500; number++) {
        if (random.nextInt(5) < 3) {
          long time = random.nextInt(times);
          timers.add(time, slot, number);
          flink.add(new Element(time, number));
        } else {
          assertSameFirst(timers, flink, seed);
        }
      }
      while (!flink.isEmpty()) {
        assertSameFirst(timers, flink, seed);
      }
      assertThat(timers.isEmpty()).as("seed %d", seed).isTrue();
    }
  }

  private static final AggregateSpec[] NONE = {};

  private static void assertSameFirst(
      WindowTimers timers, HeapPriorityQueue<Element> flink, long seed) {
    Element first = flink.poll();
    assertThat(timers.isEmpty()).as("seed %d", seed).isEqualTo(first == null);
    if (first != null) {
      assertThat(timers.nextTime()).as("seed %d", seed).isEqualTo(first.time);
      assertThat(timers.entry()).as("seed %d", seed).isEqualTo(first.number);
      timers.remove();
    }
  }

  private static final class Element implements HeapPriorityQueueElement {
    final long time;
    final int number;
    private int index;

    Element(long time, int number) {
      this.time = time;
      this.number = number;
    }

    @Override
    public int getInternalIndex() {
      return index;
    }

    @Override
    public void setInternalIndex(int newIndex) {
      index = newIndex;
    }
  }
}
