package dev.tidemark.conformance;

import org.apache.flink.client.deployment.executors.PipelineExecutorUtils;
import org.apache.flink.configuration.Configuration;
import org.apache.flink.configuration.DeploymentOptions;
import org.apache.flink.configuration.MemorySize;
import org.apache.flink.configuration.RestOptions;
import org.apache.flink.configuration.TaskManagerOptions;
import org.apache.flink.core.execution.PipelineExecutor;
import org.apache.flink.core.execution.PipelineExecutorFactory;
import org.apache.flink.runtime.minicluster.MiniCluster;
import org.apache.flink.runtime.minicluster.MiniClusterConfiguration;
import org.apache.flink.runtime.minicluster.MiniClusterJobClient;
import org.apache.flink.runtime.minicluster.MiniClusterJobClient.JobFinalizationBehavior;

/**
 * The execution target {@value #NAME}: Flink's own MiniCluster, started once per JVM and kept for
 * all jobs. The target {@code local} would start a fresh one for every query.
 */
public final class SharedCluster implements PipelineExecutorFactory {

  /** The value of {@code execution.target} that selects this factory. */
  public static final String NAME = "shared-minicluster";

  private static final int SLOTS = 4;

  /** Holds the cluster, so that it starts with the first job and not with the class path scan. */
  private static final class Holder {
    static final MiniCluster CLUSTER = start();

    private static MiniCluster start() {
      Configuration configuration = new Configuration();
      configuration.set(RestOptions.BIND_PORT, "0");
      configuration.set(TaskManagerOptions.MANAGED_MEMORY_SIZE, MemorySize.ofMebiBytes(256));
      MiniCluster cluster =
          new MiniCluster(
              new MiniClusterConfiguration.Builder()
                  .setConfiguration(configuration)
                  .setNumTaskManagers(1)
                  .setNumSlotsPerTaskManager(SLOTS)
                  .build());
      try {
        cluster.start();
      } catch (Exception e) {
        throw new IllegalStateException("the MiniCluster did not start", e);
      }
      return cluster;
    }
  }

  @Override
  public String getName() {
    return NAME;
  }

  @Override
  public boolean isCompatibleWith(Configuration configuration) {
    return NAME.equals(configuration.get(DeploymentOptions.TARGET));
  }

  @Override
  public PipelineExecutor getExecutor(Configuration ignored) {
    return (pipeline, configuration, userCodeClassLoader) ->
        Holder.CLUSTER
            .submitJob(PipelineExecutorUtils.getStreamGraph(pipeline, configuration))
            .thenApply(
                submission ->
                    new MiniClusterJobClient(
                        submission.getJobID(),
                        Holder.CLUSTER,
                        userCodeClassLoader,
                        JobFinalizationBehavior.NOTHING));
  }
}
