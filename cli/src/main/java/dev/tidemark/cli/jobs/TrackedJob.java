package dev.tidemark.cli.jobs;

import java.util.concurrent.CancellationException;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;
import org.apache.flink.core.execution.JobClient;
import org.apache.flink.runtime.client.JobCancellationException;
import org.apache.flink.util.ExceptionUtils;

/** A submitted job. */
public final class TrackedJob {

  private final JobClient client;
  private final JobShape shape;

  TrackedJob(JobClient client, JobShape shape) {
    this.client = client;
    this.shape = shape;
  }

  /** Whether the job ends by itself; false when in doubt. */
  public boolean bounded() {
    return shape.bounded();
  }

  /** Whether a client fetches its rows: then it is over when the client is done with it. */
  public boolean collects() {
    return shape.collects();
  }

  /**
   * Waits until the job is over.
   *
   * @return what it failed with, or null when it finished or was cancelled on purpose
   * @throws InterruptedException when the waiting thread is interrupted
   */
  public Throwable await() throws InterruptedException {
    try {
      client.getJobExecutionResult().get();
      return null;
    } catch (CancellationException e) {
      return null;
    } catch (ExecutionException e) {
      boolean cancelled =
          ExceptionUtils.findThrowable(e, JobCancellationException.class).isPresent();
      return cancelled ? null : e.getCause();
    }
  }

  /** Asks the job to stop, and waits for the answer at most so long. */
  public void cancel(long timeout, TimeUnit unit) throws InterruptedException {
    try {
      client.cancel().get(timeout, unit);
    } catch (ExecutionException | TimeoutException | RuntimeException e) {
      // Over already, or the target is gone: there is nothing left to stop.
      return;
    }
  }
}
