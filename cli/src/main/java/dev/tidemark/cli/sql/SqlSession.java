package dev.tidemark.cli.sql;

import dev.tidemark.cli.data.FileTable;
import dev.tidemark.cli.jobs.JobTracker;
import dev.tidemark.cli.plans.PlanListener;
import java.io.IOException;
import java.net.URI;
import java.time.ZoneId;
import java.util.List;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import org.apache.flink.configuration.Configuration;
import org.apache.flink.table.api.config.TableConfigOptions;
import org.apache.flink.table.catalog.CatalogManager;
import org.apache.flink.table.gateway.api.session.SessionEnvironment;
import org.apache.flink.table.gateway.api.session.SessionHandle;
import org.apache.flink.table.gateway.rest.util.SqlGatewayRestAPIVersion;
import org.apache.flink.table.gateway.service.context.DefaultContext;
import org.apache.flink.table.gateway.service.operation.OperationExecutor;
import org.apache.flink.table.gateway.service.operation.OperationManager;
import org.apache.flink.table.gateway.service.session.Session;

/**
 * A session of Flink's SQL gateway in this process, without its REST server. Mirrors the client's
 * SingleSessionManager, and lets a {@link JobTracker} see what is submitted.
 */
final class SqlSession implements AutoCloseable {

  private final Session session;
  private final CatalogManager catalogs;
  private final ExecutorService operationThread;
  private final StatementThreads threads;

  private SqlSession(
      Session session,
      CatalogManager catalogs,
      ExecutorService operationThread,
      StatementThreads threads) {
    this.session = session;
    this.catalogs = catalogs;
    this.operationThread = operationThread;
    this.threads = threads;
  }

  /**
   * Opens a session.
   *
   * @param configuration Flink's configuration, which RESET goes back to
   * @param jars jars on the class path of user code, as ADD JAR would add them
   * @param jobs told of every job
   * @param plans told of every plan
   * @param bringsCode whether its statements may add jars
   * @throws IOException when a jar cannot be read
   */
  static SqlSession open(
      Configuration configuration,
      List<URI> jars,
      JobTracker jobs,
      PlanListener plans,
      boolean bringsCode)
      throws IOException {
    StatementThreads threads = new StatementThreads();
    ExecutorService operationThread =
        Executors.newSingleThreadExecutor(
            task -> {
              Thread thread = new Thread(threads, task, "sql-statements");
              thread.setDaemon(true);
              return thread;
            });
    GatewayContext tracked =
        GatewayContext.create(
            new DefaultContext(configuration, jars),
            SessionHandle.create(),
            SessionEnvironment.newBuilder()
                .setSessionEndpointVersion(SqlGatewayRestAPIVersion.getDefaultVersion())
                .build(),
            new OperationManager(operationThread),
            jobs,
            plans,
            bringsCode);
    Session session = new Session(tracked);
    session.open();
    return new SqlSession(
        session, tracked.getSessionState().catalogManager, operationThread, threads);
  }

  OperationManager operations() {
    return session.getOperationManager();
  }

  StatementThreads threads() {
    return threads;
  }

  OperationExecutor executor() {
    return session.createExecutor();
  }

  Configuration configuration() {
    return Configuration.fromMap(session.getSessionConfig());
  }

  /** Whether there is a table or view where names without a catalog are looked up. */
  boolean hasTables() {
    try {
      return !catalogs.listTables().isEmpty();
    } catch (RuntimeException e) {
      // A catalog that cannot answer: this is for messages only.
      return true;
    }
  }

  /** The file tables that a statement names. */
  List<FileTable> tablesOf(String statement) {
    try {
      return new TablesOf(catalogs).statement(statement);
    } catch (RuntimeException e) {
      // A catalog that cannot answer: this is for messages only.
      return List.of();
    }
  }

  /** The time zone in which TIMESTAMP_LTZ is shown. */
  ZoneId timeZone() {
    String zone = configuration().get(TableConfigOptions.LOCAL_TIME_ZONE);
    return TableConfigOptions.LOCAL_TIME_ZONE.defaultValue().equals(zone)
        ? ZoneId.systemDefault()
        : ZoneId.of(zone);
  }

  @Override
  public void close() {
    session.close();
    // Not before: Flink makes one group for the tasks of all jobs, below that of the thread that
    // needs it first, and it would go with its last thread, too.
    threads.goWithTheLast();
    operationThread.shutdown();
  }
}
