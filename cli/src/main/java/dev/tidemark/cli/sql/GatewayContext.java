package dev.tidemark.cli.sql;

import dev.tidemark.cli.plans.ListeningPlanner;
import dev.tidemark.cli.plans.PlanListener;
import java.io.IOException;
import java.net.URL;
import java.net.URLClassLoader;
import java.util.List;
import org.apache.flink.api.common.RuntimeExecutionMode;
import org.apache.flink.configuration.Configuration;
import org.apache.flink.configuration.ExecutionOptions;
import org.apache.flink.core.execution.PipelineExecutorServiceLoader;
import org.apache.flink.streaming.api.environment.StreamExecutionEnvironment;
import org.apache.flink.table.api.bridge.java.internal.StreamTableEnvironmentImpl;
import org.apache.flink.table.api.internal.TableEnvironmentInternal;
import org.apache.flink.table.api.internal.TableResultInternal;
import org.apache.flink.table.catalog.FunctionCatalog;
import org.apache.flink.table.client.resource.ClientResourceManager;
import org.apache.flink.table.client.util.ClientClassloaderUtil;
import org.apache.flink.table.client.util.ClientWrapperClassLoader;
import org.apache.flink.table.delegation.Executor;
import org.apache.flink.table.gateway.api.endpoint.EndpointVersion;
import org.apache.flink.table.gateway.api.operation.OperationHandle;
import org.apache.flink.table.gateway.api.session.SessionEnvironment;
import org.apache.flink.table.gateway.api.session.SessionHandle;
import org.apache.flink.table.gateway.service.context.DefaultContext;
import org.apache.flink.table.gateway.service.context.SessionContext;
import org.apache.flink.table.gateway.service.operation.OperationExecutor;
import org.apache.flink.table.gateway.service.operation.OperationManager;
import org.apache.flink.table.gateway.service.result.ResultFetcher;
import org.apache.flink.table.planner.delegation.DefaultExecutor;
import org.apache.flink.table.planner.delegation.PlannerBase;
import org.apache.flink.table.resource.ResourceManager;
import org.apache.flink.table.resource.ResourceType;
import org.apache.flink.table.resource.ResourceUri;
import org.apache.flink.util.MutableURLClassLoader;

/**
 * What a session of Flink's SQL gateway works with. It plans with our planner, and lets somebody
 * see what is submitted. Mirrors what the client's SingleSessionManager makes.
 */
public final class GatewayContext extends SessionContext {

  private final PipelineExecutorServiceLoader targets;
  private final PlanListener plans;

  private GatewayContext(
      DefaultContext context,
      SessionHandle handle,
      EndpointVersion version,
      Configuration configuration,
      URLClassLoader userClassLoader,
      SessionState state,
      OperationManager operations,
      PipelineExecutorServiceLoader targets,
      PlanListener plans) {
    super(context, handle, version, configuration, userClassLoader, state, operations);
    this.targets = targets;
    this.plans = plans;
  }

  /**
   * The context of a new session.
   *
   * @param context the configuration that RESET goes back to, and jars for user code
   * @param environment what the client asks for
   * @param operations runs the session's statements
   * @param targets where jobs go
   * @param plans told of every plan
   * @param bringsCode whether the session may have jars; one without shares its class loader with
   *     the others of its kind
   * @throws IOException when a jar cannot be read
   */
  public static GatewayContext create(
      DefaultContext context,
      SessionHandle handle,
      SessionEnvironment environment,
      OperationManager operations,
      PipelineExecutorServiceLoader targets,
      PlanListener plans,
      boolean bringsCode)
      throws IOException {
    Configuration configuration = initializeConfiguration(context, environment, handle);
    MutableURLClassLoader userClassLoader =
        bringsCode ? ownClassLoader(configuration) : SharedClassLoader.INSTANCE;
    ClientResourceManager resources = new ClientResourceManager(configuration, userClassLoader);
    resources.registerResources(
        context.getDependencies().stream()
            .map(jar -> new ResourceUri(ResourceType.JAR, jar.toString()))
            .toList());
    return new GatewayContext(
        context,
        handle,
        environment.getSessionEndpointVersion(),
        configuration,
        userClassLoader,
        initializeSessionState(environment, configuration, resources),
        operations,
        targets,
        plans);
  }

  private static ClientWrapperClassLoader ownClassLoader(Configuration configuration) {
    return new ClientWrapperClassLoader(
        ClientClassloaderUtil.buildUserClassLoader(
            List.of(), SessionContext.class.getClassLoader(), new Configuration(configuration)),
        configuration);
  }

  @Override
  public OperationExecutor createOperationExecutor(Configuration executionConfig) {
    return new PlanningExecutor(this, executionConfig, targets, plans);
  }

  private static final class PlanningExecutor extends OperationExecutor {

    private final Configuration executionConfig;
    private final PlanListener plans;

    PlanningExecutor(
        SessionContext context,
        Configuration executionConfig,
        PipelineExecutorServiceLoader targets,
        PlanListener plans) {
      super(
          context,
          (configuration, userClassLoader) ->
              new StreamExecutionEnvironment(targets, configuration, userClassLoader));
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
