package dev.tidemark.insight.changelog;

import dev.tidemark.columnar.data.Batch;
import dev.tidemark.columnar.data.RowView;
import dev.tidemark.insight.run.RunContext;
import dev.tidemark.insight.run.SourceRow;
import java.util.ArrayList;
import java.util.List;
import org.apache.flink.table.data.RowData;
import org.apache.flink.types.RowKind;

/** The first rows of each kind that went past a point. */
final class FirstChanges {
  private final RowReader reader;
  private final RunContext run;
  private final RowView view = new RowView();
  private final int most;
  private final int[] kept = new int[RowKind.values().length];
  private final List<ChangelogProfile.Change> changes = new ArrayList<>();

  /**
   * @param most rows to keep of each kind
   */
  FirstChanges(RowReader reader, RunContext run, int most) {
    this.reader = reader;
    this.run = run;
    this.most = most;
  }

  void add(RowData row) {
    RowKind kind = row.getRowKind();
    if (kept[kind.toByteValue()] < most) {
      kept[kind.toByteValue()]++;
      SourceRow cause = run.isRow() ? run.row() : null;
      changes.add(new ChangelogProfile.Change(kind, cause, reader.read(row)));
    }
  }

  /** The same for rows that are in columns. */
  void add(Batch batch, int from, int to) {
    for (int place = from; place < to; place++) {
      int row = batch.selected == null ? place : batch.selected[place];
      int kind = batch.kinds == null ? RowKind.INSERT.toByteValue() : batch.kinds[row];
      if (kept[kind] < most) {
        run.at(batch, row);
        add(view.at(batch, row));
      } else if (batch.kinds == null) {
        return;
      }
    }
  }

  /** In the order in which they went past. */
  List<ChangelogProfile.Change> changes() {
    return List.copyOf(changes);
  }
}
