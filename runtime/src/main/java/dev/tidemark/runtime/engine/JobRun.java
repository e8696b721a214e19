package dev.tidemark.runtime.engine;

import dev.tidemark.runtime.TidemarkOptions;
import dev.tidemark.runtime.compat.GeneratedClasses;
import dev.tidemark.runtime.host.HostEnvironment;
import dev.tidemark.runtime.observe.NodeObserver;
import dev.tidemark.runtime.observe.ObservedNode;
import dev.tidemark.runtime.observe.RunEnd;
import dev.tidemark.runtime.observe.RunObserver;
import dev.tidemark.runtime.plan.Plan;
import dev.tidemark.runtime.plan.PlanNode;
import dev.tidemark.runtime.source.EnumeratorHost;
import dev.tidemark.runtime.source.FlipSourceDriver;
import dev.tidemark.runtime.source.LegacySourceDriver;
import dev.tidemark.runtime.source.SourceDriver;
import dev.tidemark.runtime.source.SteppedSource;
import dev.tidemark.runtime.source.SteppedSourceDriver;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.concurrent.CancellationException;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.atomic.AtomicLong;
import java.util.concurrent.atomic.AtomicReference;
import java.util.function.LongSupplier;
import org.apache.flink.api.common.accumulators.Accumulator;
import org.apache.flink.api.connector.source.Boundedness;
import org.apache.flink.configuration.Configuration;
import org.apache.flink.runtime.jobgraph.JobVertex;
import org.apache.flink.streaming.api.operators.SourceOperator;
import org.apache.flink.streaming.api.operators.SourceOperatorFactory;
import org.apache.flink.streaming.api.operators.StreamOperator;
import org.apache.flink.streaming.api.operators.StreamOperatorFactory;
import org.apache.flink.streaming.api.operators.StreamSource;
import org.apache.flink.streaming.api.watermark.Watermark;
import org.apache.flink.util.ExceptionUtils;

/**
 * One execution of a plan, from opening the operators to closing them, on the thread that calls
 * {@link #execute()}.
 */
public final class JobRun {
  private final Plan plan;
  private final Configuration configuration;
  private final ClassLoader userClassLoader;
  private final ResultBuffers results;
  private final RunObserver observer;
  private final AtomicReference<Throwable> foreignFailure = new AtomicReference<>();
  private final List<SourceDriver> drivers = new CopyOnWriteArrayList<>();
  private final Map<SourceDriver, Node> sourceNodes = new LinkedHashMap<>();
  private final Map<Integer, Node> nodes = new TreeMap<>();
  private final List<Node> opened = new ArrayList<>();

  /** Operators as the plan has them whose work a substitute does; never open. */
  private final Map<Integer, StreamOperator<?>> replaced = new TreeMap<>();

  private final AtomicLong lateRecords = new AtomicLong();
  private volatile boolean cancelled;
  private volatile Thread thread;

  /**
   * @param observer sees the run; null for nobody
   */
  public JobRun(
      Plan plan,
      Configuration configuration,
      ClassLoader userClassLoader,
      ResultBuffers results,
      RunObserver observer) {
    this.observer = observer;
    this.plan = plan;
    this.configuration = configuration;
    this.userClassLoader = userClassLoader;
    this.results = results;
  }

  /**
   * Runs the plan to its end.
   *
   * @return what the operators accumulated
   * @throws CancellationException if {@link #cancel()} ended it
   * @throws Exception the failure of an operator, as Flink would report it
   */
  public Map<String, Accumulator<?, ?>> execute() throws Exception {
    thread = Thread.currentThread();
    Throwable failure = null;
    Map<String, Accumulator<?, ?>> accumulators = new LinkedHashMap<>();
    JobContext context = new JobContext(plan, configuration, userClassLoader, this::fail);
    Wiring wiring = null;
    try {
      initializeOnMaster();
      wiring = build(context);
      open(context);
      wiring.selective.forEach(SelectiveIntake::open);
      observe();
      new Scheduler(context, this::stopReason, drivers, sourceNodes, nodes).run(this::finishSource);
      new FinalCheckpoint(nodes.values()).runIfEnabled(plan);
    } catch (Throwable e) {
      failure = e;
    }
    failure = over(failure);
    lateRecords.set(LateCounters.sum(nodes.values()));
    failure = close(context, wiring, failure);
    for (HostEnvironment environment : context.environments()) {
      environment
          .getAccumulatorRegistry()
          .getUserMap()
          .forEach((name, value) -> merge(accumulators, name, value));
    }
    release();
    if (failure == null) {
      finalizeOnMaster();
      return accumulators;
    }
    if (cancelled) {
      throw new CancellationException("the job was cancelled");
    }
    Throwable foreign = foreignFailure.get();
    ExceptionUtils.rethrowException(FailureInVertex.unwrap(foreign != null ? foreign : failure));
    return accumulators;
  }

  /** Who asks for the outcome keeps the run, but not its state: memory may be why it has failed. */
  private void release() {
    drivers.clear();
    sourceNodes.clear();
    nodes.clear();
    opened.clear();
    replaced.clear();
    GeneratedClasses.forgetUnrepeatable();
  }

  @SuppressWarnings({"unchecked", "rawtypes"})
  private static void merge(
      Map<String, Accumulator<?, ?>> all, String name, Accumulator<?, ?> value) {
    Accumulator known = all.putIfAbsent(name, value.clone());
    if (known != null) {
      known.merge((Accumulator) value);
    }
  }

  /** What Flink's operators have counted as dropped because it came late; 0 until the end. */
  public LongSupplier lateRecordsDropped() {
    return lateRecords::get;
  }

  /** Ends the run soon; from any thread. */
  public void cancel() {
    cancelled = true;
    drivers.forEach(SourceDriver::cancel);
    Thread running = thread;
    if (running != null) {
      running.interrupt();
    }
  }

  private void fail(Throwable error) {
    if (foreignFailure.compareAndSet(null, error)) {
      Thread running = thread;
      if (running != null && running != Thread.currentThread()) {
        running.interrupt();
      }
    }
  }

  /** Null, or why the run must stop now. */
  private Exception stopReason() {
    if (cancelled) {
      return new CancellationException("the job was cancelled");
    }
    Throwable foreign = foreignFailure.get();
    return foreign == null ? null : new FailureInVertex(foreign);
  }

  private Wiring build(JobContext context) throws Exception {
    NodeFactory factory = new NodeFactory(context, results);
    for (PlanNode planNode : plan.nodes()) {
      if (planNode.substitute() != null) {
        for (PlanNode each : plan.substituted(planNode)) {
          replaced.put(each.id(), factory.inPlan(each));
        }
      }
    }
    // From the sinks to the sources, as Flink builds a chain.
    for (int i = plan.nodes().size() - 1; i >= 0; i--) {
      PlanNode planNode = plan.nodes().get(i);
      if (planNode.substitute() != null || !replaced.containsKey(planNode.id())) {
        nodes.put(planNode.id(), factory.create(planNode));
      }
    }
    Wiring wiring = new Wiring(context, nodes);
    wiring.connect();
    for (PlanNode planNode : plan.nodes()) {
      Node node = nodes.get(planNode.id());
      if (node != null && (planNode.isSource() || planNode.substitute() != null)) {
        addDriver(context, node);
      }
    }
    return wiring;
  }

  private void addDriver(JobContext context, Node node) {
    StreamOperatorFactory<?> factory = node.plan.factory();
    boolean bounded = PlanTraits.isBounded(plan, factory);
    SourceDriver driver;
    if (node.operator() instanceof SteppedSource stepped) {
      driver =
          new SteppedSourceDriver(
              stepped, node::afterRecord, configuration.get(TidemarkOptions.FINAL_WATERMARK));
    } else if (factory instanceof SourceOperatorFactory) {
      @SuppressWarnings("unchecked")
      SourceOperator<Object, ?> operator = (SourceOperator<Object, ?>) node.operator();
      EnumeratorHost<?, ?> enumerator =
          (EnumeratorHost<?, ?>)
              context.coordinators.getOperatorEventGateway(node.plan.config().getOperatorID());
      driver =
          new FlipSourceDriver(
              operator,
              enumerator,
              bounded ? Boundedness.BOUNDED : Boundedness.CONTINUOUS_UNBOUNDED,
              node.output,
              node::afterRecord,
              context.mailbox::wake);
    } else {
      @SuppressWarnings({"unchecked", "deprecation"})
      StreamSource<Object, ?> operator = (StreamSource<Object, ?>) node.operator();
      driver =
          new LegacySourceDriver(
              operator,
              node.plan.name(),
              bounded,
              node.output,
              node::afterRecord,
              context.mailbox::wake);
    }
    drivers.add(driver);
    sourceNodes.put(driver, node);
  }

  private void open(JobContext context) throws Exception {
    StateInitializers initializers = new StateInitializers(context);
    List<PlanNode> order =
        plan.nodes().stream().filter(each -> nodes.containsKey(each.id())).toList();
    for (int i = order.size() - 1; i >= 0; i--) {
      Node node = nodes.get(order.get(i).id());
      opened.add(node);
      node.operator().initializeState(initializers.of(node));
      node.operator().open();
    }
    if (drivers.size() > 1 && drivers.stream().anyMatch(SteppedSourceDriver.class::isInstance)) {
      throw new UnsupportedOperationException(
          "A source that reads in columns cannot take turns with others row by row. Set"
              + " tidemark.columnar.enabled to false for this program.");
    }
    for (SourceDriver driver : drivers) {
      driver.start();
    }
  }

  private void observe() {
    if (observer == null) {
      return;
    }
    Map<Integer, NodeObserver> observers = new TreeMap<>();
    for (PlanNode planNode : plan.nodes()) {
      NodeObserver seeing = observer.observe(inPlan(planNode));
      observers.put(planNode.id(), seeing);
      Node node = nodes.get(planNode.id());
      if (node != null) {
        node.observer(seeing);
      }
    }
    for (Node node : nodes.values()) {
      if (node.plan.substitute() != null && node.operator() instanceof SteppedSource running) {
        List<NodeObserver> chain = new ArrayList<>();
        plan.substituted(node.plan).forEach(each -> chain.add(observers.get(each.id())));
        running.observed(chain);
      }
    }
  }

  private ObservedNode inPlan(PlanNode planNode) {
    StreamOperator<?> operator = replaced.get(planNode.id());
    return new ObservedNode(
        planNode, operator != null ? operator : nodes.get(planNode.id()).operator());
  }

  private Throwable over(Throwable failure) {
    if (observer != null) {
      try {
        observer.over(
            failure == null ? RunEnd.FINISHED : cancelled ? RunEnd.STOPPED : RunEnd.FAILED);
      } catch (Throwable e) {
        return ExceptionUtils.firstOrSuppressed(e, failure);
      }
    }
    return failure;
  }

  /** The end of a source: event time has come to its end, then the operators flush. */
  private void finishSource(SourceDriver driver) throws Exception {
    Node node = sourceNodes.get(driver);
    if (observer != null) {
      PlanNode source =
          node.plan.substitute() == null ? node.plan : plan.substituted(node.plan).get(0);
      observer.sourceEnds(inPlan(source));
    }
    driver.beforeFinalWatermark();
    node.output.emitWatermark(Watermark.MAX_WATERMARK);
    node.finish();
  }

  private Throwable close(JobContext context, Wiring wiring, Throwable first) {
    Throwable failure = first;
    boolean interrupted = Thread.interrupted();
    List<AutoCloseable> resources = new ArrayList<>();
    resources.addAll(drivers);
    for (Node node : opened) {
      resources.add(node.operator()::close);
    }
    if (wiring != null) {
      resources.addAll(wiring.sorting);
      resources.addAll(wiring.selective);
    }
    resources.add(context);
    for (AutoCloseable resource : resources) {
      try {
        resource.close();
      } catch (Throwable e) {
        failure = ExceptionUtils.firstOrSuppressed(e, failure);
      }
    }
    if (interrupted && !cancelled && foreignFailure.get() == null) {
      Thread.currentThread().interrupt();
    }
    return failure;
  }

  private void initializeOnMaster() throws Exception {
    for (JobVertex vertex : plan.jobGraph().getVertices()) {
      vertex.initializeOnMaster(
          new JobVertex.InitializeOnMasterContext() {
            @Override
            public ClassLoader getClassLoader() {
              return userClassLoader;
            }

            @Override
            public int getExecutionParallelism() {
              return 1;
            }
          });
    }
  }

  private void finalizeOnMaster() throws Exception {
    for (JobVertex vertex : plan.jobGraph().getVertices()) {
      vertex.finalizeOnMaster(
          new JobVertex.FinalizeOnMasterContext() {
            @Override
            public ClassLoader getClassLoader() {
              return userClassLoader;
            }

            @Override
            public int getExecutionParallelism() {
              return 1;
            }

            @Override
            public int getFinishedAttempt(int subtaskIndex) {
              return 0;
            }
          });
    }
  }
}
