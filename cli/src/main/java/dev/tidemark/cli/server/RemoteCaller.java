package dev.tidemark.cli.server;

import dev.tidemark.cli.Caller;
import dev.tidemark.cli.ExitCode;
import java.util.Map;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;

/** A caller in another process, who interrupts by saying so or by leaving. */
public final class RemoteCaller implements Caller {

  private static final int STOP_SECONDS = 10;

  private final Map<String, String> environment;
  private final CountDownLatch stopped = new CountDownLatch(1);
  private Runnable stop;
  private boolean interrupted;

  /** A caller with this environment. */
  public RemoteCaller(Map<String, String> environment) {
    this.environment = environment;
  }

  @Override
  public String environment(String name) {
    return environment.get(name);
  }

  @Override
  public synchronized Registration onInterrupt(Runnable newStop) {
    stop = newStop;
    return this::forget;
  }

  private synchronized void forget() {
    stop = null;
  }

  @Override
  public synchronized boolean hasInterrupted() {
    return interrupted;
  }

  /** Stops what runs for the caller, and returns when that is done. Only the first call counts. */
  public void interrupt() {
    Runnable task;
    synchronized (this) {
      if (interrupted) {
        return;
      }
      interrupted = true;
      task = stop;
    }
    try {
      if (task != null) {
        task.run();
      }
    } finally {
      stopped.countDown();
    }
  }

  /** The one who stops the command has the last word; it has a time limit of its own. */
  @Override
  public int awaitEnd() {
    try {
      boolean unused = stopped.await(STOP_SECONDS, TimeUnit.SECONDS);
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
    }
    return ExitCode.INTERRUPTED;
  }

  @Override
  public boolean sharesProcess() {
    return true;
  }
}
