package dev.tidemark.runtime.plan;

import java.util.ArrayList;
import java.util.Comparator;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.TreeSet;
import org.apache.flink.runtime.jobgraph.JobGraph;
import org.apache.flink.runtime.jobgraph.JobVertex;
import org.apache.flink.streaming.api.graph.StreamConfig;
import org.apache.flink.streaming.api.graph.StreamEdge;
import org.apache.flink.streaming.api.graph.StreamGraph;
import org.apache.flink.streaming.api.graph.StreamNode;
import org.apache.flink.streaming.api.graph.StreamingJobGraphGenerator;
import org.apache.flink.streaming.api.operators.StreamOperatorFactory;

/**
 * Turns a stream graph into a plan, by way of Flink's own job graph generator: chaining, state
 * keys, sorted inputs, managed memory shares and timer providers are then the ones that Flink would
 * use.
 */
public final class PlanBuilder {
  private PlanBuilder() {}

  /**
   * Builds the plan at parallelism 1.
   *
   * @throws UnsupportedPlanException if the program needs what this target does not do
   */
  public static Plan build(StreamGraph graph, ClassLoader classLoader) {
    List<String> notices = reduceParallelism(graph);
    AdaptiveJoins.settle(graph, classLoader);
    // Reading the generator's output needs a known parallelism on every vertex.
    JobGraph jobGraph =
        StreamingJobGraphGenerator.createJobGraph(
            classLoader, graph, graph.getJobID(), graph.getApplicationId().orElse(null));
    List<PlanNode> nodes = flatten(jobGraph, graph, classLoader);
    SupportCheck.check(jobGraph, nodes);
    return new Plan(jobGraph, graph.getExecutionConfig(), List.copyOf(nodes), notices);
  }

  private static List<String> reduceParallelism(StreamGraph graph) {
    TreeSet<Integer> reduced = new TreeSet<>();
    if (graph.getExecutionConfig().getParallelism() > 1) {
      reduced.add(graph.getExecutionConfig().getParallelism());
    }
    for (StreamNode node : graph.getStreamNodes()) {
      // Batch graphs leave it open (-1), up to that of the whole program.
      if (node.getParallelism() > 1) {
        reduced.add(node.getParallelism());
      }
      node.setParallelism(1);
    }
    graph.getExecutionConfig().setParallelism(1);
    if (reduced.isEmpty()) {
      return List.of();
    }
    return List.of(
        "parallelism "
            + reduced.last()
            + " reduced to 1: target tidemark runs every operator once;"
            + " --target local keeps the program's own parallelism");
  }

  private static List<PlanNode> flatten(
      JobGraph jobGraph, StreamGraph graph, ClassLoader classLoader) {
    Map<Integer, StreamConfig> configs = new LinkedHashMap<>();
    Map<Integer, JobVertex> vertices = new LinkedHashMap<>();
    Map<Integer, List<PlanEdge>> incoming = new TreeMap<>();
    for (JobVertex vertex : jobGraph.getVerticesSortedTopologicallyFromSources()) {
      StreamConfig head = new StreamConfig(vertex.getConfiguration());
      Map<Integer, StreamConfig> chain =
          new TreeMap<>(head.getTransitiveChainedTaskConfigsWithSelf(classLoader));
      for (Map.Entry<Integer, StreamConfig> entry : chain.entrySet()) {
        configs.put(entry.getKey(), entry.getValue());
        vertices.put(entry.getKey(), vertex);
        for (StreamEdge edge : entry.getValue().getChainedOutputs(classLoader)) {
          connect(incoming, edge, inputIndex(edge), true);
        }
      }
      for (StreamEdge edge : head.getInPhysicalEdges(classLoader)) {
        connect(incoming, edge, inputIndex(edge), false);
      }
      connectChainedSources(incoming, head, classLoader);
    }
    Map<Integer, String> descriptions = new LinkedHashMap<>();
    for (int id : configs.keySet()) {
      descriptions.put(id, withoutAddresses(graph.getStreamNode(id).getOperatorDescription()));
    }
    return order(configs, descriptions, vertices, incoming, classLoader);
  }

  /** Sources chained in front of a multiple-input operator are named by its input list only. */
  private static void connectChainedSources(
      Map<Integer, List<PlanEdge>> incoming, StreamConfig head, ClassLoader classLoader) {
    StreamConfig.InputConfig[] inputs = head.getInputs(classLoader);
    for (int i = 0; i < inputs.length; i++) {
      if (inputs[i] instanceof StreamConfig.SourceInputConfig source) {
        StreamEdge edge = source.getInputEdge();
        int index = i;
        boolean known =
            incoming.getOrDefault(edge.getTargetId(), List.of()).stream()
                .anyMatch(e -> e.sourceId() == edge.getSourceId() && e.inputIndex() == index);
        if (!known) {
          connect(incoming, edge, i, true);
        }
      }
    }
  }

  /** Type numbers are 0 for the only input of an operator, else they count from 1. */
  private static int inputIndex(StreamEdge edge) {
    return Math.max(0, edge.getTypeNumber() - 1);
  }

  private static void connect(
      Map<Integer, List<PlanEdge>> incoming, StreamEdge edge, int inputIndex, boolean chained) {
    List<PlanEdge> edges = incoming.computeIfAbsent(edge.getTargetId(), k -> new ArrayList<>());
    int channel = (int) edges.stream().filter(e -> e.inputIndex() == inputIndex).count();
    edges.add(
        new PlanEdge(
            edge.getSourceId(),
            edge.getTargetId(),
            inputIndex,
            channel,
            edge.getOutputTag(),
            chained));
  }

  /** Names of lambdas carry where they are in memory, which differs from run to run. */
  private static String withoutAddresses(String description) {
    return description == null
        ? null
        : description.replaceAll("\\$\\$Lambda(\\$\\d+)?/0x[0-9a-f]+", "\\$\\$Lambda");
  }

  private static List<PlanNode> order(
      Map<Integer, StreamConfig> configs,
      Map<Integer, String> descriptions,
      Map<Integer, JobVertex> vertices,
      Map<Integer, List<PlanEdge>> incoming,
      ClassLoader classLoader) {
    Map<Integer, Integer> depth = new TreeMap<>();
    configs.keySet().forEach(id -> depth(id, incoming, depth));
    List<Integer> ids = new ArrayList<>(configs.keySet());
    ids.sort(Comparator.<Integer>comparingInt(depth::get).thenComparing(Comparator.naturalOrder()));
    List<PlanNode> nodes = new ArrayList<>();
    for (int id : ids) {
      StreamConfig config = configs.get(id);
      List<PlanInput> inputs = inputs(config, incoming.getOrDefault(id, List.of()), classLoader);
      StreamOperatorFactory<Object> factory = config.getStreamOperatorFactory(classLoader);
      Substitute substitute = factory instanceof Substitute found ? found : null;
      nodes.add(
          new PlanNode(
              nodes.size(),
              id,
              config.getOperatorName(),
              descriptions.get(id),
              config,
              substitute == null ? factory : ofObjects(substitute.original()),
              substitute == null ? null : ofObjects(substitute.running()),
              vertices.get(id),
              inputs));
    }
    return nodes;
  }

  @SuppressWarnings("unchecked")
  private static StreamOperatorFactory<Object> ofObjects(StreamOperatorFactory<?> factory) {
    return (StreamOperatorFactory<Object>) factory;
  }

  private static int depth(
      int id, Map<Integer, List<PlanEdge>> incoming, Map<Integer, Integer> depth) {
    Integer known = depth.get(id);
    if (known != null) {
      return known;
    }
    int result = 0;
    for (PlanEdge edge : incoming.getOrDefault(id, List.of())) {
      result = Math.max(result, 1 + depth(edge.sourceId(), incoming, depth));
    }
    depth.put(id, result);
    return result;
  }

  private static List<PlanInput> inputs(
      StreamConfig config, List<PlanEdge> edges, ClassLoader classLoader) {
    int count = edges.stream().mapToInt(e -> e.inputIndex() + 1).max().orElse(0);
    StreamConfig.InputConfig[] configured = config.getInputs(classLoader);
    List<PlanInput> inputs = new ArrayList<>();
    for (int i = 0; i < count; i++) {
      int index = i;
      boolean sorted = i < configured.length && StreamConfig.requiresSorting(configured[i]);
      inputs.add(
          new PlanInput(i, sorted, edges.stream().filter(e -> e.inputIndex() == index).toList()));
    }
    return List.copyOf(inputs);
  }
}
