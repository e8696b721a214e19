package dev.tidemark.runtime.host;

import dev.tidemark.runtime.plan.Plan;
import java.util.Map;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Future;
import java.util.function.Consumer;
import org.apache.flink.api.common.ExecutionConfig;
import org.apache.flink.api.common.JobID;
import org.apache.flink.api.common.JobInfo;
import org.apache.flink.api.common.JobInfoImpl;
import org.apache.flink.api.common.TaskInfo;
import org.apache.flink.api.common.TaskInfoImpl;
import org.apache.flink.api.common.operators.MailboxExecutor;
import org.apache.flink.configuration.Configuration;
import org.apache.flink.core.fs.Path;
import org.apache.flink.runtime.accumulators.AccumulatorRegistry;
import org.apache.flink.runtime.broadcast.BroadcastVariableManager;
import org.apache.flink.runtime.checkpoint.CheckpointException;
import org.apache.flink.runtime.checkpoint.CheckpointMetrics;
import org.apache.flink.runtime.checkpoint.TaskStateSnapshot;
import org.apache.flink.runtime.checkpoint.channel.ChannelStateWriteRequestExecutorFactory;
import org.apache.flink.runtime.checkpoint.channel.ChannelStateWriter;
import org.apache.flink.runtime.execution.Environment;
import org.apache.flink.runtime.executiongraph.ExecutionAttemptID;
import org.apache.flink.runtime.executiongraph.ExecutionGraphID;
import org.apache.flink.runtime.externalresource.ExternalResourceInfoProvider;
import org.apache.flink.runtime.io.disk.iomanager.IOManager;
import org.apache.flink.runtime.io.network.TaskEventDispatcher;
import org.apache.flink.runtime.io.network.api.writer.ResultPartitionWriter;
import org.apache.flink.runtime.io.network.partition.consumer.IndexedInputGate;
import org.apache.flink.runtime.jobgraph.JobType;
import org.apache.flink.runtime.jobgraph.JobVertex;
import org.apache.flink.runtime.jobgraph.JobVertexID;
import org.apache.flink.runtime.jobgraph.tasks.InputSplitProvider;
import org.apache.flink.runtime.jobgraph.tasks.TaskOperatorEventGateway;
import org.apache.flink.runtime.memory.MemoryManager;
import org.apache.flink.runtime.memory.SharedResources;
import org.apache.flink.runtime.metrics.groups.TaskMetricGroup;
import org.apache.flink.runtime.metrics.groups.UnregisteredMetricGroups;
import org.apache.flink.runtime.query.TaskKvStateRegistry;
import org.apache.flink.runtime.scheduler.strategy.ExecutionVertexID;
import org.apache.flink.runtime.state.CheckpointStorageAccess;
import org.apache.flink.runtime.state.KeyGroupRangeAssignment;
import org.apache.flink.runtime.state.TaskStateManager;
import org.apache.flink.runtime.taskexecutor.GlobalAggregateManager;
import org.apache.flink.runtime.taskmanager.TaskManagerActions;
import org.apache.flink.runtime.taskmanager.TaskManagerRuntimeInfo;
import org.apache.flink.streaming.api.graph.StreamConfig;
import org.apache.flink.util.UserCodeClassLoader;

/** The environment of one job vertex: a single subtask, no network. */
public final class HostEnvironment implements Environment {
  private final Plan plan;
  private final JobVertex vertex;
  private final JobResources resources;
  private final UserCodeClassLoader classLoader;
  private final Consumer<Throwable> onFailure;
  private final Configuration taskConfiguration;
  private final TaskInfo taskInfo;
  private final JobInfo jobInfo;
  private final ExecutionAttemptID attempt;
  private final TaskMetricGroup metrics =
      UnregisteredMetricGroups.createUnregisteredTaskMetricGroup();
  private final AccumulatorRegistry accumulators;
  private final TaskStateManager stateManager = new HostStateManager();
  private final InputSplitProvider splits;
  private final TaskOperatorEventGateway coordinatorGateway;
  private MailboxExecutor mailboxExecutor;
  private ExecutorService asyncOperations;
  private CheckpointStorageAccess checkpointStorage;
  private ChannelStateWriter channelStateWriter = ChannelStateWriter.NO_OP;

  public HostEnvironment(
      Plan plan,
      JobVertex vertex,
      JobResources resources,
      UserCodeClassLoader classLoader,
      TaskOperatorEventGateway coordinatorGateway,
      Consumer<Throwable> onFailure)
      throws Exception {
    this.plan = plan;
    this.vertex = vertex;
    this.resources = resources;
    this.classLoader = classLoader;
    this.coordinatorGateway = coordinatorGateway;
    this.onFailure = onFailure;
    this.taskConfiguration = withoutNetwork(vertex.getConfiguration());
    int maxParallelism =
        vertex.getMaxParallelism() > 0
            ? vertex.getMaxParallelism()
            : KeyGroupRangeAssignment.computeDefaultMaxParallelism(1);
    this.taskInfo = new TaskInfoImpl(vertex.getName(), maxParallelism, 0, 1, 0);
    this.jobInfo = new JobInfoImpl(plan.jobGraph().getJobID(), plan.jobGraph().getName());
    this.attempt =
        new ExecutionAttemptID(new ExecutionGraphID(), new ExecutionVertexID(vertex.getID(), 0), 0);
    this.accumulators = new AccumulatorRegistry(plan.jobGraph().getJobID(), attempt);
    this.splits = new HostInputSplits(vertex);
  }

  /** The task constructor would open a writer for each network output; there is no network. */
  private static Configuration withoutNetwork(Configuration configuration) throws Exception {
    Configuration copy = new Configuration(configuration);
    StreamConfig config = new StreamConfig(copy);
    config.setVertexNonChainedOutputs(java.util.List.of());
    config.serializeAllConfigs();
    return copy;
  }

  @Override
  public ExecutionConfig getExecutionConfig() {
    return plan.executionConfig();
  }

  @Override
  public JobID getJobID() {
    return plan.jobGraph().getJobID();
  }

  @Override
  public JobType getJobType() {
    return plan.jobGraph().getJobType();
  }

  @Override
  public JobVertexID getJobVertexId() {
    return vertex.getID();
  }

  @Override
  public ExecutionAttemptID getExecutionId() {
    return attempt;
  }

  @Override
  public Configuration getTaskConfiguration() {
    return taskConfiguration;
  }

  @Override
  public TaskManagerRuntimeInfo getTaskManagerInfo() {
    return new HostTaskManagerInfo(resources);
  }

  @Override
  public TaskMetricGroup getMetricGroup() {
    return metrics;
  }

  @Override
  public Configuration getJobConfiguration() {
    return plan.jobGraph().getJobConfiguration();
  }

  @Override
  public JobInfo getJobInfo() {
    return jobInfo;
  }

  @Override
  public TaskInfo getTaskInfo() {
    return taskInfo;
  }

  @Override
  public InputSplitProvider getInputSplitProvider() {
    return splits;
  }

  @Override
  public TaskOperatorEventGateway getOperatorCoordinatorEventGateway() {
    return coordinatorGateway;
  }

  @Override
  public IOManager getIOManager() {
    return resources.ioManager();
  }

  @Override
  public MemoryManager getMemoryManager() {
    return resources.memoryOf(vertex.getSlotSharingGroup().getSlotSharingGroupId());
  }

  @Override
  public SharedResources getSharedResources() {
    return resources.shared;
  }

  @Override
  public UserCodeClassLoader getUserCodeClassLoader() {
    return classLoader;
  }

  @Override
  public Map<String, Future<Path>> getDistributedCacheEntries() {
    return resources.cachedFiles();
  }

  @Override
  public BroadcastVariableManager getBroadcastVariableManager() {
    return resources.broadcastVariables;
  }

  @Override
  public TaskStateManager getTaskStateManager() {
    return stateManager;
  }

  @Override
  public GlobalAggregateManager getGlobalAggregateManager() {
    return resources.globalAggregates;
  }

  @Override
  public ExternalResourceInfoProvider getExternalResourceInfoProvider() {
    return ExternalResourceInfoProvider.NO_EXTERNAL_RESOURCES;
  }

  @Override
  public AccumulatorRegistry getAccumulatorRegistry() {
    return accumulators;
  }

  @Override
  public TaskKvStateRegistry getTaskKvStateRegistry() {
    return resources.kvStates.createTaskRegistry(getJobID(), vertex.getID());
  }

  @Override
  public void acknowledgeCheckpoint(long checkpointId, CheckpointMetrics checkpointMetrics) {}

  @Override
  public void acknowledgeCheckpoint(
      long checkpointId, CheckpointMetrics checkpointMetrics, TaskStateSnapshot subtaskState) {}

  @Override
  public void declineCheckpoint(long checkpointId, CheckpointException checkpointException) {}

  @Override
  public void failExternally(Throwable cause) {
    onFailure.accept(cause);
  }

  @Override
  public ResultPartitionWriter getWriter(int index) {
    throw new IllegalStateException("no network outputs in this runtime");
  }

  @Override
  public ResultPartitionWriter[] getAllWriters() {
    return new ResultPartitionWriter[0];
  }

  @Override
  public IndexedInputGate getInputGate(int index) {
    throw new IllegalStateException("no network inputs in this runtime");
  }

  @Override
  public IndexedInputGate[] getAllInputGates() {
    return new IndexedInputGate[0];
  }

  @Override
  public TaskEventDispatcher getTaskEventDispatcher() {
    return null;
  }

  @Override
  public TaskManagerActions getTaskManagerActions() {
    return new FailingActions(onFailure);
  }

  @Override
  public void setMainMailboxExecutor(MailboxExecutor mainMailboxExecutor) {
    this.mailboxExecutor = mainMailboxExecutor;
  }

  @Override
  public MailboxExecutor getMainMailboxExecutor() {
    return mailboxExecutor;
  }

  @Override
  public void setAsyncOperationsThreadPool(ExecutorService executorService) {
    this.asyncOperations = executorService;
  }

  @Override
  public ExecutorService getAsyncOperationsThreadPool() {
    return asyncOperations;
  }

  @Override
  public void setCheckpointStorageAccess(CheckpointStorageAccess checkpointStorageAccess) {
    this.checkpointStorage = checkpointStorageAccess;
  }

  @Override
  public CheckpointStorageAccess getCheckpointStorageAccess() {
    return checkpointStorage;
  }

  @Override
  public ChannelStateWriteRequestExecutorFactory getChannelStateExecutorFactory() {
    return new ChannelStateWriteRequestExecutorFactory(getJobID());
  }

  @Override
  public void setChannelStateWriter(ChannelStateWriter writer) {
    this.channelStateWriter = writer;
  }

  @Override
  public ChannelStateWriter getChannelStateWriter() {
    return channelStateWriter;
  }
}
