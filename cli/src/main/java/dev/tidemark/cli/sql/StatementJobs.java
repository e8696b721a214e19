package dev.tidemark.cli.sql;

import dev.tidemark.cli.jobs.JobTracker;
import dev.tidemark.cli.jobs.TrackedJob;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.TimeUnit;
import java.util.function.BiConsumer;

/**
 * The jobs that INSERT statements have submitted. Flink's client goes on at once and loses what is
 * not done when it ends; here a job that ends by itself is over before the next statement starts,
 * so that an INSERT and a SELECT of the same file give the same rows each time.
 */
final class StatementJobs {

  private final JobTracker tracker;
  private final BiConsumer<Located, Throwable> onFailure;
  private final List<Pending> pending = new ArrayList<>();

  StatementJobs(JobTracker tracker, BiConsumer<Located, Throwable> onFailure) {
    this.tracker = tracker;
    this.onFailure = onFailure;
  }

  /**
   * Notes the jobs that a statement has submitted.
   *
   * @return whether one of them has rows for a client and may run for ever
   */
  synchronized boolean submittedBy(Located statement) {
    boolean endless = false;
    for (TrackedJob job : tracker.takeSubmitted()) {
      endless |= job.collects() && !job.bounded();
      if (!job.collects()) {
        pending.add(new Pending(statement, job));
      }
    }
    return endless;
  }

  /** Waits for the jobs that end by themselves. */
  void awaitBounded() throws InterruptedException {
    for (Pending each : snapshot()) {
      if (each.job.bounded()) {
        await(each);
      }
    }
  }

  /** Waits for all jobs, the endless ones too. */
  void awaitAll() throws InterruptedException {
    for (Pending each : snapshot()) {
      await(each);
    }
  }

  /** The statements whose jobs may run for ever. */
  List<Located> endless() {
    return snapshot().stream()
        .filter(each -> !each.job.bounded())
        .map(each -> each.statement)
        .toList();
  }

  /** What Flink's counters say, see {@link JobTracker#lateRecordsDropped}. */
  long lateRecordsDropped() {
    return tracker.lateRecordsDropped();
  }

  /** Stops all jobs. */
  void cancelAll() throws InterruptedException {
    for (Pending each : snapshot()) {
      each.job.cancel(3, TimeUnit.SECONDS);
    }
  }

  private void await(Pending each) throws InterruptedException {
    Throwable failure = each.job.await();
    synchronized (this) {
      pending.remove(each);
    }
    if (failure != null) {
      onFailure.accept(each.statement, failure);
    }
  }

  private synchronized List<Pending> snapshot() {
    return List.copyOf(pending);
  }

  private record Pending(Located statement, TrackedJob job) {}
}
