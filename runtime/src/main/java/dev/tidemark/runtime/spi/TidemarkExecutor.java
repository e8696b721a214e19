package dev.tidemark.runtime.spi;

import dev.tidemark.runtime.TidemarkOptions;
import dev.tidemark.runtime.observe.Observers;
import dev.tidemark.runtime.plan.Plan;
import dev.tidemark.runtime.plan.PlanBuilder;
import java.util.concurrent.CompletableFuture;
import org.apache.flink.api.dag.Pipeline;
import org.apache.flink.client.deployment.executors.PipelineExecutorUtils;
import org.apache.flink.configuration.Configuration;
import org.apache.flink.core.execution.JobClient;
import org.apache.flink.core.execution.PipelineExecutor;
import org.apache.flink.streaming.api.graph.StreamGraph;

/** Starts each submitted program as a job on a thread of its own in this process. */
final class TidemarkExecutor implements PipelineExecutor {
  private final Configuration defaults;

  TidemarkExecutor(Configuration defaults) {
    this.defaults = defaults;
  }

  @Override
  public CompletableFuture<JobClient> execute(
      Pipeline pipeline, Configuration configuration, ClassLoader userClassLoader)
      throws Exception {
    Configuration effective = new Configuration(defaults);
    effective.addAll(configuration);
    StreamGraph graph = PipelineExecutorUtils.getStreamGraph(pipeline, configuration);
    effective.addAll(graph.getJobConfiguration());
    TidemarkOptions.check(effective);
    Plan plan = PlanBuilder.build(graph, userClassLoader);
    for (String notice : plan.notices()) {
      System.err.println("tidemark: " + notice);
    }
    Job job = new Job(plan, effective, userClassLoader, Observers.of(effective, plan));
    job.start();
    return CompletableFuture.completedFuture(job);
  }
}
