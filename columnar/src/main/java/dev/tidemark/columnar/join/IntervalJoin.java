package dev.tidemark.columnar.join;

import dev.tidemark.columnar.data.Batch;
import dev.tidemark.columnar.op.Stage;
import dev.tidemark.columnar.op.StageContext;
import dev.tidemark.columnar.state.RowStore;
import dev.tidemark.columnar.state.TimerHeap;
import org.apache.flink.types.RowKind;

/** As Flink's RowTimeIntervalJoin, with what its TimeIntervalJoin does not tell apart by key. */
final class IntervalJoin extends Join {
  private final IntervalJoinSpec spec;
  private final TimedRows[] sides = new TimedRows[2];
  private final JoinOutput output;
  private final FlinkCondition.Running condition;
  private final TimerHeap timers = new TimerHeap();

  /** By how much watermarks are held back. */
  private final long delay;

  /** Where event time is; 0 for all that is before. */
  private long now;

  /** For each side, up to when its rows have been removed. */
  private final long[] expired = new long[2];

  IntervalJoin(IntervalJoinSpec spec, StageContext context, Stage next) throws Exception {
    super(spec.keys(), context, next);
    this.spec = spec;
    for (int side = 0; side < 2; side++) {
      sides[side] = new TimedRows(spec.types()[side], spec.times()[side], spec.outer()[side]);
    }
    RowStore[] stores = {sides[0].rows, sides[1].rows};
    this.output = new JoinOutput(stores, spec.types(), true, context, next);
    this.condition = spec.condition().start(context);
    this.delay = Math.max(spec.reach()[0], spec.reach()[1]);
  }

  @Override
  void prepare(int side, Batch batch) {}

  @Override
  void grow(int count) {
    sides[0].growKeys(count);
    sides[1].growKeys(count);
  }

  @Override
  void take(int side, Batch batch, int place, int row) throws Exception {
    TimedRows own = sides[side];
    int key = key(side, place, row);
    int number = own.store(batch, row, output);
    long until = own.time(number) + spec.reach()[side];
    boolean emitted = false;
    if (expired[1 - side] < until) {
      expired[1 - side] = expiration(1 - side);
      emitted = join(side, number, key, isUnmatched(side, row));
    }
    if (now < until) {
      own.add(key, number, emitted);
      if (!own.hasTimer(key)) {
        setTimer(side, key, own.time(number));
      }
      return;
    }
    if (!emitted && own.outer) {
      output.add(RowKind.INSERT, side, number, -1);
    }
    own.forget(number);
  }

  /** Joins a row with those of the other side, and removes what has expired there. */
  private boolean join(int side, int number, int key, boolean unmatched) throws Exception {
    TimedRows others = sides[1 - side];
    long time = sides[side].time(number);
    long from = time - spec.reach()[1 - side];
    long to = time + spec.reach()[side];
    boolean emitted = false;
    others.begin(key);
    for (int first = others.next(); first >= 0; first = others.next()) {
      long otherTime = others.time(first);
      if (otherTime >= from && otherTime <= to && !unmatched) {
        for (int other = first; other >= 0; other = others.following(other)) {
          if (condition.isAlwaysTrue() || holds(side, number, other)) {
            output.add(RowKind.INSERT, side, number, other);
            others.setEmitted(other);
            emitted = true;
          }
        }
      }
      if (otherTime <= expired[1 - side]) {
        removeList(1 - side, first);
      }
    }
    return emitted;
  }

  private boolean holds(int side, int number, int other) {
    int left = side == 0 ? number : other;
    int right = side == 0 ? other : number;
    return condition.holds(sides[0].view.at(left), sides[1].view.at(right));
  }

  /** Rows that have never come out do so now, if they have to. */
  private void removeList(int side, int first) throws Exception {
    TimedRows rows = sides[side];
    if (rows.outer) {
      for (int each = first; each >= 0; each = rows.following(each)) {
        if (!rows.isEmitted(each)) {
          output.add(RowKind.INSERT, side, each, -1);
        }
      }
    }
    rows.removeList(first);
  }

  /** Rows of a side up to here match none that may still come. */
  private long expiration(int side) {
    return now < Long.MAX_VALUE ? now - spec.reach()[side] - 1 : Long.MAX_VALUE;
  }

  private void setTimer(int side, int key, long rowTime) {
    long time = rowTime + spec.reach()[side] + spec.cleanUpInterval() + 1;
    if (!sides[1 - side].hasTimer(key, time)) { // else there is a timer for this time
      timers.add(time, key);
    }
    sides[side].setTimer(key, time);
  }

  @Override
  void advance(long time) throws Exception {
    now = Math.max(time, 0);
    while (!timers.isEmpty() && timers.time() <= time) {
      long due = timers.time();
      int key = timers.group();
      timers.remove();
      for (int side = 1; side >= 0; side--) {
        if (sides[side].hasTimer(key, due)) {
          expired[side] = expiration(side);
          removeExpired(side, key);
        }
      }
    }
    if (time != Long.MAX_VALUE || delay > 0) {
      output.mark(time - delay);
    }
  }

  private void removeExpired(int side, int key) throws Exception {
    TimedRows rows = sides[side];
    long earliest = -1;
    rows.begin(key);
    for (int first = rows.next(); first >= 0; first = rows.next()) {
      long time = rows.time(first);
      if (time <= expired[side]) {
        removeList(side, first);
      } else if (time < earliest || earliest < 0) {
        earliest = time;
      }
    }
    if (earliest > 0) {
      setTimer(side, key, earliest);
      return;
    }
    rows.clearTimer(key);
    // None is left, or they are from before 1970: Flink forgets these as well.
    rows.begin(key);
    for (int first = rows.next(); first >= 0; first = rows.next()) {
      rows.removeList(first);
    }
    rows.clear(key);
  }

  @Override
  boolean[] needed(int count) {
    boolean[] needed = new boolean[count];
    for (int key = 0; key < count; key++) {
      needed[key] = sides[0].needs(key) || sides[1].needs(key);
    }
    return needed;
  }

  @Override
  void renumber(int[] numbers, int count) {
    sides[0].renumberKeys(numbers, count);
    sides[1].renumberKeys(numbers, count);
    timers.renumber(numbers);
  }

  @Override
  public void flush() throws Exception {
    output.flush();
  }

  @Override
  long memory() {
    return sides[0].bytes() + sides[1].bytes() + timers.memory();
  }
}
