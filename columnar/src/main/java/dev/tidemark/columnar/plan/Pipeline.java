package dev.tidemark.columnar.plan;

import dev.tidemark.columnar.ColumnarOptions;
import dev.tidemark.columnar.csv.CsvScan;
import dev.tidemark.columnar.join.JoinSpec;
import dev.tidemark.columnar.op.RowsSpec;
import dev.tidemark.columnar.op.StageSpec;
import dev.tidemark.columnar.op.WatermarkSpec;
import dev.tidemark.columnar.source.JoinedSpec;
import dev.tidemark.columnar.source.PipelineSpec;
import dev.tidemark.columnar.source.SharedSpec;
import java.util.ArrayList;
import java.util.Collections;
import java.util.IdentityHashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Set;
import java.util.function.Consumer;
import org.apache.flink.configuration.MemorySize;
import org.apache.flink.configuration.ReadableConfig;
import org.apache.flink.table.planner.plan.nodes.exec.ExecNode;
import org.apache.flink.table.planner.plan.nodes.exec.stream.StreamExecExchange;
import org.apache.flink.table.types.logical.LogicalType;
import org.apache.flink.table.types.logical.RowType;

/**
 * A part of a plan that is understood: from one or more scans up to some node.
 *
 * @param scan where its rows come from; null if they come from elsewhere
 * @param joined the join; null if rows come from elsewhere
 * @param shared rows that other nodes read, too; null if rows come from elsewhere
 * @param stages what is done with them
 * @param nodes the nodes that it stands for, the scan first
 * @param types the types of the columns that the last node makes
 */
@SuppressWarnings("ArrayRecordComponent") // never compared
record Pipeline(
    CsvScan scan,
    Joined joined,
    Shared shared,
    List<StageSpec> stages,
    List<ExecNode<?>> nodes,
    LogicalType[] types) {

  /** Two parts whose rows a node joins. */
  record Joined(Pipeline left, Pipeline right, JoinSpec join) {}

  /**
   * Rows that several nodes read.
   *
   * @param rows what makes them; the same for all
   * @param readers how many nodes there are
   * @param place which of them this is, in the order in which they get a row
   */
  record Shared(Pipeline rows, int readers, int place) {}

  static Pipeline scanning(CsvScan scan, ExecNode<?> node) {
    return new Pipeline(scan, null, null, List.of(), List.of(node), scan.types());
  }

  static Pipeline sharing(Pipeline rows, int readers, int place) {
    return new Pipeline(
        null, null, new Shared(rows, readers, place), List.of(), rows.nodes, rows.types);
  }

  static Pipeline joining(Pipeline left, Pipeline right, JoinSpec join, ExecNode<?> node) {
    Set<ExecNode<?>> nodes = new LinkedHashSet<>(left.nodes); // those that both read count once
    nodes.addAll(right.nodes);
    nodes.add(node);
    return new Pipeline(
        null, new Joined(left, right, join), null, List.of(), List.copyOf(nodes), typesOf(node));
  }

  private static LogicalType[] typesOf(ExecNode<?> node) {
    return ((RowType) node.getOutputType()).getChildren().toArray(new LogicalType[0]);
  }

  /** How many scans there are. */
  int scans() {
    Set<CsvScan> scans = Collections.newSetFromMap(new IdentityHashMap<>());
    visit(each -> scans.add(each.scan));
    scans.remove(null);
    return scans.size();
  }

  /** Whether all who read what is made in it are in it. */
  boolean isClosed() {
    IdentityHashMap<Pipeline, Integer> missing = new IdentityHashMap<>();
    visit(
        each -> {
          if (each.shared != null) {
            missing.merge(each.shared.rows, each.shared.readers - 1, (left, more) -> left - 1);
          }
        });
    return missing.values().stream().allMatch(left -> left == 0);
  }

  /** Goes through this and the parts its rows come from, those that are shared once. */
  private void visit(Consumer<Pipeline> visitor) {
    visit(visitor, Collections.newSetFromMap(new IdentityHashMap<>()));
  }

  private void visit(Consumer<Pipeline> visitor, Set<Pipeline> seen) {
    visitor.accept(this);
    if (joined != null) {
      joined.left.visit(visitor, seen);
      joined.right.visit(visitor, seen);
    } else if (shared != null && seen.add(shared.rows)) {
      shared.rows.visit(visitor, seen);
    }
  }

  Pipeline then(ExecNode<?> node, StageSpec stage) {
    List<StageSpec> moreStages = new ArrayList<>(stages);
    moreStages.add(stage);
    List<ExecNode<?>> moreNodes = new ArrayList<>(nodes);
    moreNodes.add(node);
    return new Pipeline(scan, joined, shared, moreStages, moreNodes, typesOf(node));
  }

  /** The same rows behind a node that does not change them. */
  Pipeline through(ExecNode<?> node) {
    List<ExecNode<?>> moreNodes = new ArrayList<>(nodes);
    moreNodes.add(node);
    return new Pipeline(scan, joined, shared, stages, moreNodes, types);
  }

  /** What is done last; null for nothing. */
  StageSpec last() {
    return stages.isEmpty() ? null : stages.get(stages.size() - 1);
  }

  /** Whether no row is ever updated or taken back. */
  boolean insertsOnly() {
    return (joined == null || joined.join.insertsOnly())
        && (shared == null || shared.rows.insertsOnly())
        && stages.stream().allMatch(StageSpec::insertsOnly);
  }

  /** Whether a part may end here, and Flink's operators go on with the rows. */
  boolean canEnd() {
    return last() == null || last().canBeLast();
  }

  boolean hasWatermarks() {
    return stages.stream().anyMatch(stage -> stage instanceof WatermarkSpec)
        || (shared != null && shared.rows.hasWatermarks())
        || (joined != null && joined.left.hasWatermarks() && joined.right.hasWatermarks());
  }

  /** Whether each of its stages does the work of one operator, so that it can be shown as such. */
  boolean showsOperators() {
    long operators = nodes.stream().filter(each -> !(each instanceof StreamExecExchange)).count();
    return joined == null && shared == null && !stages.isEmpty() && operators == 1 + stages.size();
  }

  /**
   * What runs.
   *
   * @param config says how
   */
  PipelineSpec spec(ReadableConfig config) {
    List<StageSpec> all = new ArrayList<>(stages);
    all.add(new RowsSpec(types));
    return spec(all, config, new IdentityHashMap<>());
  }

  /**
   * @param known what has been made of parts that are shared
   */
  private PipelineSpec spec(
      List<StageSpec> all, ReadableConfig config, IdentityHashMap<Pipeline, PipelineSpec> known) {
    JoinedSpec join =
        joined == null
            ? null
            : new JoinedSpec(
                joined.left.spec(joined.left.stages, config, known),
                joined.right.spec(joined.right.stages, config, known),
                joined.join);
    SharedSpec others = null;
    if (shared != null) {
      PipelineSpec rows = known.get(shared.rows);
      if (rows == null) {
        rows = shared.rows.spec(shared.rows.stages, config, known);
        known.put(shared.rows, rows);
      }
      others = new SharedSpec(rows, shared.readers, shared.place);
    }
    return new PipelineSpec(
        scan,
        join,
        others,
        all.toArray(new StageSpec[0]),
        Math.max(1, Math.min(config.get(ColumnarOptions.BATCH_ROWS), 1_000_000)),
        config.getOptional(ColumnarOptions.MEMORY).map(MemorySize::getBytes).orElse(0L),
        config.get(ColumnarOptions.READ_AHEAD));
  }
}
