package org.apache.flink.test.util;

import dev.tidemark.conformance.flinktests.TargetExecutor;
import java.net.URL;
import java.util.Collection;
import java.util.stream.Stream;
import org.apache.flink.configuration.ConfigUtils;
import org.apache.flink.configuration.Configuration;
import org.apache.flink.configuration.DeploymentOptions;
import org.apache.flink.configuration.PipelineOptions;
import org.apache.flink.core.execution.PipelineExecutorFactory;
import org.apache.flink.core.execution.PipelineExecutorServiceLoader;
import org.apache.flink.core.fs.Path;
import org.apache.flink.runtime.minicluster.MiniCluster;

/**
 * Hides Flink's class of the same name: it stands earlier on the class path. Flink's test
 * environments ask it for their executor, so their jobs reach the target under test. The tests'
 * MiniCluster is started as ever; it only gets nothing to do.
 */
public class MiniClusterPipelineExecutorServiceLoader implements PipelineExecutorServiceLoader {
  /** The name that Flink's class answers to. */
  public static final String NAME = "minicluster";

  private final MiniCluster cluster;

  /** Called by Flink's {@code TestStreamEnvironment}. */
  public MiniClusterPipelineExecutorServiceLoader(MiniCluster cluster) {
    this.cluster = cluster;
  }

  /** Called by Flink's {@code TestStreamEnvironment}. */
  public static Configuration updateConfigurationForMiniCluster(
      Configuration configuration, Collection<Path> jars, Collection<URL> classPaths) {
    ConfigUtils.encodeCollectionToConfig(
        configuration, PipelineOptions.JARS, jars, jar -> jar.toUri().toString());
    ConfigUtils.encodeCollectionToConfig(
        configuration, PipelineOptions.CLASSPATHS, classPaths, URL::toString);
    configuration.set(DeploymentOptions.TARGET, NAME);
    configuration.set(DeploymentOptions.ATTACHED, true);
    return configuration;
  }

  @Override
  public PipelineExecutorFactory getExecutorFactory(Configuration configuration) {
    return new TargetExecutor(NAME, cluster.getConfiguration());
  }

  @Override
  public Stream<String> getExecutorNames() {
    return Stream.of(NAME);
  }
}
