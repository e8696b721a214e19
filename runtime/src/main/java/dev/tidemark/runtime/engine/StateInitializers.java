package dev.tidemark.runtime.engine;

import dev.tidemark.runtime.host.HostTask;
import org.apache.flink.runtime.checkpoint.SubTaskInitializationMetricsBuilder;
import org.apache.flink.streaming.api.operators.InternalTimeServiceManager;
import org.apache.flink.streaming.api.operators.InternalTimeServiceManagerImpl;
import org.apache.flink.streaming.api.operators.StreamTaskStateInitializer;
import org.apache.flink.streaming.api.operators.StreamTaskStateInitializerImpl;

/** Gives operators their state; its time to live counts the job's processing time. */
final class StateInitializers {
  private final JobContext context;

  StateInitializers(JobContext context) {
    this.context = context;
  }

  StreamTaskStateInitializer of(Node node) throws Exception {
    HostTask task = context.taskOf(node.plan.vertex());
    InternalTimeServiceManager.Provider configured =
        task.getConfiguration().getTimerServiceProvider(context.classLoader.asClassLoader());
    return new StreamTaskStateInitializerImpl(
        task.getEnvironment(),
        task.stateBackend(),
        new SubTaskInitializationMetricsBuilder(context.clock.absoluteTimeMillis()),
        context.clock::absoluteTimeMillis,
        configured != null ? configured : InternalTimeServiceManagerImpl::create,
        task::isCanceled);
  }
}
