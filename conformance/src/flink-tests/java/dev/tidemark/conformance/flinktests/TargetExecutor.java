package dev.tidemark.conformance.flinktests;

import java.time.Instant;
import java.util.concurrent.atomic.AtomicInteger;
import org.apache.flink.configuration.Configuration;
import org.apache.flink.configuration.DeploymentOptions;
import org.apache.flink.core.execution.DefaultExecutorServiceLoader;
import org.apache.flink.core.execution.PipelineExecutor;
import org.apache.flink.core.execution.PipelineExecutorFactory;
import org.apache.flink.table.planner.runtime.utils.FailingCollectionSource;

/**
 * Gives the jobs of Flink's tests to the target under test. The settings of the test's cluster
 * count as defaults below those of the job; those of {@code settings.tsv} win over both.
 */
public final class TargetExecutor implements PipelineExecutorFactory {

  /** The target under test. */
  private static final String TARGET = System.getProperty("conformance.target", "tidemark");

  /** How many jobs the target got since the JVM began. */
  static final AtomicInteger JOBS = new AtomicInteger();

  private final String name;
  private final Configuration cluster;

  /**
   * Creates a factory.
   *
   * @param name the target that the test believes to use
   * @param cluster settings of the test's cluster
   */
  public TargetExecutor(String name, Configuration cluster) {
    this.name = name;
    this.cluster = cluster;
  }

  @Override
  public String getName() {
    return name;
  }

  @Override
  public boolean isCompatibleWith(Configuration configuration) {
    return true;
  }

  @Override
  public PipelineExecutor getExecutor(Configuration ignored) {
    return (pipeline, job, classLoader) -> {
      Configuration configuration = new Configuration(cluster);
      // Some tests compare processing time with CURRENT_TIMESTAMP, which is not virtual.
      configuration.setString("tidemark.clock.start", Instant.now().toString());
      configuration.addAll(job);
      configuration.set(DeploymentOptions.TARGET, TARGET);
      CurrentTest.settings().forEach(configuration::setString);
      // The source of many planner tests throws once and expects to be restored from a
      // checkpoint, unless it believes that it has thrown already.
      FailingCollectionSource.failedBefore = true;
      JOBS.incrementAndGet();
      return new DefaultExecutorServiceLoader()
          .getExecutorFactory(configuration)
          .getExecutor(configuration)
          .execute(pipeline, configuration, classLoader);
    };
  }
}
