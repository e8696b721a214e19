package dev.tidemark.cli.sql;

import dev.tidemark.cli.plans.PlannedOnly;
import java.net.URI;
import java.util.List;
import java.util.Map;
import java.util.concurrent.atomic.AtomicReference;
import java.util.function.UnaryOperator;
import org.apache.flink.configuration.ReadableConfig;
import org.apache.flink.runtime.rest.util.RestClientException;
import org.apache.flink.shaded.netty4.io.netty.handler.codec.http.HttpResponseStatus;
import org.apache.flink.table.api.ResultKind;
import org.apache.flink.table.api.SqlParserEOFException;
import org.apache.flink.table.api.internal.TableResultInternal;
import org.apache.flink.table.client.SqlClientException;
import org.apache.flink.table.client.gateway.Executor;
import org.apache.flink.table.client.gateway.SqlExecutionException;
import org.apache.flink.table.client.gateway.StatementResult;
import org.apache.flink.table.data.RowData;
import org.apache.flink.table.data.StringData;
import org.apache.flink.table.gateway.api.operation.OperationHandle;
import org.apache.flink.table.gateway.api.results.ResultSet;
import org.apache.flink.table.gateway.api.utils.SqlGatewayException;
import org.apache.flink.table.gateway.service.operation.OperationManager;
import org.apache.flink.table.gateway.service.result.ResultFetcher;
import org.apache.flink.util.ExceptionUtils;

/**
 * Executes what Flink's SQL client reads, on a gateway session in the same process. Mirrors
 * ExecutorImpl, which does the same by HTTP; an exception is dressed as the HTTP client would dress
 * it, because the SQL client takes the reason that it prints from that text.
 */
final class InProcessExecutor implements Executor {

  private static final String END_OF_INPUT = "Encountered \"<EOF>\"";

  private final SqlSession session;
  private final StatementListener listener;
  private volatile UnaryOperator<String> meaning = UnaryOperator.identity();

  InProcessExecutor(SqlSession session, StatementListener listener) {
    this.session = session;
    this.listener = listener;
  }

  /** From now on the client reads texts that stand for statements. */
  void reads(UnaryOperator<String> newMeaning) {
    meaning = newMeaning;
  }

  @Override
  public void configureSession(String read) {
    String statement = meaning.apply(read);
    listener.begins(statement);
    try {
      OperationManager operations = session.operations();
      OperationHandle handle =
          operations.submitOperation(
              operation -> session.executor().configureSession(operation, statement));
      operations.awaitOperationTermination(handle);
      operations.closeOperation(handle);
    } catch (Exception e) {
      listener.failed(e);
      throw new SqlExecutionException("Failed to configure the session.", e);
    }
  }

  @Override
  public ReadableConfig getSessionConfig() {
    return session.configuration();
  }

  @Override
  public Map<String, String> getSessionConfigMap() {
    return session.configuration().toMap();
  }

  @Override
  public StatementResult executeStatement(String read) {
    String statement = meaning.apply(read);
    listener.begins(statement);
    session.threads().forget();
    OperationManager operations = session.operations();
    AtomicReference<ResultFetcher> fetcher = new AtomicReference<>();
    OperationHandle handle =
        operations.submitOperation(
            operation -> {
              fetcher.set(execute(operation, statement));
              return fetcher.get();
            });
    try {
      operations.awaitOperationTermination(handle);
    } catch (InterruptedException e) {
      closeInBackground(operations, handle);
      throw new SqlExecutionException("Interrupted to fetch results.", e);
    } catch (Exception e) {
      throw submissionFailure(handle, e);
    }
    if (fetcher.get() == null) {
      // Closed by another thread, which is ending the process.
      throw new SqlExecutionException("Interrupted to fetch results.");
    }
    return listener.executed(statement, result(operations, handle, fetcher.get()));
  }

  private ResultFetcher execute(OperationHandle operation, String statement) {
    try {
      return session.executor().executeStatement(operation, statement);
    } catch (RuntimeException e) {
      if (PlannedOnly.ended(e)) {
        return ResultFetcher.fromTableResult(operation, TableResultInternal.TABLE_RESULT_OK, false);
      }
      throw e;
    }
  }

  /** A planner at work does not notice an interrupt; nobody has to wait until it is done. */
  private static void closeInBackground(OperationManager operations, OperationHandle handle) {
    Thread closing =
        new Thread(
            () -> {
              try {
                operations.closeOperation(handle);
              } catch (RuntimeException e) {
                // It did not end in time; its result goes to nobody.
                return;
              }
            },
            "sql-statement-close");
    closing.setDaemon(true);
    closing.start();
  }

  private StatementResult result(
      OperationManager operations, OperationHandle handle, ResultFetcher fetcher) {
    if (fetcher.isQueryResult()) {
      // Its first rows are left for later: a job that fails fast must not hide the table's head.
      return new StatementResult(
          fetcher.getResultSchema(),
          new ResultRows(session, handle, List.of(), false, listener),
          true,
          ResultKind.SUCCESS_WITH_CONTENT,
          null,
          fetcher.getConverter());
    }
    ResultSet first = operations.fetchResults(handle, 0, Integer.MAX_VALUE);
    boolean over = first.getNextToken() == null;
    return new StatementResult(
        first.getResultSchema(),
        new ResultRows(session, handle, first.getData(), over, listener),
        false,
        first.getResultKind(),
        first.getJobID(),
        fetcher.getConverter());
  }

  private SqlExecutionException submissionFailure(OperationHandle handle, Exception e) {
    RestClientException dressed = dress(e);
    if (dressed.getMessage().contains(END_OF_INPUT)) {
      listener.incomplete();
      return new SqlExecutionException(
          "The SQL statement is incomplete.",
          new SqlParserEOFException(dressed.getMessage(), dressed));
    }
    listener.failed(e);
    return new SqlExecutionException(
        String.format("Failed to get response for the operation %s.", handle), dressed);
  }

  /** The exception as it would arrive by HTTP: its trace as text. Mirrors AbstractHandler. */
  static RestClientException dress(Throwable failure) {
    Throwable onServer =
        new SqlGatewayException(new SqlGatewayException("Failed to fetchResults.", failure));
    return new RestClientException(
        String.format(
            "[Internal server error., <Exception on server side:%n%s%n"
                + "End of exception on server side>]",
            ExceptionUtils.stringifyException(onServer)),
        HttpResponseStatus.INTERNAL_SERVER_ERROR);
  }

  @Override
  public List<String> completeStatement(String statement, int position) {
    OperationManager operations = session.operations();
    OperationHandle handle =
        operations.submitOperation(
            operation -> session.executor().getCompletionHints(operation, statement, position));
    try {
      operations.awaitOperationTermination(handle);
      return operations.fetchResults(handle, 0, Integer.MAX_VALUE).getData().stream()
          .map((RowData row) -> row.getString(0))
          .map(StringData::toString)
          .toList();
    } catch (Exception e) {
      throw new SqlExecutionException("Failed to get completion candidates.", e);
    } finally {
      operations.closeOperation(handle);
    }
  }

  @Override
  public String deployScript(String script, URI uri) {
    throw new SqlClientException(
        "Application mode is not supported: use --target tidemark, local or remote.");
  }

  @Override
  public void close() {
    session.close();
  }
}
