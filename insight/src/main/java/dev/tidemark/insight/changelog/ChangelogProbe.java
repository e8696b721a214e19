package dev.tidemark.insight.changelog;

import dev.tidemark.insight.run.Probe;
import dev.tidemark.insight.run.RunContext;
import dev.tidemark.runtime.observe.NodeObserver;
import dev.tidemark.runtime.observe.ObservedNode;
import dev.tidemark.runtime.plan.PlanEdge;
import dev.tidemark.runtime.plan.PlanNode;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.stream.Collectors;
import java.util.stream.IntStream;
import org.apache.flink.api.common.typeutils.TypeSerializer;

/** Counts the rows of each kind that enter and leave each operator, and applies what is left. */
public final class ChangelogProbe implements Probe {
  /** Rows that a result may have at once before its final state is given up. */
  public static final int DEFAULT_CAP = 1_000_000;

  private final DeclaredPlan declared;
  private final int cap;
  private final int firstRows;
  private final List<NodeVolumes> nodes = new ArrayList<>();
  private RunContext run;

  /**
   * @param declared what the planner has said about the statement
   * @param cap rows of a result to keep at once
   * @param firstRows rows of each kind to keep of what each operator emits, the first ones
   */
  public ChangelogProbe(DeclaredPlan declared, int cap, int firstRows) {
    this.declared = declared;
    this.cap = cap;
    this.firstRows = firstRows;
  }

  @Override
  public NodeObserver observe(ObservedNode node, RunContext context) {
    run = context;
    NodeVolumes volumes = new NodeVolumes(node);
    nodes.add(volumes);
    keepsFirst(volumes);
    if (isResult(node.plan())) {
      applies(volumes);
    } else {
      measuresRank(volumes);
    }
    return volumes;
  }

  private void keepsFirst(NodeVolumes volumes) {
    PlanNode plan = volumes.plan;
    TypeSerializer<?> rows =
        isResult(plan) ? serializerIn(plan) : plan.config().getTypeSerializerOut(loader());
    RowReader reader = RowReader.of(rows, declared.zone());
    if (reader != null && firstRows > 0) {
      volumes.first = new FirstChanges(reader, run, firstRows);
    }
  }

  private void applies(NodeVolumes volumes) {
    volumes.reader = RowReader.of(serializerIn(volumes.plan), declared.zone());
    ResultKey key = ResultKey.of(sink(volumes.plan), feeding(volumes.plan));
    volumes.state = new FinalState(key.positions(), mode(volumes.plan, key), cap);
  }

  private boolean mode(PlanNode sink, ResultKey key) {
    return key.materialized() || modeInto(sink).filter(DeclaredMode::upsert).isPresent();
  }

  private void measuresRank(NodeVolumes volumes) {
    DeclaredOperator operator = declared.of(volumes.plan).orElse(null);
    if (operator == null || operator.rankNumber() < 0 || !operator.mode().has("UB")) {
      return;
    }
    RowReader reader =
        RowReader.of(volumes.plan.config().getTypeSerializerOut(loader()), declared.zone());
    if (reader != null && reader.arity() > operator.rankNumber()) {
      volumes.reader = reader;
      volumes.rank = new RankNumberCost(operator.rankNumber());
    }
  }

  /** A sink is where rows end: it takes them, and what it emits, if anything, is none. */
  private boolean isResult(PlanNode node) {
    if (node.isSource() || RowReader.of(serializerIn(node), declared.zone()) == null) {
      return false;
    }
    return run.plan().outputsOf(node).isEmpty()
        || RowReader.of(node.config().getTypeSerializerOut(loader()), declared.zone()) == null;
  }

  private static TypeSerializer<?> serializerIn(PlanNode node) {
    return node.config().getTypeSerializerIn(0, loader());
  }

  private static ClassLoader loader() {
    return Thread.currentThread().getContextClassLoader();
  }

  private Optional<DeclaredOperator> feeding(PlanNode node) {
    for (PlanEdge edge : node.inputs().get(0).edges()) {
      return declared.of(run.plan().node(edge.sourceId()));
    }
    return Optional.empty();
  }

  private Optional<DeclaredOperator> sink(PlanNode node) {
    Set<Integer> running =
        run.plan().nodes().stream()
            .flatMap(each -> declared.of(each).stream())
            .map(DeclaredOperator::id)
            .collect(Collectors.toSet());
    Optional<DeclaredOperator> own = declared.of(node).filter(each -> each.sink() != null);
    return own.isPresent() ? own : feeding(node).flatMap(each -> declared.sinkFedBy(each, running));
  }

  private Optional<DeclaredMode> modeInto(PlanNode node) {
    return feeding(node)
        .flatMap(
            each ->
                each.sink() == null
                    ? Optional.of(each.mode())
                    : each.inputs().stream()
                        .flatMap(input -> declared.operator(input).stream())
                        .map(DeclaredOperator::mode)
                        .findFirst());
  }

  /** What was counted; whole when the run is over. */
  public ChangelogProfile profile() {
    List<ChangelogProfile.Operator> operators = new ArrayList<>();
    List<ChangelogProfile.Edge> edges = new ArrayList<>();
    List<ChangelogProfile.Result> results = new ArrayList<>();
    for (NodeVolumes node : nodes) {
      operators.add(operator(node));
      node.plan.inputs().forEach(input -> input.edges().forEach(edge -> edges.add(edge(edge))));
      if (node.state != null) {
        results.add(result(node));
      }
    }
    return new ChangelogProfile(declared, operators, edges, results);
  }

  private ChangelogProfile.Operator operator(NodeVolumes node) {
    return new ChangelogProfile.Operator(
        node.plan,
        declared.of(node.plan),
        node.in,
        node.out,
        node.state != null,
        node.first == null ? List.of() : node.first.changes(),
        node.rank == null ? -1 : node.rank.rows());
  }

  private ChangelogProfile.Edge edge(PlanEdge edge) {
    NodeVolumes from = nodes.get(run.plan().node(edge.sourceId()).index());
    return new ChangelogProfile.Edge(
        from.plan.index(),
        run.plan().node(edge.targetId()).index(),
        edge.inputIndex(),
        declared.of(from.plan).map(DeclaredOperator::mode),
        from.side(edge.tag()));
  }

  private ChangelogProfile.Result result(NodeVolumes node) {
    Optional<DeclaredOperator> sink = sink(node.plan);
    ResultKey key = ResultKey.of(sink, feeding(node.plan));
    return new ChangelogProfile.Result(
        node.plan.index(),
        sink,
        key.materialized() ? Optional.empty() : modeInto(node.plan),
        node.in.get(0),
        sourceRows(node.plan),
        columns(sink, feeding(node.plan), node.reader.arity()),
        key,
        node.state);
  }

  private static List<String> columns(
      Optional<DeclaredOperator> sink, Optional<DeclaredOperator> feeding, int arity) {
    return sink.or(() -> feeding)
        .map(DeclaredOperator::columns)
        .filter(names -> names.size() == arity)
        .orElseGet(() -> IntStream.range(0, arity).mapToObj(i -> "f" + i).toList());
  }

  /** Rows that the sources have emitted from which a node's rows come. */
  private long sourceRows(PlanNode node) {
    return sources(node).distinct().mapToLong(index -> nodes.get(index).out.total()).sum();
  }

  private IntStream sources(PlanNode node) {
    return node.isSource()
        ? IntStream.of(node.index())
        : node.inputs().stream()
            .flatMap(input -> input.edges().stream())
            .flatMapToInt(edge -> sources(run.plan().node(edge.sourceId())));
  }
}
