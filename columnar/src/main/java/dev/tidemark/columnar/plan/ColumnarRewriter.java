package dev.tidemark.columnar.plan;

import dev.tidemark.columnar.ColumnarOptions;
import dev.tidemark.columnar.op.StageSpec;
import dev.tidemark.columnar.source.SubstitutedFactory;
import dev.tidemark.columnar.window.WindowBuffers;
import dev.tidemark.runtime.TidemarkOptions;
import dev.tidemark.runtime.compat.FlinkFields;
import dev.tidemark.runtime.observe.Observers;
import dev.tidemark.runtime.time.ClockMode;
import dev.tidemark.runtime.time.WatermarkPolicy;
import java.util.Collections;
import java.util.IdentityHashMap;
import java.util.List;
import java.util.Set;
import org.apache.flink.api.common.RuntimeExecutionMode;
import org.apache.flink.api.dag.Transformation;
import org.apache.flink.configuration.DeploymentOptions;
import org.apache.flink.configuration.ExecutionOptions;
import org.apache.flink.configuration.PipelineOptions;
import org.apache.flink.configuration.ReadableConfig;
import org.apache.flink.streaming.api.operators.StreamOperatorFactory;
import org.apache.flink.streaming.api.transformations.OneInputTransformation;
import org.apache.flink.table.data.RowData;
import org.apache.flink.table.planner.delegation.PlannerBase;
import org.apache.flink.table.planner.plan.nodes.exec.ExecEdge;
import org.apache.flink.table.planner.plan.nodes.exec.ExecNode;
import org.apache.flink.table.planner.plan.nodes.exec.ExecNodeGraph;
import org.apache.flink.table.planner.plan.nodes.exec.common.CommonExecSink;
import org.apache.flink.table.planner.plan.nodes.exec.stream.StreamExecCalc;
import org.apache.flink.table.planner.plan.nodes.exec.stream.StreamExecDeduplicate;
import org.apache.flink.table.planner.plan.nodes.exec.stream.StreamExecExchange;
import org.apache.flink.table.planner.plan.nodes.exec.stream.StreamExecGlobalWindowAggregate;
import org.apache.flink.table.planner.plan.nodes.exec.stream.StreamExecGroupAggregate;
import org.apache.flink.table.planner.plan.nodes.exec.stream.StreamExecIntervalJoin;
import org.apache.flink.table.planner.plan.nodes.exec.stream.StreamExecJoin;
import org.apache.flink.table.planner.plan.nodes.exec.stream.StreamExecLocalWindowAggregate;
import org.apache.flink.table.planner.plan.nodes.exec.stream.StreamExecRank;
import org.apache.flink.table.planner.plan.nodes.exec.stream.StreamExecTableSourceScan;
import org.apache.flink.table.planner.plan.nodes.exec.stream.StreamExecWatermarkAssigner;
import org.apache.flink.table.planner.plan.nodes.exec.stream.StreamExecWindowAggregate;
import org.apache.flink.table.planner.plan.nodes.exec.stream.StreamExecWindowJoin;
import org.apache.flink.table.planner.plan.nodes.exec.stream.StreamExecWindowTableFunction;

/**
 * Replaces the largest parts of a plan that are understood to the last detail by columnar nodes. A
 * part begins with a scan; what follows it stays Flink's from the first node on that is not
 * understood.
 */
public final class ColumnarRewriter {
  private final PlannerBase planner;
  private Readers readers;
  private final IdentityHashMap<ExecNode<?>, Object> matches = new IdentityHashMap<>();
  private final IdentityHashMap<ExecNode<?>, ExecNode<?>> replaced = new IdentityHashMap<>();

  /** Parts that do the work of operators which stay in the plan, by the last node of each. */
  private final IdentityHashMap<ExecNode<?>, Pipeline> observed = new IdentityHashMap<>();

  private ColumnarRewriter(PlannerBase planner) {
    this.planner = planner;
  }

  /**
   * Rewrites a plan in place, if it is to run on the target {@code tidemark}. Where somebody looks
   * at the run the plan stays as it is; see {@link #finish}.
   */
  public static ColumnarRewriter rewrite(ExecNodeGraph graph, PlannerBase planner) {
    ColumnarRewriter rewriter = new ColumnarRewriter(planner);
    if (rewriter.obstacle(graph) == null) {
      graph.getRootNodes().forEach(rewriter::replaceBelow);
    }
    return rewriter;
  }

  /**
   * Does what can only be done to the job that was made from the plan: where somebody looks at the
   * run, its operators stay, and columnar parts do their work.
   */
  public void finish(List<Transformation<?>> job) {
    observed.forEach(
        (last, pipeline) -> {
          if (last.translateToPlan(planner) instanceof OneInputTransformation<?, ?> made) {
            substitute(made, pipeline);
          }
        });
    if (!replaced.isEmpty() || !observed.isEmpty()) {
      WindowBuffers.replaceIn(job);
    }
  }

  @SuppressWarnings("unchecked")
  private void substitute(OneInputTransformation<?, ?> last, Pipeline pipeline) {
    FlinkFields.replaceFactory(
        last,
        new SubstitutedFactory(
            (StreamOperatorFactory<RowData>) last.getOperatorFactory(),
            pipeline.spec(planner.getTableConfig())));
  }

  /** Rewrites a plan that is not to run, and tells what became of each of its nodes. */
  public static ColumnarPlan explain(ExecNodeGraph graph, PlannerBase planner) {
    return new Explanation(new ColumnarRewriter(planner)).of(graph);
  }

  /** Null, or why a plan stays as it is. */
  String obstacle(ExecNodeGraph graph) {
    readers = new Readers(graph);
    String inSettings = obstacle(planner.getTableConfig());
    if (inSettings != null) {
      return inSettings;
    }
    if (graph.getRootNodes().stream().anyMatch(this::isDataStream)) {
      return "a DataStream program goes on with the rows";
    }
    return null;
  }

  /** Whether it is a Table's way into a DataStream: its job may have more sources than the plan. */
  private boolean isDataStream(ExecNode<?> root) {
    return root instanceof CommonExecSink sink
        && sink.getTableSinkSpec().getContextResolvedTable().isAnonymous()
        && sink.getTableSinkSpec()
            .getTableSink(planner.getFlinkContext())
            .getClass()
            .getSimpleName()
            .equals("ExternalDynamicSink");
  }

  /** The nodes that replacements stand for. */
  Set<ExecNode<?>> replacedNodes() {
    Set<ExecNode<?>> nodes = Collections.newSetFromMap(new IdentityHashMap<>());
    for (ExecNode<?> last : replaced.keySet()) {
      nodes.addAll(((Pipeline) matches.get(last)).nodes());
    }
    return nodes;
  }

  /** Why a node that was not replaced stays Flink's. */
  String reason(ExecNode<?> node) {
    try {
      if (!match(node).isClosed()) {
        return "what it reads has other readers, which are not columnar";
      }
      if (match(node).scans() < readers.scans()) {
        return "its part of the plan has not all of the "
            + readers.scans()
            + " sources, which take turns record by record";
      }
      return "what follows it is not columnar";
    } catch (NotColumnar e) {
      return e.getMessage();
    }
  }

  /** Null, or why the settings keep plans as they are. */
  private static String obstacle(ReadableConfig config) {
    if (!TidemarkOptions.TARGET.equals(config.get(DeploymentOptions.TARGET))) {
      return "the target is not tidemark";
    }
    if (config.get(ExecutionOptions.RUNTIME_MODE) != RuntimeExecutionMode.STREAMING) {
      return ExecutionOptions.RUNTIME_MODE.key() + " is not streaming";
    }
    if (!config.get(ColumnarOptions.ENABLED)) {
      return ColumnarOptions.ENABLED.key() + " is false";
    }
    WatermarkPolicy policy = config.get(TidemarkOptions.WATERMARK_POLICY);
    if (policy != WatermarkPolicy.AUTO && policy != WatermarkPolicy.AT_ONCE) {
      return TidemarkOptions.WATERMARK_POLICY.key() + " is " + policy;
    }
    if (config.get(TidemarkOptions.EXTRA_DELAY) != 0) {
      return TidemarkOptions.EXTRA_DELAY.key() + " is set";
    }
    if (config.get(TidemarkOptions.CLOCK) == ClockMode.WALL) {
      return TidemarkOptions.CLOCK.key() + " is wall";
    }
    return null;
  }

  void replaceBelow(ExecNode<?> node) {
    List<ExecEdge> edges = node.getInputEdges();
    for (int i = 0; i < edges.size(); i++) {
      ExecEdge edge = edges.get(i);
      ExecNode<?> source = edge.getSource();
      if (observe(source)) {
        continue;
      }
      ExecNode<?> replacement = replacement(source);
      if (replacement == null) {
        replaceBelow(source);
        continue;
      }
      node.replaceInputEdge(
          i,
          ExecEdge.builder()
              .source(replacement)
              .target(node)
              .shuffle(edge.getShuffle())
              .exchangeMode(edge.getExchangeMode())
              .build());
    }
  }

  /** Whether a node stays, and a columnar part does its work. */
  private boolean observe(ExecNode<?> node) {
    if (!isObserved() || node instanceof StreamExecExchange) {
      return false;
    }
    try {
      Pipeline pipeline = match(node);
      if (!pipeline.isClosed()) {
        return false;
      }
      if (Observers.isForRows(planner.getTableConfig())) {
        if (pipeline.stages().stream().anyMatch(each -> each.changesRows() && !each.holdsRows())) {
          return true;
        }
        if (pipeline.stages().stream().filter(StageSpec::holdsRows).count() > 1) {
          return false; // a row is followed up to the first phase of its windows
        }
      }
      if (!pipeline.canEnd() || !pipeline.stages().stream().allMatch(StageSpec::canBeWatched)) {
        return false;
      }
      if (pipeline.scans() == readers.scans() && pipeline.showsOperators()) {
        observed.put(node, pipeline);
      }
      return true;
    } catch (NotColumnar e) {
      return false;
    }
  }

  private boolean isObserved() {
    return planner.getTableConfig().getOptional(TidemarkOptions.OBSERVER).isPresent();
  }

  private ExecNode<?> replacement(ExecNode<?> node) {
    if (isObserved()) {
      return null;
    }
    if (node instanceof StreamExecExchange) {
      // Behind an exchange Flink's operators count on rows in binary form.
      return null;
    }
    ExecNode<?> known = replaced.get(node);
    if (known != null) {
      return known;
    }
    try {
      Pipeline pipeline = match(node);
      if (pipeline.scans() < readers.scans() || !pipeline.canEnd() || !pipeline.isClosed()) {
        return null; // sources take turns row by row
      }
      ExecNode<?> made = new ExecColumnar(pipeline, planner.getTableConfig());
      replaced.put(node, made);
      return made;
    } catch (NotColumnar e) {
      return null;
    }
  }

  private Pipeline match(ExecNode<?> node) throws NotColumnar {
    Object known = matches.get(node);
    if (known == null) {
      try {
        known = matchNew(node);
      } catch (NotColumnar e) {
        known = e;
      }
      matches.put(node, known);
    }
    if (known instanceof NotColumnar reason) {
      throw reason;
    }
    return (Pipeline) known;
  }

  private Pipeline matchNew(ExecNode<?> node) throws NotColumnar {
    if (node instanceof StreamExecTableSourceScan scan) {
      return ScanMatcher.match(scan, planner);
    }
    if (node instanceof StreamExecWatermarkAssigner assigner) {
      return WatermarkMatcher.match(assigner, input(node), planner);
    }
    if (node instanceof StreamExecCalc calc) {
      return CalcMatcher.match(calc, input(node), planner);
    }
    if (node instanceof StreamExecLocalWindowAggregate aggregate) {
      return LocalWindowMatcher.match(aggregate, input(node), planner);
    }
    if (node instanceof StreamExecGlobalWindowAggregate aggregate) {
      return GlobalWindowMatcher.match(aggregate, input(node), planner);
    }
    if (node instanceof StreamExecWindowAggregate aggregate) {
      return SessionWindowMatcher.match(aggregate, input(node), planner);
    }
    if (node instanceof StreamExecExchange) {
      return input(node).through(node); // every operator runs once: an exchange keeps the order
    }
    if (node instanceof StreamExecGroupAggregate aggregate) {
      return GroupMatcher.match(aggregate, input(node), planner);
    }
    if (node instanceof StreamExecDeduplicate deduplicate) {
      return DeduplicateMatcher.match(deduplicate, input(node), planner);
    }
    if (node instanceof StreamExecRank rank) {
      return TopNMatcher.match(rank, input(node), planner);
    }
    if (node instanceof StreamExecJoin join) {
      return JoinMatcher.match(join, input(node, 0), input(node, 1), planner);
    }
    if (node instanceof StreamExecWindowTableFunction function) {
      return WindowTableMatcher.match(function, input(node), planner);
    }
    if (node instanceof StreamExecWindowJoin join) {
      return JoinMatcher.match(join, input(node, 0), input(node, 1), planner);
    }
    if (node instanceof StreamExecIntervalJoin join) {
      return JoinMatcher.match(join, input(node, 0), input(node, 1), planner);
    }
    throw new NotColumnar("there is no columnar form of it");
  }

  private Pipeline input(ExecNode<?> node) throws NotColumnar {
    return input(node, 0);
  }

  private Pipeline input(ExecNode<?> node, int index) throws NotColumnar {
    ExecNode<?> source = node.getInputEdges().get(index).getSource();
    Pipeline input;
    try {
      input = match(source);
    } catch (NotColumnar e) {
      throw new NotColumnar("what it reads is not columnar");
    }
    int count = readers.of(source);
    if (count == 1) {
      return input;
    }
    if (!planner.getTableConfig().get(PipelineOptions.OPERATOR_CHAINING)) {
      throw new NotColumnar("what it reads has other readers, too");
    }
    return Pipeline.sharing(input, count, readers.place(source, node, index));
  }
}
