package dev.tidemark.runtime.engine;

import dev.tidemark.runtime.TidemarkOptions;
import dev.tidemark.runtime.compat.FlinkFields;
import dev.tidemark.runtime.compat.SqlWatermarks;
import dev.tidemark.runtime.host.HostTask;
import dev.tidemark.runtime.plan.PlanNode;
import dev.tidemark.runtime.source.EnumeratorHost;
import dev.tidemark.runtime.time.NodeTime;
import dev.tidemark.runtime.time.RealNodeTime;
import dev.tidemark.runtime.time.WatermarkPolicy;
import java.util.function.BooleanSupplier;
import java.util.function.Supplier;
import org.apache.flink.api.common.operators.MailboxExecutor;
import org.apache.flink.streaming.api.operators.SourceOperatorFactory;
import org.apache.flink.streaming.api.operators.StreamOperator;
import org.apache.flink.streaming.api.operators.StreamOperatorFactory;
import org.apache.flink.streaming.api.operators.StreamOperatorParameters;
import org.apache.flink.streaming.api.operators.YieldingOperator;
import org.apache.flink.streaming.api.operators.async.AsyncWaitOperatorFactory;
import org.apache.flink.streaming.api.operators.collect.CollectSinkFunction;
import org.apache.flink.streaming.api.operators.collect.CollectSinkOperatorFactory;
import org.apache.flink.streaming.api.operators.legacy.YieldingOperatorFactory;
import org.apache.flink.streaming.runtime.tasks.ProcessingTimeService;
import org.apache.flink.streaming.runtime.tasks.ProcessingTimeServiceAware;
import org.apache.flink.table.runtime.operators.wmassigners.WatermarkAssignerOperatorFactory;

/** Makes running operators out of what the plan says about them. */
final class NodeFactory {
  private final JobContext context;
  private final ResultBuffers results;

  NodeFactory(JobContext context, ResultBuffers results) {
    this.context = context;
    this.results = results;
  }

  /** A node whose operator is constructed but not opened, and not connected to anything. */
  Node create(PlanNode plan) throws Exception {
    return create(plan, plan.substitute() == null ? plan.factory() : plan.substitute());
  }

  /** An operator that another one does the work of: to be looked at only. */
  StreamOperator<?> inPlan(PlanNode plan) throws Exception {
    return create(plan, plan.factory()).operator();
  }

  private Node create(PlanNode plan, StreamOperatorFactory<Object> factory) throws Exception {
    HostTask task = context.taskOf(plan.vertex());
    // Mails of an operator further down come first: an operator that yields in the middle of a
    // record must not receive another one from an operator above it.
    MailboxExecutor executor = task.getMailboxExecutorFactory().createExecutor(plan.index() + 1);
    ProcessingTimeService time = time(factory, task, executor);
    NodeTime pulses = pulses(factory) && time instanceof NodeTime nodeTime ? nodeTime : null;
    NodeOutput output =
        new NodeOutput(
            context.plan.executionConfig().isObjectReuseEnabled(),
            context.configuration.get(TidemarkOptions.FINAL_WATERMARK));
    Node node = new Node(plan, output, context.mailbox, time, pulses);
    StreamOperator<?> operator = operator(plan, factory, task, executor, time, node);
    BooleanSupplier settled = FlinkFields.nothingInFlight(operator);
    node.operator(
        operator,
        settled == null ? null : new Settler(settled, context.mailbox, context.patienceNanos()));
    return node;
  }

  @SuppressWarnings("deprecation") // operators of Flink's own still come from such factories
  private StreamOperator<?> operator(
      PlanNode plan,
      StreamOperatorFactory<Object> factory,
      HostTask task,
      MailboxExecutor executor,
      ProcessingTimeService time,
      Node node) {
    Supplier<ProcessingTimeService> timeSupplier = () -> time;
    StreamOperatorParameters<Object> parameters =
        new StreamOperatorParameters<>(
            task, plan.config(), node.output, timeSupplier, context.coordinators, executor);
    if (factory instanceof CollectSinkOperatorFactory<?> collect) {
      CollectSinkFunction<?> function = (CollectSinkFunction<?>) collect.getUserFunction();
      return new ResultSink(parameters, function, results.of(plan.config().getOperatorID()));
    }
    if (factory instanceof SourceOperatorFactory<?> source) {
      context.coordinators.register(
          plan.config().getOperatorID(),
          new EnumeratorHost<>(FlinkFields.source(source), context.mailbox::wake));
    }
    if (factory instanceof YieldingOperatorFactory<?> yielding) {
      yielding.setMailboxExecutor(executor);
    }
    if (factory instanceof ProcessingTimeServiceAware aware) {
      aware.setProcessingTimeService(time);
    }
    long extraDelay = context.configuration.get(TidemarkOptions.EXTRA_DELAY);
    StreamOperatorFactory<?> any = factory;
    StreamOperator<?> operator =
        extraDelay != 0 && any instanceof WatermarkAssignerOperatorFactory assigner
            ? SqlWatermarks.operator(assigner, parameters, time, extraDelay)
            : factory.createStreamOperator(parameters);
    if (operator instanceof YieldingOperator<?> yielding) {
      yielding.setMailboxExecutor(executor);
    }
    return operator;
  }

  private ProcessingTimeService time(
      StreamOperatorFactory<?> factory, HostTask task, MailboxExecutor executor) {
    if (isAsync(factory)) {
      return new RealNodeTime(task.realTimers(), executor);
    }
    if (!WatermarkGenerators.isGenerator(factory)) {
      return new NodeTime(context.clock, NodeTime.Timers.CLOCK);
    }
    return switch (context.watermarkPolicy(WatermarkGenerators.isSql(factory))) {
      case PER_RECORD, AT_ONCE -> new NodeTime(context.clock, NodeTime.Timers.PULSE);
      case WALL_CLOCK ->
          context.clock.isWall()
              ? new NodeTime(context.clock, NodeTime.Timers.CLOCK)
              : new RealNodeTime(task.realTimers(), executor);
      case AUTO -> throw new IllegalStateException("the policy is resolved before");
    };
  }

  private boolean pulses(StreamOperatorFactory<?> factory) {
    return WatermarkGenerators.isGenerator(factory)
        && context.watermarkPolicy(WatermarkGenerators.isSql(factory))
            == WatermarkPolicy.PER_RECORD;
  }

  private static boolean isAsync(StreamOperatorFactory<?> factory) {
    return factory instanceof AsyncWaitOperatorFactory
        || factory.getClass().getSimpleName().contains("AsyncWaitOperator");
  }
}
