package dev.tidemark.columnar.plan;

import dev.tidemark.columnar.ColumnarOptions;
import dev.tidemark.columnar.csv.CsvScan;
import dev.tidemark.columnar.join.JoinSpec;
import dev.tidemark.columnar.op.RowsSpec;
import dev.tidemark.columnar.op.StageSpec;
import dev.tidemark.columnar.op.WatermarkSpec;
import dev.tidemark.columnar.source.JoinedSpec;
import dev.tidemark.columnar.source.PipelineSpec;
import java.util.ArrayList;
import java.util.List;
import org.apache.flink.configuration.MemorySize;
import org.apache.flink.configuration.ReadableConfig;
import org.apache.flink.table.planner.plan.nodes.exec.ExecNode;
import org.apache.flink.table.planner.plan.nodes.exec.stream.StreamExecExchange;
import org.apache.flink.table.types.logical.LogicalType;
import org.apache.flink.table.types.logical.RowType;

/**
 * A part of a plan that is understood: from one or more scans up to some node.
 *
 * @param scan where its rows come from; null if they come from a join
 * @param joined the join; null if rows come from a scan
 * @param stages what is done with them
 * @param nodes the nodes that it stands for, the scan first
 * @param types the types of the columns that the last node makes
 */
@SuppressWarnings("ArrayRecordComponent") // never compared
record Pipeline(
    CsvScan scan,
    Joined joined,
    List<StageSpec> stages,
    List<ExecNode<?>> nodes,
    LogicalType[] types) {

  /** Two parts whose rows a node joins. */
  record Joined(Pipeline left, Pipeline right, JoinSpec join) {}

  static Pipeline scanning(CsvScan scan, ExecNode<?> node) {
    return new Pipeline(scan, null, List.of(), List.of(node), scan.types());
  }

  static Pipeline joining(Pipeline left, Pipeline right, JoinSpec join, ExecNode<?> node) {
    List<ExecNode<?>> nodes = new ArrayList<>(left.nodes);
    nodes.addAll(right.nodes);
    nodes.add(node);
    return new Pipeline(null, new Joined(left, right, join), List.of(), nodes, typesOf(node));
  }

  private static LogicalType[] typesOf(ExecNode<?> node) {
    return ((RowType) node.getOutputType()).getChildren().toArray(new LogicalType[0]);
  }

  /** How many scans there are. */
  int scans() {
    return joined == null ? 1 : joined.left.scans() + joined.right.scans();
  }

  Pipeline then(ExecNode<?> node, StageSpec stage) {
    List<StageSpec> moreStages = new ArrayList<>(stages);
    moreStages.add(stage);
    List<ExecNode<?>> moreNodes = new ArrayList<>(nodes);
    moreNodes.add(node);
    return new Pipeline(scan, joined, moreStages, moreNodes, typesOf(node));
  }

  /** The same rows behind a node that does not change them. */
  Pipeline through(ExecNode<?> node) {
    List<ExecNode<?>> moreNodes = new ArrayList<>(nodes);
    moreNodes.add(node);
    return new Pipeline(scan, joined, stages, moreNodes, types);
  }

  /** What is done last; null for nothing. */
  StageSpec last() {
    return stages.isEmpty() ? null : stages.get(stages.size() - 1);
  }

  /** Whether no row is ever updated or taken back. */
  boolean insertsOnly() {
    return (joined == null || joined.join.insertsOnly())
        && stages.stream().allMatch(StageSpec::insertsOnly);
  }

  /** Whether a part may end here, and Flink's operators go on with the rows. */
  boolean canEnd() {
    return last() == null || last().canBeLast();
  }

  boolean hasWatermarks() {
    return stages.stream().anyMatch(stage -> stage instanceof WatermarkSpec)
        || (joined != null && joined.left.hasWatermarks() && joined.right.hasWatermarks());
  }

  /** Whether each of its stages does the work of one operator, so that it can be shown as such. */
  boolean showsOperators() {
    long operators = nodes.stream().filter(each -> !(each instanceof StreamExecExchange)).count();
    return joined == null && !stages.isEmpty() && operators == 1 + stages.size();
  }

  /**
   * What runs.
   *
   * @param config says how
   */
  PipelineSpec spec(ReadableConfig config) {
    List<StageSpec> all = new ArrayList<>(stages);
    all.add(new RowsSpec(types));
    return spec(all, config);
  }

  private PipelineSpec spec(List<StageSpec> all, ReadableConfig config) {
    return new PipelineSpec(
        scan,
        joined == null
            ? null
            : new JoinedSpec(
                joined.left.spec(joined.left.stages, config),
                joined.right.spec(joined.right.stages, config),
                joined.join),
        all.toArray(new StageSpec[0]),
        Math.max(1, Math.min(config.get(ColumnarOptions.BATCH_ROWS), 1_000_000)),
        config.getOptional(ColumnarOptions.MEMORY).map(MemorySize::getBytes).orElse(0L),
        config.get(ColumnarOptions.READ_AHEAD));
  }
}
