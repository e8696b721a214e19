package dev.tidemark.runtime.engine;

import dev.tidemark.runtime.plan.PlanEdge;
import dev.tidemark.runtime.plan.PlanInput;
import dev.tidemark.runtime.plan.PlanNode;
import dev.tidemark.runtime.source.SteppedSource;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.stream.IntStream;
import org.apache.flink.api.common.typeutils.TypeSerializer;
import org.apache.flink.api.java.functions.KeySelector;
import org.apache.flink.core.memory.ManagedMemoryUseCase;
import org.apache.flink.runtime.execution.Environment;
import org.apache.flink.streaming.api.graph.StreamConfig;
import org.apache.flink.streaming.api.operators.InputSelectable;
import org.apache.flink.streaming.api.operators.sort.MultiInputSortingDataInput;
import org.apache.flink.streaming.api.operators.sort.MultiInputSortingDataInput.SelectableSortingInputs;
import org.apache.flink.streaming.api.operators.sort.SortingDataInput;
import org.apache.flink.streaming.runtime.io.StreamTaskInput;
import org.apache.flink.table.runtime.operators.sink.StreamRecordTimestampInserter;

/** Connects nodes: inputs, edges between them, and what decides when an input is read. */
final class Wiring {
  private final JobContext context;
  private final ClassLoader loader;
  private final Map<Integer, Node> nodes;
  private final Map<NodeInput, Gate> gates = new HashMap<>();
  final List<SelectiveIntake> selective = new ArrayList<>();
  final List<SortingIntake> sorting = new ArrayList<>();

  Wiring(JobContext context, Map<Integer, Node> nodes) {
    this.context = context;
    this.loader = context.classLoader.asClassLoader();
    this.nodes = nodes;
  }

  void connect() throws Exception {
    for (Node node : nodes.values()) {
      if (node.plan.substitute() != null) {
        continue; // what feeds it in the plan does not run
      }
      for (PlanInput input : node.plan.inputs()) {
        node.addInput(new NodeInput(node, input.index(), input.edges().size()));
      }
    }
    for (Node node : nodes.values()) {
      List<Edge> edges = new ArrayList<>();
      for (PlanEdge edge : context.plan.outputsOf(node.plan)) {
        edges.add(edge(node, edge));
      }
      node.output.connect(edges);
      addIntake(node);
    }
  }

  private Edge edge(Node source, PlanEdge edge) {
    Node target = nodes.get(edge.targetId());
    NodeInput input = target.inputs().get(edge.inputIndex());
    TypeSerializer<Object> writer =
        edge.tag() == null
            ? source.plan.config().getTypeSerializerOut(loader)
            : source.plan.config().getTypeSerializerSideOut(edge.tag(), loader);
    if (edge.chained()) {
      boolean reuse = isFresh(source) || context.plan.executionConfig().isObjectReuseEnabled();
      return new ChainedEdge(edge.tag(), input, reuse ? null : writer.duplicate());
    }
    int channels = target.plan.inputs().get(edge.inputIndex()).edges().size();
    Gate gate = gates.computeIfAbsent(input, i -> new Gate(i, channels));
    TypeSerializer<Object> reader = reader(target.plan, edge.inputIndex(), writer);
    // What keeps state for keys may keep a row, and with it all that share its array.
    boolean fresh = isFresh(source) && target.plan.config().getStateKeySerializer(loader) == null;
    return new NetworkEdge(edge.tag(), gate, edge.channel(), RoundTrip.of(writer, reader, fresh));
  }

  /** Whether an operator emits rows of their own, of which nobody else knows. */
  private boolean isFresh(Node source) {
    if (context.plan.outputsOf(source.plan).size() != 1) {
      return false;
    }
    if (source.operator() instanceof SteppedSource) {
      return true;
    }
    // It hands on the rows that it gets.
    return source.operator() instanceof StreamRecordTimestampInserter
        && source.plan.inputs().stream()
            .flatMap(input -> input.edges().stream())
            .allMatch(edge -> isFresh(nodes.get(edge.sourceId())));
  }

  private TypeSerializer<Object> reader(
      PlanNode target, int inputIndex, TypeSerializer<Object> otherwise) {
    StreamConfig.InputConfig[] inputs = target.config().getInputs(loader);
    if (inputIndex < inputs.length
        && inputs[inputIndex] instanceof StreamConfig.NetworkInputConfig network) {
      @SuppressWarnings("unchecked")
      TypeSerializer<Object> serializer = (TypeSerializer<Object>) network.getTypeSerializer();
      return serializer;
    }
    return otherwise;
  }

  private void addIntake(Node node) throws Exception {
    Intake intake = null;
    if (node.plan.inputs().stream().anyMatch(PlanInput::sorted)) {
      intake = sorting(node);
    } else if (node.operator() instanceof InputSelectable selectable && node.inputs().size() > 1) {
      List<Backlog> lines = new ArrayList<>();
      for (int i = 0; i < node.inputs().size(); i++) {
        lines.add(new Backlog(copier(node, i), context.resources::tmpDirectory));
      }
      SelectiveIntake chosen = new SelectiveIntake(selectable, node.inputs(), lines);
      selective.add(chosen);
      intake = chosen;
    }
    if (intake != null) {
      for (NodeInput input : node.inputs()) {
        input.intake(intake);
      }
    }
  }

  private TypeSerializer<Object> copier(Node node, int inputIndex) {
    PlanEdge first = node.plan.inputs().get(inputIndex).edges().get(0);
    StreamConfig sender = nodes.get(first.sourceId()).plan.config();
    return first.tag() == null
        ? sender.getTypeSerializerOut(loader)
        : sender.getTypeSerializerSideOut(first.tag(), loader);
  }

  @SuppressWarnings({"unchecked", "rawtypes"})
  private SortingIntake sorting(Node node) throws Exception {
    SortingIntake intake = new SortingIntake(node.inputs());
    Environment environment = context.taskOf(node.plan.vertex()).getEnvironment();
    StreamConfig config = node.plan.config();
    TypeSerializer<Object> keys = config.getStateKeySerializer(loader);
    double memory =
        config.getManagedMemoryFractionOperatorUseCaseOfSlot(
            ManagedMemoryUseCase.OPERATOR,
            environment.getJobConfiguration(),
            environment.getTaskManagerInfo().getConfiguration(),
            loader);
    int count = node.inputs().size();
    StreamTaskInput<Object>[] inputs = new StreamTaskInput[count];
    InputSelectable order = null;
    if (count == 1) {
      inputs[0] =
          new SortingDataInput(
              intake.source(0),
              reader(node.plan, 0, copier(node, 0)),
              keys,
              config.getStatePartitioner(0, loader),
              environment.getMemoryManager(),
              environment.getIOManager(),
              environment.getExecutionConfig().isObjectReuseEnabled(),
              memory,
              environment.getTaskManagerInfo().getConfiguration(),
              context.taskOf(node.plan.vertex()),
              environment.getExecutionConfig());
    } else {
      List<PlanInput> plans = node.plan.inputs();
      int[] sorted = IntStream.range(0, count).filter(i -> plans.get(i).sorted()).toArray();
      int[] passed = IntStream.range(0, count).filter(i -> !plans.get(i).sorted()).toArray();
      SelectableSortingInputs made =
          MultiInputSortingDataInput.wrapInputs(
              context.taskOf(node.plan.vertex()),
              (StreamTaskInput[]) sources(intake, sorted),
              IntStream.of(sorted)
                  .mapToObj(i -> config.getStatePartitioner(i, loader))
                  .toArray(KeySelector[]::new),
              IntStream.of(sorted)
                  .mapToObj(i -> reader(node.plan, i, copier(node, i)))
                  .toArray(TypeSerializer[]::new),
              (TypeSerializer) keys,
              (StreamTaskInput[]) sources(intake, passed),
              environment.getMemoryManager(),
              environment.getIOManager(),
              environment.getExecutionConfig().isObjectReuseEnabled(),
              memory,
              environment.getTaskManagerInfo().getConfiguration(),
              environment.getExecutionConfig());
      for (int i = 0; i < sorted.length; i++) {
        inputs[sorted[i]] = (StreamTaskInput<Object>) made.getSortedInputs()[i];
      }
      for (int i = 0; i < passed.length; i++) {
        inputs[passed[i]] = (StreamTaskInput<Object>) made.getPassThroughInputs()[i];
      }
      order = made.getInputSelectable();
    }
    intake.connect(inputs, order);
    sorting.add(intake);
    return intake;
  }

  private static StreamTaskInput<?>[] sources(SortingIntake intake, int[] indexes) {
    return IntStream.of(indexes).mapToObj(intake::source).toArray(StreamTaskInput[]::new);
  }
}
