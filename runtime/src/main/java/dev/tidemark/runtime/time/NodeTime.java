package dev.tidemark.runtime.time;

import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ScheduledFuture;
import org.apache.flink.api.common.operators.ProcessingTimeService.ProcessingTimeCallback;
import org.apache.flink.streaming.runtime.tasks.TimerService;
import org.apache.flink.util.clock.Clock;

/**
 * Processing time as one operator sees it.
 *
 * <p>A watermark generator uses its timers for nothing but to emit periodically. For it, {@link
 * #pulse()} stands for "an interval has passed" when the policy is per record, and nothing does
 * when the policy is at once.
 */
public final class NodeTime implements TimerService {
  /** How an operator's timers are served. */
  public enum Timers {
    /** By the job's clock. */
    CLOCK,
    /** By {@link NodeTime#pulse()} only. */
    PULSE
  }

  private final JobClock clock;
  private final Timers timers;
  private List<ClockTimer> pulsed = new ArrayList<>();
  private final Clock nodeClock = new NodeClock();
  private long pulsedMillis;
  private boolean quiesced;

  public NodeTime(JobClock clock, Timers timers) {
    this.clock = clock;
    this.timers = timers;
  }

  @Override
  public Clock getClock() {
    return nodeClock;
  }

  @Override
  public ScheduledFuture<?> registerTimer(long timestamp, ProcessingTimeCallback target) {
    return add(timestamp, 0, target);
  }

  @Override
  public ScheduledFuture<?> scheduleAtFixedRate(
      ProcessingTimeCallback callback, long initialDelay, long period) {
    return add(getCurrentProcessingTime() + initialDelay, Math.max(1, period), callback);
  }

  @Override
  public ScheduledFuture<?> scheduleWithFixedDelay(
      ProcessingTimeCallback callback, long initialDelay, long period) {
    return scheduleAtFixedRate(callback, initialDelay, period);
  }

  private ScheduledFuture<?> add(long timestamp, long period, ProcessingTimeCallback callback) {
    ClockTimer timer = new ClockTimer(this, timestamp, period, callback);
    if (quiesced) {
      timer.cancel(false);
    } else if (timers == Timers.PULSE) {
      pulsed.add(timer);
    } else {
      clock.schedule(timer);
    }
    return timer;
  }

  /** Fires every pending timer of a watermark generator once. */
  public void pulse() throws Exception {
    if (pulsed.isEmpty()) {
      return;
    }
    List<ClockTimer> pending = pulsed;
    pulsed = new ArrayList<>(pending.size());
    for (ClockTimer timer : pending) {
      fire(timer);
    }
  }

  void fire(ClockTimer timer) throws Exception {
    if (quiesced || timer.isCancelled()) {
      return;
    }
    if (timers == Timers.PULSE) {
      // For the generator the time has come: it may compare its clock with the interval.
      pulsedMillis += Math.max(0, timer.timestamp - getCurrentProcessingTime());
    }
    timer.call(timer.timestamp);
    if (timer.period > 0 && !timer.isCancelled() && !quiesced) {
      timer.timestamp = Math.max(timer.timestamp + timer.period, getCurrentProcessingTime());
      if (timers == Timers.PULSE) {
        pulsed.add(timer);
      } else {
        clock.schedule(timer);
      }
    }
  }

  void forget(ClockTimer timer) {
    if (timers == Timers.PULSE) {
      pulsed.remove(timer);
    } else {
      clock.remove(timer);
    }
  }

  /** After this no timer of the operator fires any more. */
  @Override
  public CompletableFuture<Void> quiesce() {
    quiesced = true;
    pulsed.clear();
    return CompletableFuture.completedFuture(null);
  }

  @Override
  public boolean isTerminated() {
    return quiesced;
  }

  @Override
  public void shutdownService() {
    quiesced = true;
  }

  @Override
  public boolean shutdownServiceUninterruptible(long timeoutMs) {
    quiesced = true;
    return true;
  }

  /** The job's clock, ahead by the intervals that pulses stand for. */
  private final class NodeClock extends Clock {
    @Override
    public long absoluteTimeMillis() {
      return clock.absoluteTimeMillis() + pulsedMillis;
    }

    @Override
    public long relativeTimeMillis() {
      return absoluteTimeMillis();
    }

    @Override
    public long relativeTimeNanos() {
      return absoluteTimeMillis() * 1_000_000;
    }
  }
}
