package dev.tidemark.runtime.time;

import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ScheduledFuture;
import org.apache.flink.api.common.operators.MailboxExecutor;
import org.apache.flink.streaming.runtime.tasks.ProcessingTimeService;
import org.apache.flink.streaming.runtime.tasks.TimerService;
import org.apache.flink.util.clock.Clock;

/**
 * Real time for operators that wait for answers from other threads: their timeouts and retry delays
 * count the time that the outside world takes. Callbacks run on the job's thread.
 */
public final class RealNodeTime implements ProcessingTimeService {
  private final TimerService timers;
  private final MailboxExecutor mailbox;
  private volatile boolean quiesced;

  public RealNodeTime(TimerService timers, MailboxExecutor mailbox) {
    this.timers = timers;
    this.mailbox = mailbox;
  }

  @Override
  public Clock getClock() {
    return timers.getClock();
  }

  @Override
  public ScheduledFuture<?> registerTimer(long timestamp, ProcessingTimeCallback target) {
    return timers.registerTimer(timestamp, deferred(target));
  }

  @Override
  public ScheduledFuture<?> scheduleAtFixedRate(
      ProcessingTimeCallback callback, long initialDelay, long period) {
    return timers.scheduleAtFixedRate(deferred(callback), initialDelay, period);
  }

  @Override
  public ScheduledFuture<?> scheduleWithFixedDelay(
      ProcessingTimeCallback callback, long initialDelay, long period) {
    return timers.scheduleWithFixedDelay(deferred(callback), initialDelay, period);
  }

  @Override
  public CompletableFuture<Void> quiesce() {
    quiesced = true;
    return CompletableFuture.completedFuture(null);
  }

  private ProcessingTimeCallback deferred(ProcessingTimeCallback callback) {
    return time ->
        mailbox.execute(
            () -> {
              if (!quiesced) {
                callback.onProcessingTime(time);
              }
            },
            "timer");
  }
}
