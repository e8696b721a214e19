package dev.tidemark.cli.server;

import java.time.Duration;
import java.util.Map;
import java.util.concurrent.Callable;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Future;
import java.util.concurrent.ScheduledExecutorService;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.function.Function;
import java.util.function.Supplier;
import org.apache.flink.table.gateway.api.operation.OperationHandle;
import org.apache.flink.table.gateway.api.operation.OperationStatus;
import org.apache.flink.table.gateway.api.results.FetchOrientation;
import org.apache.flink.table.gateway.api.results.OperationInfo;
import org.apache.flink.table.gateway.api.results.ResultSet;
import org.apache.flink.table.gateway.api.utils.SqlGatewayException;
import org.apache.flink.table.gateway.service.operation.OperationManager;
import org.apache.flink.table.gateway.service.result.ResultFetcher;

/**
 * The statements of one session. Each has a time limit, which covers the reading of its result too:
 * a query that is forgotten half way would hold its job for ever. And few may wait for their turn,
 * because Flink has each of them wait on a thread that other sessions need.
 */
final class LimitedOperations extends OperationManager {

  private static final int MAX_WAITING = 4;
  private static final int MAX_REMEMBERED = 1000;

  private final Duration limit;
  private final ScheduledExecutorService clock;
  private final AtomicInteger waiting = new AtomicInteger();
  private final Map<OperationHandle, Future<?>> limits = new ConcurrentHashMap<>();
  private final Map<OperationHandle, Boolean> stopped = new ConcurrentHashMap<>();

  LimitedOperations(ExecutorService threads, Duration limit, ScheduledExecutorService clock) {
    super(threads);
    this.limit = limit;
    this.clock = clock;
  }

  @Override
  public OperationHandle submitOperation(Callable<ResultSet> executor) {
    return limited(() -> super.submitOperation(executor));
  }

  @Override
  public OperationHandle submitOperation(Function<OperationHandle, ResultFetcher> fetcher) {
    return limited(() -> super.submitOperation(fetcher));
  }

  private OperationHandle limited(Supplier<OperationHandle> submission) {
    try {
      if (waiting.incrementAndGet() > MAX_WAITING) {
        throw new SqlGatewayException(
            "This session is busy: "
                + MAX_WAITING
                + " statements wait for their turn. Wait for an answer, or open another session.");
      }
      OperationHandle handle = submission.get();
      limits.put(
          handle, clock.schedule(() -> stop(handle), limit.toMillis(), TimeUnit.MILLISECONDS));
      return handle;
    } finally {
      waiting.decrementAndGet();
    }
  }

  private void stop(OperationHandle handle) {
    if (limits.remove(handle) != null) {
      if (stopped.size() < MAX_REMEMBERED) {
        stopped.put(handle, true);
      }
      super.closeOperation(handle);
    }
  }

  @Override
  public void cancelOperation(OperationHandle handle) {
    forget(handle);
    super.cancelOperation(handle);
  }

  @Override
  public void closeOperation(OperationHandle handle) {
    forget(handle);
    stopped.remove(handle);
    super.closeOperation(handle);
  }

  private void forget(OperationHandle handle) {
    Future<?> timer = limits.remove(handle);
    if (timer != null) {
      timer.cancel(false);
    }
  }

  @Override
  public OperationInfo getOperationInfo(OperationHandle handle) {
    check(handle);
    return super.getOperationInfo(handle);
  }

  @Override
  public ResultSet fetchResults(OperationHandle handle, long token, int maxRows) {
    check(handle);
    return super.fetchResults(handle, token, maxRows);
  }

  @Override
  public ResultSet fetchResults(OperationHandle handle, FetchOrientation orientation, int maxRows) {
    check(handle);
    return super.fetchResults(handle, orientation, maxRows);
  }

  /** Whether a statement runs, or has a result that is not read to its end, or is over. */
  String state(OperationHandle handle) {
    if (!limits.containsKey(handle)) {
      return stopped.containsKey(handle) ? "stopped" : "over";
    }
    try {
      OperationStatus status = super.getOperationInfo(handle).getStatus();
      if (status == OperationStatus.ERROR) {
        return "failed";
      }
      return status.isTerminalStatus() ? "result open" : "running";
    } catch (SqlGatewayException e) {
      return "over";
    }
  }

  private void check(OperationHandle handle) {
    if (stopped.containsKey(handle)) {
      throw new SqlGatewayException(
          "The statement was stopped: it took longer than the server's limit of "
              + limit.toSeconds()
              + " s, see 'tidemark up --statement-timeout'.");
    }
  }

  @Override
  public void close() {
    limits.values().forEach(timer -> timer.cancel(false));
    limits.clear();
    super.close();
  }
}
