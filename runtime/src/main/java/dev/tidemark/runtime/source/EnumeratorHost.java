package dev.tidemark.runtime.source;

import dev.tidemark.runtime.compat.FileSources;
import java.io.IOException;
import java.util.List;
import java.util.Map;
import java.util.Queue;
import java.util.TreeMap;
import java.util.concurrent.Callable;
import java.util.concurrent.ConcurrentLinkedQueue;
import java.util.concurrent.Executors;
import java.util.concurrent.ScheduledExecutorService;
import java.util.concurrent.TimeUnit;
import java.util.function.BiConsumer;
import org.apache.flink.api.connector.source.ReaderInfo;
import org.apache.flink.api.connector.source.Source;
import org.apache.flink.api.connector.source.SourceEvent;
import org.apache.flink.api.connector.source.SourceSplit;
import org.apache.flink.api.connector.source.SplitEnumerator;
import org.apache.flink.api.connector.source.SplitEnumeratorContext;
import org.apache.flink.api.connector.source.SplitsAssignment;
import org.apache.flink.api.connector.source.SupportsIntermediateNoMoreSplits;
import org.apache.flink.metrics.groups.SplitEnumeratorMetricGroup;
import org.apache.flink.runtime.metrics.groups.InternalSplitEnumeratorMetricGroup;
import org.apache.flink.runtime.metrics.groups.UnregisteredMetricGroups;
import org.apache.flink.runtime.operators.coordination.OperatorEvent;
import org.apache.flink.runtime.operators.coordination.OperatorEventGateway;
import org.apache.flink.runtime.source.event.AddSplitEvent;
import org.apache.flink.runtime.source.event.IsProcessingBacklogEvent;
import org.apache.flink.runtime.source.event.NoMoreSplitsEvent;
import org.apache.flink.runtime.source.event.ReaderRegistrationEvent;
import org.apache.flink.runtime.source.event.RequestSplitEvent;
import org.apache.flink.runtime.source.event.SourceEventWrapper;
import org.apache.flink.streaming.api.operators.SourceOperator;
import org.apache.flink.util.function.ThrowingRunnable;

/**
 * Runs a source's split enumerator on the job's thread, between records: what enumerator and reader
 * tell each other is queued and handed over by {@link #drain()}, in order.
 *
 * @param <T> type of the records
 * @param <S> type of the splits
 */
public final class EnumeratorHost<T, S extends SourceSplit>
    implements SplitEnumeratorContext<S>,
        SupportsIntermediateNoMoreSplits,
        OperatorEventGateway,
        AutoCloseable {
  private static final int READER = 0;

  private final Source<T, S, Object> source;
  private final Runnable wake;
  private final Queue<ThrowingRunnable<Exception>> work = new ConcurrentLinkedQueue<>();
  private final Map<Integer, ReaderInfo> readers = new TreeMap<>();
  private SourceOperator<?, S> reader;
  private SplitEnumerator<S, Object> enumerator;
  private ScheduledExecutorService periodic;

  /**
   * @param wake called from any thread when there is something to drain
   */
  @SuppressWarnings("unchecked")
  public EnumeratorHost(Source<T, ?, ?> source, Runnable wake) {
    this.source = (Source<T, S, Object>) source;
    this.wake = wake;
  }

  @SuppressWarnings("unchecked")
  void start(SourceOperator<?, ?> sourceOperator) throws Exception {
    reader = (SourceOperator<?, S>) sourceOperator;
    FileSources.readInOrderOfPaths(source);
    enumerator = source.createEnumerator(this);
    enumerator.start();
  }

  boolean hasWork() {
    return !work.isEmpty();
  }

  void drain() throws Exception {
    ThrowingRunnable<Exception> next;
    while ((next = work.poll()) != null) {
      next.run();
    }
  }

  private void later(ThrowingRunnable<Exception> action) {
    work.add(action);
    wake.run();
  }

  // ---- from the reader

  @Override
  public void sendEventToCoordinator(OperatorEvent event) {
    later(() -> handle(event));
  }

  private void handle(OperatorEvent event) {
    if (event instanceof ReaderRegistrationEvent registration) {
      readers.put(READER, new ReaderInfo(READER, registration.location()));
      enumerator.addReader(READER);
    } else if (event instanceof RequestSplitEvent request) {
      enumerator.handleSplitRequest(READER, request.hostName());
    } else if (event instanceof SourceEventWrapper wrapper) {
      enumerator.handleSourceEvent(READER, wrapper.getSourceEvent());
    }
    // Watermark reports serve alignment between sources: with one record per turn there is none.
  }

  // ---- from the enumerator

  @Override
  public SplitEnumeratorMetricGroup metricGroup() {
    return new InternalSplitEnumeratorMetricGroup(
        UnregisteredMetricGroups.createUnregisteredJobManagerOperatorMetricGroup());
  }

  @Override
  public void sendEventToSourceReader(int subtaskId, SourceEvent event) {
    later(() -> reader.handleOperatorEvent(new SourceEventWrapper(event)));
  }

  @Override
  public void sendEventToSourceReader(int subtaskId, int attemptNumber, SourceEvent event) {
    sendEventToSourceReader(subtaskId, event);
  }

  @Override
  public int currentParallelism() {
    return 1;
  }

  @Override
  public Map<Integer, ReaderInfo> registeredReaders() {
    return readers;
  }

  @Override
  public Map<Integer, Map<Integer, ReaderInfo>> registeredReadersOfAttempts() {
    Map<Integer, Map<Integer, ReaderInfo>> attempts = new TreeMap<>();
    readers.forEach((subtask, info) -> attempts.put(subtask, Map.of(0, info)));
    return attempts;
  }

  @Override
  public void assignSplits(SplitsAssignment<S> assignment) {
    assignment
        .assignment()
        .forEach(
            (subtask, splits) -> {
              AddSplitEvent<S> event = event(splits);
              later(() -> reader.handleOperatorEvent(event));
            });
  }

  private AddSplitEvent<S> event(List<S> splits) {
    try {
      return new AddSplitEvent<>(splits, source.getSplitSerializer());
    } catch (IOException e) {
      throw new IllegalStateException("cannot serialize splits " + splits, e);
    }
  }

  @Override
  public void signalNoMoreSplits(int subtask) {
    later(() -> reader.handleOperatorEvent(new NoMoreSplitsEvent()));
  }

  /** The reader of a HybridSource knows that its next source will have splits. */
  @Override
  public void signalIntermediateNoMoreSplits(int subtask) {
    signalNoMoreSplits(subtask);
  }

  @Override
  public <R> void callAsync(Callable<R> callable, BiConsumer<R, Throwable> handler) {
    later(() -> callNow(callable, handler));
  }

  /** On the job's thread: discovery of files is part of what must repeat. */
  private static <R> void callNow(Callable<R> callable, BiConsumer<R, Throwable> handler) {
    R result;
    try {
      result = callable.call();
    } catch (Exception e) {
      handler.accept(null, e);
      return;
    }
    handler.accept(result, null);
  }

  @Override
  public <R> void callAsync(
      Callable<R> callable,
      BiConsumer<R, Throwable> handler,
      long initialDelayMillis,
      long periodMillis) {
    if (periodic == null) {
      periodic =
          Executors.newSingleThreadScheduledExecutor(
              task -> {
                Thread thread = new Thread(task, "tidemark-discovery");
                thread.setDaemon(true);
                return thread;
              });
    }
    Runnable task = () -> later(() -> callNow(callable, handler));
    if (initialDelayMillis <= 0) {
      task.run();
    }
    if (periodMillis > 0) {
      long delay = initialDelayMillis <= 0 ? periodMillis : initialDelayMillis;
      var unused = periodic.scheduleAtFixedRate(task, delay, periodMillis, TimeUnit.MILLISECONDS);
    }
  }

  @Override
  public void runInCoordinatorThread(Runnable runnable) {
    later(runnable::run);
  }

  @Override
  public void setIsProcessingBacklog(boolean isProcessingBacklog) {
    later(() -> reader.handleOperatorEvent(new IsProcessingBacklogEvent(isProcessingBacklog)));
  }

  @Override
  public void close() throws Exception {
    if (periodic != null) {
      periodic.shutdownNow();
    }
    if (enumerator != null) {
      enumerator.close();
    }
  }
}
