package dev.tidemark.cli.sql;

import java.util.function.Supplier;
import org.apache.flink.table.gateway.service.result.ResultStore;
import org.apache.flink.table.gateway.service.utils.SqlExecutionException;

/**
 * The threads that statements start. The one that takes in a result tells whoever waits for rows of
 * exceptions only: when an error ends it, memory that runs out above all, the wait would not end.
 * Mirrors what ResultStore does with exceptions.
 */
final class StatementThreads extends ThreadGroup {

  private Throwable lost;
  private Thread waiting;

  StatementThreads() {
    super("sql-statements");
  }

  /**
   * From now on the group goes with its last thread. Up to Java 18 it would stay for ever
   * otherwise; later groups go by themselves.
   */
  @SuppressWarnings("removal")
  void goWithTheLast() {
    setDaemon(true);
  }

  @Override
  public void uncaughtException(Thread thread, Throwable failure) {
    if (thread.getClass().getName().startsWith(ResultStore.class.getName())) {
      lose(failure);
    } else {
      super.uncaughtException(thread, failure);
    }
  }

  private synchronized void lose(Throwable failure) {
    lost = failure;
    if (waiting != null) {
      waiting.interrupt();
    }
  }

  /** Whether the thread that takes in a result has ended with an error. */
  synchronized boolean lost() {
    return lost != null;
  }

  /** What happened to results until now is over with. */
  synchronized void forget() {
    lost = null;
  }

  /**
   * Waits for rows.
   *
   * @throws SqlExecutionException when the thread that takes them in has ended with an error
   */
  <T> T await(Supplier<T> rows) {
    waits(Thread.currentThread());
    try {
      return rows.get();
    } finally {
      waits(null);
    }
  }

  private synchronized void waits(Thread thread) {
    waiting = thread;
    if (lost != null) {
      Throwable failure = lost;
      lost = null;
      waiting = null;
      // Not meant for anything that this thread may wait for after that.
      boolean unused = Thread.interrupted();
      throw new SqlExecutionException("Error while retrieving result.", failure);
    }
  }
}
