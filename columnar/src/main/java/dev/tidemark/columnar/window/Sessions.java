package dev.tidemark.columnar.window;

import dev.tidemark.columnar.state.TimerHeap;
import java.time.ZoneId;
import java.util.Arrays;
import org.apache.flink.table.runtime.operators.window.TimeWindow;
import org.apache.flink.table.runtime.util.TimeWindowUtil;

/**
 * The sessions of all keys that are open, and when each goes out. Mirrors Flink's MergingWindowSet
 * with its SessionWindowAssigner: a row's own window is merged with those that it touches, and only
 * then is it tested whether it is late. Times are milliseconds of the zone's local time.
 */
public final class Sessions {
  private static final int NONE = -1;

  private final ZoneId zone;
  private final TimerHeap timers = TimerHeap.withPositions();

  // Of each session its window, its key, its neighbours among the sessions of the key, and its
  // timer.
  private long[] starts = new long[16];
  private long[] ends = new long[16];
  private int[] keys = new int[16];
  private int[] before = new int[16];
  private int[] after = new int[16];
  private int[] timer = new int[16];

  /** Sessions that are over, whose places are free. */
  private int[] free = new int[16];

  private int freed;
  private int used;

  /** Of each timer the session it is for. */
  private int[] sessionOf = new int[16];

  private int[] freeTimers = new int[16];
  private int freedTimers;
  private int usedTimers;

  /** Of each key its latest session. */
  private int[] last = new int[16];

  private int merged = NONE;

  /**
   * @param zone where the day begins, for instants; UTC for local times
   */
  public Sessions(ZoneId zone) {
    this.zone = zone;
  }

  /** Makes room for a key, the next one. */
  public void addKey(int key) {
    if (key == last.length) {
      last = Arrays.copyOf(last, 2 * key);
    }
    last[key] = NONE;
  }

  /** How many sessions there have been at a time. */
  public int size() {
    return used;
  }

  /**
   * Takes in the window of a row.
   *
   * @param watermark where event time is
   * @return the session that the row belongs to; -1 if it is late
   */
  public int add(int key, long start, long end, long watermark) {
    merged = NONE;
    int floor = last[key];
    int ceiling = NONE;
    while (floor != NONE && compare(floor, start, end) >= 0) {
      ceiling = floor;
      floor = before[floor];
    }
    long newStart = start;
    long newEnd = end;
    boolean withCeiling = ceiling != NONE && touches(ceiling, newStart, newEnd);
    if (withCeiling) {
      newStart = Math.min(newStart, starts[ceiling]);
      newEnd = Math.max(newEnd, ends[ceiling]);
    }
    boolean withFloor = floor != NONE && touches(floor, newStart, newEnd);
    if (withFloor) {
      newStart = Math.min(newStart, starts[floor]);
      newEnd = Math.max(newEnd, ends[floor]);
    }
    if (!withCeiling && !withFloor) {
      return due(newEnd) <= watermark ? NONE : open(key, newStart, newEnd, floor, ceiling);
    }
    int session = withCeiling ? ceiling : floor;
    if (withCeiling && withFloor) {
      session = comesFirst(floor, ceiling) ? floor : ceiling;
      merged = session == floor ? ceiling : floor;
    } else if (starts[session] == newStart && ends[session] == newEnd) {
      return session;
    }
    int old = timer[session];
    addTimer(session, newEnd);
    removeTimer(old);
    if (merged != NONE) {
      removeTimer(timer[merged]);
      unlink(merged);
    }
    starts[session] = newStart;
    ends[session] = newEnd;
    return session;
  }

  private int compare(int session, long start, long end) {
    int order = Long.compare(starts[session], start);
    return order != 0 ? order : Long.compare(ends[session], end);
  }

  private boolean touches(int session, long start, long end) {
    return start <= ends[session] && end >= starts[session];
  }

  /**
   * Which of two sessions that are merged keeps its state: the one that a HashSet has first, into
   * which Flink has put the later one first.
   */
  private boolean comesFirst(int floor, int ceiling) {
    return bucket(floor) < bucket(ceiling);
  }

  private int bucket(int session) {
    int hash = new TimeWindow(starts[session], ends[session]).hashCode();
    return (hash ^ (hash >>> 16)) & 15;
  }

  /** When a session goes out. */
  private long due(long end) {
    return TimeWindowUtil.toEpochMillsForTimer(end - 1, zone);
  }

  private int open(int key, long start, long end, int floor, int ceiling) {
    int session = freed > 0 ? free[--freed] : used++;
    if (session == starts.length) {
      int length = 2 * session;
      starts = Arrays.copyOf(starts, length);
      ends = Arrays.copyOf(ends, length);
      keys = Arrays.copyOf(keys, length);
      before = Arrays.copyOf(before, length);
      after = Arrays.copyOf(after, length);
      timer = Arrays.copyOf(timer, length);
      free = Arrays.copyOf(free, length);
    }
    starts[session] = start;
    ends[session] = end;
    keys[session] = key;
    before[session] = floor;
    after[session] = ceiling;
    if (floor != NONE) {
      after[floor] = session;
    }
    if (ceiling == NONE) {
      last[key] = session;
    } else {
      before[ceiling] = session;
    }
    addTimer(session, end);
    return session;
  }

  private void addTimer(int session, long end) {
    int place = freedTimers > 0 ? freeTimers[--freedTimers] : usedTimers++;
    if (place == sessionOf.length) {
      sessionOf = Arrays.copyOf(sessionOf, 2 * place);
      freeTimers = Arrays.copyOf(freeTimers, 2 * place);
    }
    sessionOf[place] = session;
    timer[session] = place;
    timers.add(due(end), place);
  }

  private void removeTimer(int place) {
    timers.remove(place);
    freeTimers[freedTimers++] = place;
  }

  private void unlink(int session) {
    if (before[session] != NONE) {
      after[before[session]] = after[session];
    }
    if (after[session] == NONE) {
      last[keys[session]] = before[session];
    } else {
      before[after[session]] = before[session];
    }
    free[freed++] = session;
  }

  /**
   * The session whose state the last row has put into that of its own, and which is over; or -1.
   */
  public int merged() {
    return merged;
  }

  /** Whether a session goes out when event time comes here. */
  public boolean isDue(long time) {
    return !timers.isEmpty() && timers.time() <= time;
  }

  /** Closes the session that goes out first, and says which it is. */
  public int close() {
    int place = timers.group();
    int session = sessionOf[place];
    removeTimer(place);
    unlink(session);
    return session;
  }

  public long start(int session) {
    return starts[session];
  }

  public long end(int session) {
    return ends[session];
  }

  public int key(int session) {
    return keys[session];
  }

  /** Which keys have sessions. */
  public boolean[] keysInUse(int count) {
    boolean[] used = new boolean[count];
    for (int key = 0; key < count; key++) {
      used[key] = last[key] != NONE;
    }
    return used;
  }

  /**
   * The keys have other numbers now.
   *
   * @param numbers the new ones, which rise; -1 for those that have no sessions
   */
  public void renumberKeys(int[] numbers) {
    for (int key = 0; key < numbers.length; key++) {
      if (numbers[key] != NONE) {
        last[numbers[key]] = last[key];
        for (int each = last[key]; each != NONE; each = before[each]) {
          keys[each] = numbers[key];
        }
      }
    }
  }

  /** Bytes that are held. */
  public long memory() {
    return starts.length * 36L + sessionOf.length * 8L + last.length * 4L + timers.memory();
  }
}
