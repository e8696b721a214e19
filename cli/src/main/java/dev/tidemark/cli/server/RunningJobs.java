package dev.tidemark.cli.server;

import java.util.Set;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ConcurrentHashMap;
import java.util.stream.Stream;
import org.apache.flink.api.dag.Pipeline;
import org.apache.flink.configuration.Configuration;
import org.apache.flink.core.execution.DefaultExecutorServiceLoader;
import org.apache.flink.core.execution.JobClient;
import org.apache.flink.core.execution.PipelineExecutor;
import org.apache.flink.core.execution.PipelineExecutorFactory;
import org.apache.flink.core.execution.PipelineExecutorServiceLoader;

/** Stands between the gateway's sessions and the targets, and knows which jobs run. */
final class RunningJobs implements PipelineExecutorServiceLoader {

  private final PipelineExecutorServiceLoader targets = new DefaultExecutorServiceLoader();
  private final Set<JobClient> running = ConcurrentHashMap.newKeySet();

  /** How many jobs run. */
  int count() {
    return running.size();
  }

  @Override
  public Stream<String> getExecutorNames() {
    return targets.getExecutorNames();
  }

  @Override
  public PipelineExecutorFactory getExecutorFactory(Configuration configuration) throws Exception {
    PipelineExecutorFactory target = targets.getExecutorFactory(configuration);
    return new PipelineExecutorFactory() {
      @Override
      public String getName() {
        return target.getName();
      }

      @Override
      public boolean isCompatibleWith(Configuration each) {
        return target.isCompatibleWith(each);
      }

      @Override
      public PipelineExecutor getExecutor(Configuration each) {
        return counting(target.getExecutor(each));
      }
    };
  }

  private PipelineExecutor counting(PipelineExecutor executor) {
    return new PipelineExecutor() {
      @Override
      public CompletableFuture<JobClient> execute(
          Pipeline pipeline, Configuration configuration, ClassLoader userClassLoader)
          throws Exception {
        return executor.execute(pipeline, configuration, userClassLoader).thenApply(this::counted);
      }

      private JobClient counted(JobClient job) {
        running.add(job);
        CompletableFuture<Void> unused =
            job.getJobExecutionResult().handle((result, failure) -> forgotten(job));
        return job;
      }

      private Void forgotten(JobClient job) {
        running.remove(job);
        return null;
      }
    };
  }
}
