package dev.tidemark.columnar.join;

import dev.tidemark.columnar.data.Batch;
import dev.tidemark.columnar.data.LongColumn;
import dev.tidemark.columnar.op.Stage;
import dev.tidemark.columnar.op.StageContext;
import dev.tidemark.columnar.state.RowStore;
import dev.tidemark.columnar.state.TimerHeap;
import java.util.Arrays;
import java.util.HashMap;
import java.util.Map;
import org.apache.flink.metrics.Counter;
import org.apache.flink.table.runtime.util.TimeWindowUtil;
import org.apache.flink.types.RowKind;

/** As Flink's WindowJoinOperator with its WindowJoinHelper. */
final class WindowJoin extends Join {

  /** The rows of a key in a window are a list; of each window, the number of each key's list. */
  private static final class Window {
    int[] lists = new int[16];
    int waiting;

    Window() {
      Arrays.fill(lists, -1);
    }
  }

  private final WindowJoinSpec spec;
  private final WindowedRows[] sides = new WindowedRows[2];
  private final Counter[] late;
  private final JoinOutput output;
  private final FlinkCondition.Running condition;
  private final TimerHeap timers = new TimerHeap();
  private final Map<Long, Window> windows = new HashMap<>();
  private Window lastWindow;
  private long lastEnd;
  private long windowBytes;

  // For each list, its window and its key.
  private long[] ends = new long[16];
  private int[] keys = new int[16];

  /** For each list, whether its rows match none because their key is not whole. */
  private boolean[] unmatched = new boolean[16];

  private int[] free = new int[16];
  private int freeLists;
  private int lists;

  WindowJoin(WindowJoinSpec spec, StageContext context, Stage next) throws Exception {
    super(spec.keys(), context, next);
    this.spec = spec;
    for (int side = 0; side < 2; side++) {
      sides[side] = new WindowedRows(spec.types()[side], spec.outer()[side]);
    }
    RowStore[] stores = {sides[0].rows, sides[1].rows};
    this.output = new JoinOutput(stores, spec.types(), true, context, next);
    this.condition = spec.condition().start(context);
    this.late =
        new Counter[] {
          context.functions().getMetricGroup().counter("leftNumLateRecordsDropped"),
          context.functions().getMetricGroup().counter("rightNumLateRecordsDropped")
        };
  }

  @Override
  void prepare(int side, Batch batch) {}

  @Override
  void grow(int count) {}

  @Override
  void take(int side, Batch batch, int place, int row) {
    long end = ((LongColumn) batch.columns[spec.ends()[side]]).values[row];
    if (TimeWindowUtil.isWindowFired(end, watermark(), spec.zone())) {
      late[side].inc();
      return;
    }
    int key = key(side, place, row);
    Window window = window(end);
    if (key >= window.lists.length) {
      int length = window.lists.length;
      window.lists = Arrays.copyOf(window.lists, Math.max(key + 1, length * 2));
      Arrays.fill(window.lists, length, window.lists.length, -1);
      windowBytes += (window.lists.length - length) * 4L;
    }
    int list = window.lists[key];
    if (list < 0) {
      list = newList(end, key);
      unmatched[list] = isUnmatched(side, row);
      window.lists[key] = list;
      window.waiting++;
      timers.add(TimeWindowUtil.toEpochMillsForTimer(end - 1, spec.zone()), list);
    }
    sides[side].add(list, batch, row);
  }

  private Window window(long end) {
    if (lastWindow == null || end != lastEnd) {
      lastWindow = windows.get(end);
      if (lastWindow == null) {
        lastWindow = new Window();
        windows.put(end, lastWindow);
        windowBytes += lastWindow.lists.length * 4L;
      }
      lastEnd = end;
    }
    return lastWindow;
  }

  private int newList(long end, int key) {
    int list = freeLists > 0 ? free[--freeLists] : lists++;
    if (list == ends.length) {
      ends = Arrays.copyOf(ends, list * 2);
      keys = Arrays.copyOf(keys, list * 2);
      unmatched = Arrays.copyOf(unmatched, list * 2);
      free = Arrays.copyOf(free, list * 2);
    }
    ends[list] = end;
    keys[list] = key;
    sides[0].begin(list);
    sides[1].begin(list);
    return list;
  }

  @Override
  void advance(long time) throws Exception {
    while (!timers.isEmpty() && timers.time() <= time) {
      int list = timers.group();
      timers.remove();
      join(list);
      output.settle();
      sides[0].clear(list);
      sides[1].clear(list);
      forget(list);
    }
    if (time != Long.MAX_VALUE) {
      output.mark(time);
    }
  }

  private void forget(int list) {
    Window window = windows.get(ends[list]);
    window.lists[keys[list]] = -1;
    if (--window.waiting == 0) {
      windows.remove(ends[list]);
      windowBytes -= window.lists.length * 4L;
      lastWindow = null;
    }
    keys[list] = -1;
    free[freeLists++] = list;
  }

  @Override
  boolean[] needed(int count) {
    boolean[] needed = new boolean[count];
    for (int list = 0; list < lists; list++) {
      if (keys[list] >= 0) {
        needed[keys[list]] = true;
      }
    }
    return needed;
  }

  @Override
  void renumber(int[] numbers, int count) {
    windowBytes = 0;
    for (Window window : windows.values()) {
      window.lists = new int[Math.max(16, count)];
      Arrays.fill(window.lists, -1);
      windowBytes += window.lists.length * 4L;
    }
    for (int list = 0; list < lists; list++) {
      if (keys[list] >= 0) {
        keys[list] = numbers[keys[list]];
        windows.get(ends[list]).lists[keys[list]] = list;
      }
    }
  }

  private void join(int list) throws Exception {
    // Of a right outer join the right rows come in their order, else the left ones.
    int outside = sides[1].outer && !sides[0].outer ? 1 : 0;
    int inside = 1 - outside;
    WindowedRows outsides = sides[outside];
    WindowedRows insides = sides[inside];
    for (int row = outsides.first(list); row >= 0; row = outsides.following(row)) {
      boolean matches = false;
      for (int other = insides.first(list); other >= 0; other = insides.following(other)) {
        if (!unmatched[list] && holds(outside, row, other)) {
          output.add(RowKind.INSERT, outside, row, other);
          insides.setEmitted(other);
          matches = true;
        }
      }
      if (!matches && outsides.outer) {
        output.add(RowKind.INSERT, outside, row, -1);
      }
    }
    if (insides.outer) {
      for (int other = insides.first(list); other >= 0; other = insides.following(other)) {
        if (!insides.isEmitted(other)) {
          output.add(RowKind.INSERT, inside, other, -1);
        }
      }
    }
  }

  private boolean holds(int side, int number, int other) {
    int left = side == 0 ? number : other;
    int right = side == 0 ? other : number;
    return condition.isAlwaysTrue()
        || condition.holds(sides[0].view.at(left), sides[1].view.at(right));
  }

  @Override
  public void flush() throws Exception {
    output.flush();
  }

  @Override
  long memory() {
    return sides[0].bytes() + sides[1].bytes() + timers.memory() + windowBytes + ends.length * 17L;
  }
}
