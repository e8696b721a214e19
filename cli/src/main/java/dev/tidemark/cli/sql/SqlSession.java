package dev.tidemark.cli.sql;

import dev.tidemark.cli.data.FileTable;
import dev.tidemark.cli.jobs.JobTracker;
import dev.tidemark.cli.plans.ListeningPlanner;
import dev.tidemark.cli.plans.PlanListener;
import java.io.IOException;
import java.net.URI;
import java.net.URL;
import java.net.URLClassLoader;
import java.time.ZoneId;
import java.util.List;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import org.apache.flink.api.common.RuntimeExecutionMode;
import org.apache.flink.configuration.Configuration;
import org.apache.flink.configuration.ExecutionOptions;
import org.apache.flink.streaming.api.environment.StreamExecutionEnvironment;
import org.apache.flink.table.api.bridge.java.internal.StreamTableEnvironmentImpl;
import org.apache.flink.table.api.config.TableConfigOptions;
import org.apache.flink.table.api.internal.TableEnvironmentInternal;
import org.apache.flink.table.api.internal.TableResultInternal;
import org.apache.flink.table.catalog.CatalogManager;
import org.apache.flink.table.catalog.FunctionCatalog;
import org.apache.flink.table.client.resource.ClientResourceManager;
import org.apache.flink.table.client.util.ClientClassloaderUtil;
import org.apache.flink.table.client.util.ClientWrapperClassLoader;
import org.apache.flink.table.delegation.Executor;
import org.apache.flink.table.gateway.api.endpoint.EndpointVersion;
import org.apache.flink.table.gateway.api.operation.OperationHandle;
import org.apache.flink.table.gateway.api.session.SessionEnvironment;
import org.apache.flink.table.gateway.api.session.SessionHandle;
import org.apache.flink.table.gateway.rest.util.SqlGatewayRestAPIVersion;
import org.apache.flink.table.gateway.service.context.DefaultContext;
import org.apache.flink.table.gateway.service.context.SessionContext;
import org.apache.flink.table.gateway.service.operation.OperationExecutor;
import org.apache.flink.table.gateway.service.operation.OperationManager;
import org.apache.flink.table.gateway.service.result.ResultFetcher;
import org.apache.flink.table.gateway.service.session.Session;
import org.apache.flink.table.planner.delegation.DefaultExecutor;
import org.apache.flink.table.planner.delegation.PlannerBase;
import org.apache.flink.table.resource.ResourceManager;
import org.apache.flink.table.resource.ResourceType;
import org.apache.flink.table.resource.ResourceUri;

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
   * @throws IOException when a jar cannot be read
   */
  static SqlSession open(
      Configuration configuration, List<URI> jars, JobTracker jobs, PlanListener plans)
      throws IOException {
    StatementThreads threads = new StatementThreads();
    ExecutorService operationThread =
        Executors.newSingleThreadExecutor(
            task -> {
              Thread thread = new Thread(threads, task, "sql-statements");
              thread.setDaemon(true);
              return thread;
            });
    DefaultContext context = new DefaultContext(configuration, jars);
    TrackedContext tracked = TrackedContext.create(context, jars, jobs, plans, operationThread);
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
    operationThread.shutdown();
  }

  private static final class TrackedContext extends SessionContext {

    private final JobTracker jobs;
    private final PlanListener plans;

    private TrackedContext(
        DefaultContext context,
        SessionHandle handle,
        EndpointVersion version,
        Configuration configuration,
        URLClassLoader userClassLoader,
        SessionState state,
        OperationManager operations,
        JobTracker jobs,
        PlanListener plans) {
      super(context, handle, version, configuration, userClassLoader, state, operations);
      this.jobs = jobs;
      this.plans = plans;
    }

    static TrackedContext create(
        DefaultContext context,
        List<URI> jars,
        JobTracker jobs,
        PlanListener plans,
        ExecutorService operationThread)
        throws IOException {
      SessionHandle handle = SessionHandle.create();
      SessionEnvironment environment =
          SessionEnvironment.newBuilder()
              .setSessionEndpointVersion(SqlGatewayRestAPIVersion.getDefaultVersion())
              .build();
      Configuration configuration = initializeConfiguration(context, environment, handle);
      ClientWrapperClassLoader userClassLoader =
          new ClientWrapperClassLoader(
              ClientClassloaderUtil.buildUserClassLoader(
                  List.of(),
                  SessionContext.class.getClassLoader(),
                  new Configuration(configuration)),
              configuration);
      ClientResourceManager resources = new ClientResourceManager(configuration, userClassLoader);
      resources.registerResources(
          jars.stream().map(uri -> new ResourceUri(ResourceType.JAR, uri.toString())).toList());
      return new TrackedContext(
          context,
          handle,
          environment.getSessionEndpointVersion(),
          configuration,
          userClassLoader,
          initializeSessionState(environment, configuration, resources),
          new OperationManager(operationThread),
          jobs,
          plans);
    }

    @Override
    public OperationExecutor createOperationExecutor(Configuration executionConfig) {
      return new TrackedExecutor(this, executionConfig, jobs, plans);
    }
  }

  private static final class TrackedExecutor extends OperationExecutor {

    private final Configuration executionConfig;
    private final PlanListener plans;

    TrackedExecutor(
        SessionContext context,
        Configuration executionConfig,
        JobTracker jobs,
        PlanListener plans) {
      super(
          context,
          (configuration, userClassLoader) ->
              new StreamExecutionEnvironment(jobs, configuration, userClassLoader));
      this.executionConfig = executionConfig;
      this.plans = plans;
    }

    @Override
    public TableEnvironmentInternal getTableEnvironment(
        ResourceManager resources, Configuration customConfig) {
      Configuration all = new Configuration(executionConfig);
      all.addAll(customConfig);
      TableEnvironmentInternal environment = super.getTableEnvironment(resources, all);
      return listened((StreamTableEnvironmentImpl) environment, resources);
    }

    /** The same environment with our planner, which also tells what it has made. */
    private TableEnvironmentInternal listened(
        StreamTableEnvironmentImpl environment, ResourceManager resources) {
      SessionContext.SessionState state = sessionContext.getSessionState();
      FunctionCatalog functions = state.functionCatalog.copy(resources);
      Executor executor = new DefaultExecutor(environment.execEnv());
      boolean streaming =
          environment.getConfig().get(ExecutionOptions.RUNTIME_MODE)
              == RuntimeExecutionMode.STREAMING;
      PlannerBase planner =
          ListeningPlanner.create(
              streaming,
              executor,
              environment.getConfig(),
              state.moduleManager,
              functions,
              state.catalogManager,
              resources.getUserClassLoader(),
              plans);
      return new StreamTableEnvironmentImpl(
          state.catalogManager,
          state.moduleManager,
          resources,
          functions,
          environment.getConfig(),
          environment.execEnv(),
          planner,
          executor,
          streaming);
    }

    @Override
    protected ResultFetcher callRemoveJar(OperationHandle handle, String jarPath) {
      ClientResourceManager resources =
          (ClientResourceManager) sessionContext.getSessionState().resourceManager;
      URL jar =
          resources.unregisterResource(jarPath, List.of(ResourceType.JAR, ResourceType.ARTIFACT));
      if (jar != null) {
        ((ClientWrapperClassLoader) resources.getUserClassLoader()).removeURL(jar);
      }
      return ResultFetcher.fromTableResult(handle, TableResultInternal.TABLE_RESULT_OK, false);
    }
  }
}
