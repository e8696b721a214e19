package dev.tidemark.insight.changelog;

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

  /** In the order in which they went past. */
  List<ChangelogProfile.Change> changes() {
    return List.copyOf(changes);
  }
}
