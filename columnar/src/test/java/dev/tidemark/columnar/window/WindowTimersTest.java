package dev.tidemark.columnar.window;

import static org.assertj.core.api.Assertions.assertThat;

import dev.tidemark.columnar.agg.AggregateSpec;
import dev.tidemark.columnar.state.KeyColumns;
import dev.tidemark.columnar.state.TimerHeap;
import java.util.Random;
import org.apache.flink.table.types.logical.LogicalType;
import org.junit.jupiter.api.Test;

/** What belongs to a timer stays with it, through many that come and go. */
class WindowTimersTest {

  @Test
  void slotsAndEntriesStayWithTheirTimers() {
    WindowSlot[] slots = new WindowSlot[7];
    for (int i = 0; i < slots.length; i++) {
      slots[i] =
          new WindowSlot(new KeyColumns(new int[0], new LogicalType[0]), new AggregateSpec[0]);
    }
    for (long seed = 0; seed < 50; seed++) {
      Random random = new Random(seed);
      WindowTimers timers = new WindowTimers();
      TimerHeap numbers = new TimerHeap();
      for (int number = 0; number < 2000; number++) {
        if (random.nextInt(5) < 3) {
          long time = random.nextInt(50);
          timers.add(time, slots[number % slots.length], number);
          numbers.add(time, number);
        } else if (!numbers.isEmpty()) {
          int first = numbers.group();
          assertThat(timers.time()).as("seed %d", seed).isEqualTo(numbers.time());
          assertThat(timers.entry()).as("seed %d", seed).isEqualTo(first);
          assertThat(timers.slot()).as("seed %d", seed).isSameAs(slots[first % slots.length]);
          timers.remove();
          numbers.remove();
        }
        assertThat(timers.isEmpty()).as("seed %d", seed).isEqualTo(numbers.isEmpty());
      }
    }
  }
}
