package dev.tidemark.insight.changelog;

import dev.tidemark.columnar.data.Batch;
import dev.tidemark.columnar.data.RowView;
import dev.tidemark.columnar.observe.BatchObserver;
import dev.tidemark.runtime.observe.ObservedNode;
import dev.tidemark.runtime.plan.PlanNode;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import org.apache.flink.streaming.runtime.streamrecord.StreamRecord;
import org.apache.flink.table.data.RowData;
import org.apache.flink.util.OutputTag;

/** Counts what enters and leaves one operator, and hands on what others ask for. */
final class NodeVolumes implements BatchObserver {
  final PlanNode plan;
  final List<Volume> in = new ArrayList<>();
  final Volume out = new Volume();
  private final Map<String, Volume> sides = new HashMap<>();

  /** Applies what enters; null unless the operator is a sink. */
  FinalState state;

  /** Null unless the operator emits a rank number. */
  RankNumberCost rank;

  RowReader reader;

  /** The first rows of each kind. */
  FirstChanges first;

  private final RowView view = new RowView();

  NodeVolumes(ObservedNode node) {
    this.plan = node.plan();
    plan.inputs().forEach(input -> in.add(new Volume()));
  }

  @Override
  public void beforeRecord(int input, StreamRecord<?> record) {
    in.get(input).add(record);
    if (state != null && record.getValue() instanceof RowData row) {
      state.apply(row.getRowKind(), reader.read(row));
      if (first != null) {
        first.add(row);
      }
    }
  }

  @Override
  public void afterRecord(int input, StreamRecord<?> record) {
    if (rank != null) {
      rank.settle();
    }
  }

  @Override
  public void emits(OutputTag<?> tag, StreamRecord<?> record) {
    side(tag).add(record);
    if (state == null && first != null && tag == null && record.getValue() instanceof RowData row) {
      first.add(row);
    }
    if (rank != null && tag == null && record.getValue() instanceof RowData row) {
      rank.emits(row.getRowKind(), reader.read(row));
    }
  }

  @Override
  public void enter(Batch batch, int from, int to) {
    in.get(0).add(batch, from, to);
  }

  @Override
  public void leave(Batch batch, int from, int to) {
    out.add(batch, from, to);
    if (first != null) {
      first.add(batch, from, to);
    }
    if (rank == null) {
      return;
    }
    for (int place = from; place < to; place++) {
      int row = batch.selected == null ? place : batch.selected[place];
      if (batch.starts(row)) {
        rank.settle();
      }
      view.at(batch, row);
      rank.emits(view.getRowKind(), reader.read(view));
    }
  }

  /** What has left by the main output, or by a side output. */
  Volume side(OutputTag<?> tag) {
    return tag == null ? out : sides.computeIfAbsent(tag.getId(), id -> new Volume());
  }
}
