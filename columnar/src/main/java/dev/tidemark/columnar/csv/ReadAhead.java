package dev.tidemark.columnar.csv;

import dev.tidemark.columnar.data.Batch;
import java.util.concurrent.ArrayBlockingQueue;
import java.util.concurrent.BlockingQueue;
import java.util.concurrent.atomic.AtomicInteger;
import org.apache.flink.util.ExceptionUtils;

/**
 * Scans on a thread of its own, a few batches ahead of who takes them. What comes out is what the
 * scanner gives, in its order: one thread writes, one reads.
 */
public final class ReadAhead implements Scanner {
  private static final int BATCHES = 4;

  private static final long PATIENCE_MILLIS = 2_000;

  /** What ended the scan; no failure at the end of all rows. */
  private record End(Throwable failure) {}

  private final CsvScanner scanner;
  private final BlockingQueue<Object> ready = new ArrayBlockingQueue<>(BATCHES);

  /** How many batches the other side has released. */
  private final AtomicInteger released = new AtomicInteger();

  private final Thread thread = new Thread(this::scan, "tidemark-scan");
  private volatile boolean closed;
  private End end;

  /**
   * @param scanner is closed with this
   */
  public ReadAhead(CsvScanner scanner) {
    this.scanner = scanner;
    thread.setDaemon(true);
    thread.setContextClassLoader(Thread.currentThread().getContextClassLoader());
    thread.start();
  }

  private void scan() {
    int seen = 0;
    Object last;
    try {
      Batch batch = scanner.next();
      while (batch != null) {
        ready.put(batch);
        for (int now = released.get(); seen < now; seen++) {
          scanner.release();
        }
        batch = scanner.next();
      }
      last = new End(null);
    } catch (Throwable e) { // whatever it is, the other side waits for it
      last = new End(e);
    }
    try {
      if (!closed) {
        ready.put(last);
      }
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt(); // closed: nobody waits for the end
    }
  }

  @Override
  public Batch next() throws Exception {
    if (end == null) {
      Object next = ready.take();
      if (next instanceof Batch batch) {
        return batch;
      }
      end = (End) next;
    }
    if (end.failure != null) {
      ExceptionUtils.rethrowException(end.failure);
    }
    return null;
  }

  @Override
  public void release() {
    released.incrementAndGet();
  }

  @Override
  public void close() throws Exception {
    closed = true; // before the interrupt, which may already be taken when the thread looks here
    thread.interrupt();
    thread.join(PATIENCE_MILLIS); // a read that cannot be interrupted ends when the file is closed
    scanner.close();
  }
}
