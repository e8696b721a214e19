package dev.tidemark.insight.live;

import dev.tidemark.insight.run.Probe;
import dev.tidemark.insight.run.RunContext;
import dev.tidemark.runtime.observe.NodeObserver;
import dev.tidemark.runtime.observe.ObservedNode;
import java.util.concurrent.CancellationException;
import java.util.concurrent.locks.Condition;
import java.util.concurrent.locks.ReentrantLock;
import java.util.function.Supplier;
import org.apache.flink.streaming.runtime.streamrecord.StreamRecord;
import org.apache.flink.util.OutputTag;

/**
 * Has a run wait between two source rows, or take one row at a time, and lets other threads look at
 * it meanwhile. What a row causes is never looked at half-way: the run holds a lock from the moment
 * a row leaves its source until all operators have handled it.
 */
public final class Pace implements Probe {

  /** How a run goes on. */
  public enum Mode {
    /** As fast as it can. */
    RUNNING,
    /** It waits once the row on its way has been handled. */
    PAUSED,
    /** It handles one more row. */
    STEP,
    /** It handles rows until one is dropped, or misses a window. */
    TO_DROP
  }

  // Fair, so that who wants to look gets a turn between two rows.
  private final ReentrantLock lock = new ReentrantLock(true);
  private final Condition changed = lock.newCondition();
  private Mode mode;
  private boolean lost;
  private boolean over;
  private boolean waits;
  private long changes;

  /**
   * A pace for one run.
   *
   * @param mode how it begins; {@link Mode#PAUSED} waits after the first row
   */
  public Pace(Mode mode) {
    this.mode = mode;
  }

  @Override
  public NodeObserver observe(ObservedNode node, RunContext context) {
    return node.plan().isSource() ? new AtSource() : null;
  }

  @Override
  public void lost(int source, long ordinal, boolean whole) {
    lost = true;
  }

  /** The final watermark is handled in one piece. */
  @Override
  public void sourceEnds(ObservedNode source) {
    if (!lock.isHeldByCurrentThread()) {
      lock.lock();
    }
  }

  @Override
  public void over(boolean complete) {
    lock.lock();
    try {
      over = true;
      tellAll();
    } finally {
      while (lock.isHeldByCurrentThread()) {
        lock.unlock();
      }
    }
  }

  /** Has the run go on in another way. A run that is over stays so. */
  public void go(Mode newMode) {
    lock.lock();
    try {
      mode = newMode;
      lost = false;
      tellAll();
    } finally {
      lock.unlock();
    }
  }

  /** How the run goes on: {@link Mode#PAUSED} as soon as it has taken the step it was to take. */
  public Mode mode() {
    return look(() -> mode);
  }

  /** Whether the run waits now, between two rows. */
  public boolean waits() {
    return look(() -> waits && mode == Mode.PAUSED);
  }

  /** Looks at the run while it stands still. */
  public <T> T look(Supplier<T> reader) {
    lock.lock();
    try {
      return reader.get();
    } finally {
      lock.unlock();
    }
  }

  /** Whether the run is over, complete or not. */
  public boolean isOver() {
    return look(() -> over);
  }

  /** A number that grows whenever there is something new to be seen. */
  public long changes() {
    return look(() -> changes);
  }

  private void tellAll() {
    changes++;
    changed.signalAll();
  }

  private final class AtSource implements NodeObserver {

    @Override
    public void emits(OutputTag<?> tag, StreamRecord<?> record) {
      lock.lock();
    }

    @Override
    public void emitted() {
      changes++;
      if (mode == Mode.STEP || (mode == Mode.TO_DROP && lost)) {
        mode = Mode.PAUSED;
        tellAll();
      }
      try {
        while (mode == Mode.PAUSED) {
          waits = true;
          changed.await();
        }
      } catch (InterruptedException e) {
        Thread.currentThread().interrupt();
        mode = Mode.RUNNING;
        // Somebody wants the run to end. A source that is read in columns would notice only when
        // it has handled its batch, thousands of rows.
        throw new CancellationException("the run was to end while it waited");
      } finally {
        waits = false;
        lock.unlock();
      }
    }
  }
}
