package dev.tidemark.columnar.state;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.ArrayList;
import java.util.HashMap;
import java.util.Iterator;
import java.util.List;
import java.util.Map;
import java.util.Random;
import net.jqwik.api.ForAll;
import net.jqwik.api.Property;

class HashOrderTest {
  /** Entries whose keys are the times that a list has at their numbers. */
  private static final class Times extends HashOrder {
    final List<Long> times = new ArrayList<>();

    @Override
    protected boolean same(int entry, int other) {
      return times.get(entry).equals(times.get(other));
    }
  }

  @Property(tries = 300)
  void goesThroughItsEntriesAsHashMapsDo(@ForAll long seed) {
    Random random = new Random(seed);
    int maps = 1 + random.nextInt(3);
    Times ours = new Times();
    ours.grow(maps);
    List<Map<Long, Integer>> theirs = new ArrayList<>();
    for (int i = 0; i < maps; i++) {
      theirs.add(new HashMap<>());
    }
    // Times that are multiples of a power of two meet in few places of a table, which makes trees.
    long unit = 1L << random.nextInt(12);
    int different = 1 + random.nextInt(200);
    int removals = random.nextInt(30);
    for (int step = 0; step < 400; step++) {
      int map = random.nextInt(maps);
      int choice = random.nextInt(100);
      if (choice == 0) {
        ours.clear(map);
        theirs.set(map, new HashMap<>());
      } else if (choice <= removals) {
        remove(ours, theirs.get(map), map, random.nextInt(3) * unit * different / 2);
      } else {
        long time = random.nextInt(different) * unit;
        ours.times.add(time);
        int number = ours.times.size() - 1;
        int added = ours.add(map, number, Long.hashCode(time));
        Integer known = theirs.get(map).putIfAbsent(time, number);
        assertThat(added).isEqualTo(known == null ? number : known);
      }
      if (step % 40 == 39) {
        renumber(ours, theirs);
        map = 0;
        if (theirs.isEmpty()) {
          theirs.add(new HashMap<>());
          ours.grow(1);
        }
        maps = theirs.size();
      }
      assertThat(entries(ours, map)).isEqualTo(List.copyOf(theirs.get(map).values()));
      assertThat(ours.size(map)).isEqualTo(theirs.get(map).size());
    }
  }

  /** Leaves out maps that are as new ones. */
  private static void renumber(Times ours, List<Map<Long, Integer>> theirs) {
    int[] numbers = new int[theirs.size()];
    List<Map<Long, Integer>> left = new ArrayList<>();
    for (int i = 0; i < numbers.length; i++) {
      numbers[i] = ours.hasMap(i) ? left.size() : -1;
      if (ours.hasMap(i)) {
        left.add(theirs.get(i));
      }
    }
    ours.renumber(numbers, left.size());
    theirs.clear();
    theirs.addAll(left);
  }

  /** Takes out what is before a time. */
  private static void remove(Times ours, Map<Long, Integer> theirs, int map, long time) {
    ours.begin(map);
    for (int entry = ours.next(); entry >= 0; entry = ours.next()) {
      if (ours.times.get(entry) < time) {
        ours.remove();
      }
    }
    Iterator<Map.Entry<Long, Integer>> iterator = theirs.entrySet().iterator();
    while (iterator.hasNext()) {
      if (iterator.next().getKey() < time) {
        iterator.remove();
      }
    }
  }

  private static List<Integer> entries(Times ours, int map) {
    List<Integer> entries = new ArrayList<>();
    ours.begin(map);
    for (int entry = ours.next(); entry >= 0; entry = ours.next()) {
      entries.add(entry);
    }
    return entries;
  }
}
