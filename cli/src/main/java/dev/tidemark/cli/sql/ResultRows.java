package dev.tidemark.cli.sql;

import java.util.Iterator;
import java.util.List;
import org.apache.flink.table.client.gateway.SqlExecutionException;
import org.apache.flink.table.data.RowData;
import org.apache.flink.table.gateway.api.operation.OperationHandle;
import org.apache.flink.table.gateway.api.results.FetchOrientation;
import org.apache.flink.table.gateway.api.results.ResultSet;
import org.apache.flink.table.gateway.service.operation.OperationManager;
import org.apache.flink.util.CloseableIterator;

/** The rows of a statement, fetched from the gateway as they are asked for. */
final class ResultRows implements CloseableIterator<RowData> {

  private final OperationManager operations;
  private final StatementThreads threads;
  private final OperationHandle handle;
  private final StatementListener listener;
  private Iterator<RowData> current;
  private boolean over;
  private volatile boolean closed;

  ResultRows(
      SqlSession session,
      OperationHandle handle,
      List<RowData> first,
      boolean over,
      StatementListener listener) {
    this.operations = session.operations();
    this.threads = session.threads();
    this.handle = handle;
    this.listener = listener;
    this.current = first.iterator();
    this.over = over;
  }

  @Override
  public boolean hasNext() {
    while (!current.hasNext() && !over) {
      fetch();
    }
    return current.hasNext();
  }

  private void fetch() {
    listener.waiting();
    try {
      ResultSet next = threads.await(this::fetchNext);
      current = next.getData().iterator();
      over = next.getNextToken() == null;
    } catch (RuntimeException e) {
      over = true;
      // Not a failure when the person has left the view, or Ctrl-C has closed the session.
      if (!closed && !Thread.currentThread().isInterrupted()) {
        listener.failed(e);
      }
      throw new SqlExecutionException(
          String.format("Failed to get response for the operation %s.", handle),
          InProcessExecutor.dress(e));
    }
  }

  /**
   * Asks a second time after a failure: the gateway reports one as soon as it knows of it, and
   * keeps the rows from before it for the next call.
   */
  private ResultSet fetchNext() {
    try {
      return operations.fetchResults(handle, FetchOrientation.FETCH_NEXT, Integer.MAX_VALUE);
    } catch (RuntimeException e) {
      if (closed || Thread.currentThread().isInterrupted() || threads.lost()) {
        throw e;
      }
      return operations.fetchResults(handle, FetchOrientation.FETCH_NEXT, Integer.MAX_VALUE);
    }
  }

  @Override
  public RowData next() {
    listener.fetched();
    return current.next();
  }

  @Override
  public void close() {
    if (!closed && !over) {
      listener.givenUp();
    }
    closed = true;
    operations.closeOperation(handle);
  }
}
