package dev.tidemark.cli.jobs;

import dev.tidemark.runtime.spi.TidemarkJob;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.function.LongSupplier;
import java.util.stream.Stream;
import org.apache.flink.api.dag.Pipeline;
import org.apache.flink.configuration.Configuration;
import org.apache.flink.core.execution.DefaultExecutorServiceLoader;
import org.apache.flink.core.execution.JobClient;
import org.apache.flink.core.execution.PipelineExecutor;
import org.apache.flink.core.execution.PipelineExecutorFactory;
import org.apache.flink.core.execution.PipelineExecutorServiceLoader;
import org.apache.flink.streaming.api.graph.StreamGraph;

/**
 * Stands between a Flink environment and the target that it submits to, and remembers every job.
 * Flink's client submits an INSERT and forgets it; here the process must not end before the job.
 */
public final class JobTracker implements PipelineExecutorServiceLoader {

  private final PipelineExecutorServiceLoader targets = new DefaultExecutorServiceLoader();
  private final List<TrackedJob> unfinished = new ArrayList<>();
  private final List<LongSupplier> lateRecords = new ArrayList<>();

  @Override
  public PipelineExecutorFactory getExecutorFactory(Configuration configuration) throws Exception {
    return new TrackingFactory(targets.getExecutorFactory(configuration));
  }

  @Override
  public Stream<String> getExecutorNames() {
    return targets.getExecutorNames();
  }

  /** Takes the jobs that were submitted since the last call, oldest first. */
  public synchronized List<TrackedJob> takeSubmitted() {
    List<TrackedJob> taken = new ArrayList<>(unfinished);
    unfinished.clear();
    return taken;
  }

  /**
   * How many records of all jobs that are over were dropped because they came late, as far as
   * Flink's own counters tell, and of jobs in this process only.
   */
  public synchronized long lateRecordsDropped() {
    return lateRecords.stream().mapToLong(LongSupplier::getAsLong).sum();
  }

  private synchronized void add(JobClient client, JobShape shape) {
    unfinished.add(new TrackedJob(client, shape));
    if (client instanceof TidemarkJob job) {
      lateRecords.add(job.lateRecordsDropped());
    }
  }

  private final class TrackingFactory implements PipelineExecutorFactory {

    private final PipelineExecutorFactory target;

    TrackingFactory(PipelineExecutorFactory target) {
      this.target = target;
    }

    @Override
    public String getName() {
      return target.getName();
    }

    @Override
    public boolean isCompatibleWith(Configuration configuration) {
      return target.isCompatibleWith(configuration);
    }

    @Override
    public PipelineExecutor getExecutor(Configuration configuration) {
      PipelineExecutor executor = target.getExecutor(configuration);
      return new PipelineExecutor() {
        @Override
        public CompletableFuture<JobClient> execute(
            Pipeline pipeline, Configuration conf, ClassLoader userClassLoader) throws Exception {
          ClusterProbe.knock(conf);
          // Looked at before it runs: a target may change the graph.
          JobShape shape =
              pipeline instanceof StreamGraph graph ? JobShape.of(graph) : JobShape.UNKNOWN;
          return executor
              .execute(pipeline, conf, userClassLoader)
              .thenApply(
                  client -> {
                    add(client, shape);
                    return client;
                  });
        }
      };
    }
  }
}
