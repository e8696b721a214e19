package dev.tidemark.columnar.state;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.ArrayList;
import java.util.List;
import java.util.Random;
import net.jqwik.api.ForAll;
import net.jqwik.api.Property;
import org.apache.flink.runtime.state.PriorityComparator;
import org.apache.flink.runtime.state.heap.HeapPriorityQueue;
import org.apache.flink.runtime.state.heap.HeapPriorityQueueElement;

class TimerHeapTest {
  private static final class Timer implements HeapPriorityQueueElement {
    final long time;
    final int group;
    int index;

    Timer(long time, int group) {
      this.time = time;
      this.group = group;
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

  @Property(tries = 300)
  void timersForTheSameTimeComeAsInFlinksQueue(@ForAll long seed) {
    Random random = new Random(seed);
    PriorityComparator<Timer> byTime = (a, b) -> Long.compare(a.time, b.time);
    HeapPriorityQueue<Timer> theirs = new HeapPriorityQueue<>(byTime, 128);
    boolean fromTheMiddle = random.nextBoolean();
    TimerHeap ours = fromTheMiddle ? TimerHeap.withPositions() : new TimerHeap();
    List<Timer> timers = new ArrayList<>();
    int times = 1 + random.nextInt(20);
    for (int i = 0; i < 500; i++) {
      if (random.nextInt(3) > 0) {
        long time = random.nextInt(times);
        Timer timer = new Timer(time, i);
        theirs.add(timer);
        timers.add(timer);
        ours.add(time, i);
      } else if (fromTheMiddle && random.nextInt(3) > 0 && !timers.isEmpty()) {
        Timer timer = timers.remove(random.nextInt(timers.size()));
        theirs.remove(timer);
        ours.remove(timer.group);
      } else if (!theirs.isEmpty()) {
        Timer timer = theirs.poll();
        timers.remove(timer);
        assertThat(ours.time()).isEqualTo(timer.time);
        assertThat(ours.group()).isEqualTo(timer.group);
        ours.remove();
      }
      assertThat(ours.isEmpty()).isEqualTo(theirs.isEmpty());
    }
  }
}
