package dev.tidemark.runtime.spi;

import dev.tidemark.runtime.time.RealTime;
import java.io.IOException;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Deque;
import java.util.List;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.locks.Condition;
import java.util.concurrent.locks.ReentrantLock;
import org.apache.flink.streaming.api.operators.collect.CollectCoordinationRequest;
import org.apache.flink.streaming.api.operators.collect.CollectCoordinationResponse;
import org.apache.flink.streaming.api.operators.collect.CollectSinkFunction;

/**
 * The results of a query between the job that makes them and the client that fetches them. Bounded:
 * a job whose results nobody takes stands still. Speaks the protocol of Flink's
 * CollectSinkFunction, without its socket.
 *
 * <p>A client gets full batches, the rest when the job has ended, or, from a source that pauses,
 * what there is after {@value #LINGER_MILLIS} ms. If the job fails, the rows from before the
 * failure are handed out first ({@link #drained}): in Flink it is a matter of time how many of them
 * arrive.
 */
public final class ResultBuffer {
  /** Results of one response, in bytes; Flink's default of {@code collect-sink.batch-size.max}. */
  private static final long BATCH_BYTES = 2L << 20;

  private static final long CAPACITY_BYTES = 2 * BATCH_BYTES;
  private static final long LINGER_MILLIS = 50;

  /** The client's first request carries this version; answering with the same saves a round. */
  private static final String VERSION = "";

  private final ReentrantLock lock = new ReentrantLock();
  private final Condition changed = lock.newCondition();
  private final Deque<byte[]> results = new ArrayDeque<>();
  private long offset;
  private long handedOut;
  private long bytes;
  private long lastAddNanos;
  private boolean over;

  /** Adds a result; waits while the buffer is full. */
  public void add(byte[] result) throws InterruptedException {
    lock.lockInterruptibly();
    try {
      while (bytes + result.length > CAPACITY_BYTES && bytes > 0 && !over) {
        changed.await();
      }
      boolean first = results.isEmpty();
      results.add(result);
      bytes += result.length;
      if (first) {
        lastAddNanos = RealTime.nanos();
      }
      if (first || bytes >= BATCH_BYTES) {
        changed.signalAll();
      }
    } finally {
      lock.unlock();
    }
  }

  /** The job has ended: whoever waits gets an answer. */
  public void jobEnded() {
    lock.lock();
    try {
      over = true;
      changed.signalAll();
    } finally {
      lock.unlock();
    }
  }

  /** What is left at the end, in the form in which the client reads it from an accumulator. */
  public byte[] remainder() throws IOException {
    lock.lock();
    try {
      return CollectSinkFunction.serializeAccumulatorResult(
          offset, VERSION, offset + results.size(), new ArrayList<>(results));
    } finally {
      lock.unlock();
    }
  }

  /** Waits until {@link #fetch} would return at least one result, or the job has ended. */
  public void awaitResults() throws InterruptedException {
    lock.lockInterruptibly();
    try {
      while (!over && !presentable()) {
        waitForChange();
      }
    } finally {
      lock.unlock();
    }
  }

  private boolean presentable() {
    return bytes >= BATCH_BYTES || (!results.isEmpty() && lingerLeft() <= 0);
  }

  private long lingerLeft() {
    return TimeUnit.MILLISECONDS.toNanos(LINGER_MILLIS) - (RealTime.nanos() - lastAddNanos);
  }

  @SuppressWarnings("WaitNotInLoop") // every caller loops over its condition
  private void waitForChange() throws InterruptedException {
    if (results.isEmpty()) {
      changed.await();
    } else {
      long unused = changed.awaitNanos(Math.max(1, lingerLeft()));
    }
  }

  /** Whether every result was handed out at least once. */
  public boolean drained() {
    lock.lock();
    try {
      return handedOut >= offset + results.size();
    } finally {
      lock.unlock();
    }
  }

  /** Drops what the client has confirmed and returns the next batch; waits for it. */
  public CollectCoordinationResponse fetch(CollectCoordinationRequest request)
      throws InterruptedException {
    lock.lockInterruptibly();
    try {
      confirm(request.getOffset());
      while (!over && !presentable()) {
        waitForChange();
      }
      List<byte[]> batch = new ArrayList<>();
      long size = 0;
      for (byte[] result : results) {
        size += result.length;
        if (!batch.isEmpty() && size > BATCH_BYTES) {
          break;
        }
        batch.add(result);
      }
      // Nothing is ever replayed, so every result counts as checkpointed.
      handedOut = Math.max(handedOut, offset + batch.size());
      return new CollectCoordinationResponse(VERSION, offset + batch.size(), batch);
    } finally {
      lock.unlock();
    }
  }

  private void confirm(long confirmedOffset) {
    boolean removed = false;
    while (offset < confirmedOffset && !results.isEmpty()) {
      bytes -= results.poll().length;
      offset++;
      removed = true;
    }
    if (removed) {
      lastAddNanos = RealTime.nanos();
      changed.signalAll();
    }
  }
}
