package dev.tidemark.columnar.op;

import dev.tidemark.columnar.data.LongColumn;
import dev.tidemark.columnar.state.RankedRows;
import dev.tidemark.columnar.state.RowStore;
import org.apache.flink.types.RowKind;

/** What Flink's AbstractTopNFunction sends: rows with their ranks, those within the range only. */
final class RankedOutput {
  private final TopNSpec spec;
  private final Changes changes;

  RankedOutput(TopNSpec spec, Changes changes) {
    this.spec = spec;
    this.changes = changes;
  }

  /** Whether rows move from rank to rank: they do if the first ranks are left out, too. */
  boolean shifts() {
    return spec.number() || spec.start() > 1;
  }

  void send(RowKind kind, RowStore rows, int row, long rank) throws Exception {
    boolean inRange = rank >= spec.start() && rank <= spec.end();
    if (!inRange || (kind == RowKind.UPDATE_BEFORE && !spec.updateBefore())) {
      return;
    }
    int at = changes.add(kind);
    rows.write(row, changes.batch(), at);
    if (spec.number()) {
      ((LongColumn) changes.batch().columns[spec.types().length]).values[at] = rank;
    }
  }

  /** Moves the row at a place of a list, which was just put there, and all behind it down. */
  void shiftDown(RowStore rows, RankedRows list) throws Exception {
    long rank = list.rank(spec.end());
    if (rank > spec.end()) {
      return;
    }
    int current = list.get();
    list.next();
    while (rank <= spec.end() && list.here()) {
      int moved = list.get();
      send(RowKind.UPDATE_BEFORE, rows, moved, rank);
      send(RowKind.UPDATE_AFTER, rows, current, rank);
      current = moved;
      rank++;
      list.next();
    }
    if (rank <= spec.end()) {
      send(RowKind.INSERT, rows, current, rank);
    }
  }

  /**
   * Moves all up that are behind a row.
   *
   * @param list stands where the row was
   * @param rank what the row's rank was
   */
  void shiftUp(RowStore rows, RankedRows list, int row, long rank) throws Exception {
    int current = row;
    long at = rank;
    while (at <= spec.end() && list.here()) {
      int moved = list.get();
      send(RowKind.UPDATE_BEFORE, rows, current, at);
      send(RowKind.UPDATE_AFTER, rows, moved, at);
      current = moved;
      at++;
      list.next();
    }
    if (at <= spec.end()) {
      send(RowKind.DELETE, rows, current, at);
    }
  }
}
