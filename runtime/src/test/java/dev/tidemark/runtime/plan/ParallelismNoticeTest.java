package dev.tidemark.runtime.plan;

import static org.assertj.core.api.Assertions.assertThat;

import org.apache.flink.api.common.RuntimeExecutionMode;
import org.apache.flink.client.deployment.executors.PipelineExecutorUtils;
import org.apache.flink.configuration.Configuration;
import org.apache.flink.configuration.CoreOptions;
import org.apache.flink.configuration.ExecutionOptions;
import org.apache.flink.streaming.api.environment.StreamExecutionEnvironment;
import org.apache.flink.streaming.api.functions.sink.v2.DiscardingSink;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

/** A program's parallelism is reduced to 1, and its user is told. */
class ParallelismNoticeTest {

  @ParameterizedTest
  @EnumSource(
      value = RuntimeExecutionMode.class,
      names = {"STREAMING", "BATCH"})
  void aHigherParallelismIsReducedAndSaid(RuntimeExecutionMode mode) throws Exception {
    Plan plan = plan(mode, 4);

    assertThat(plan.notices()).hasSize(1);
    assertThat(plan.notices().get(0)).startsWith("parallelism 4 reduced to 1:");
    assertThat(plan.nodes()).allMatch(node -> node.vertex().getParallelism() == 1);
  }

  @ParameterizedTest
  @EnumSource(
      value = RuntimeExecutionMode.class,
      names = {"STREAMING", "BATCH"})
  void aParallelismOfOneIsNoNews(RuntimeExecutionMode mode) throws Exception {
    assertThat(plan(mode, 1).notices()).isEmpty();
  }

  private static Plan plan(RuntimeExecutionMode mode, int parallelism) throws Exception {
    Configuration configuration = new Configuration();
    configuration.set(ExecutionOptions.RUNTIME_MODE, mode);
    configuration.set(CoreOptions.DEFAULT_PARALLELISM, parallelism);
    StreamExecutionEnvironment env = new StreamExecutionEnvironment(configuration);
    env.fromSequence(1, 3).keyBy(x -> x).sinkTo(new DiscardingSink<>());
    return PlanBuilder.build(
        PipelineExecutorUtils.getStreamGraph(env.getStreamGraph(), configuration),
        Thread.currentThread().getContextClassLoader());
  }
}
