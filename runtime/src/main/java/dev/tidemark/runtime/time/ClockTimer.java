package dev.tidemark.runtime.time;

import java.util.concurrent.Delayed;
import java.util.concurrent.FutureTask;
import java.util.concurrent.ScheduledFuture;
import java.util.concurrent.TimeUnit;
import org.apache.flink.api.common.operators.ProcessingTimeService.ProcessingTimeCallback;

/**
 * A processing-time timer of one operator; one-shot, or periodic when {@code period} is above 0.
 */
public final class ClockTimer extends FutureTask<Object> implements ScheduledFuture<Object> {
  final NodeTime owner;
  final long period;
  private final ProcessingTimeCallback callback;
  long timestamp;
  long sequence;

  ClockTimer(NodeTime owner, long timestamp, long period, ProcessingTimeCallback callback) {
    super(() -> null);
    this.owner = owner;
    this.timestamp = timestamp;
    this.period = period;
    this.callback = callback;
  }

  /** Runs the callback; a periodic timer is scheduled again. Called by the job's thread. */
  public void fire() throws Exception {
    owner.fire(this);
  }

  void call(long time) throws Exception {
    callback.onProcessingTime(time);
    if (period <= 0) {
      set(null);
    }
  }

  @Override
  public boolean cancel(boolean mayInterruptIfRunning) {
    owner.forget(this);
    return super.cancel(mayInterruptIfRunning);
  }

  @Override
  public long getDelay(TimeUnit unit) {
    return unit.convert(timestamp - owner.getCurrentProcessingTime(), TimeUnit.MILLISECONDS);
  }

  @Override
  public int compareTo(Delayed other) {
    ClockTimer that = (ClockTimer) other;
    int byTime = Long.compare(timestamp, that.timestamp);
    return byTime != 0 ? byTime : Long.compare(sequence, that.sequence);
  }
}
