package dev.tidemark.columnar.observe;

import dev.tidemark.columnar.data.Batch;
import dev.tidemark.columnar.data.RowView;
import dev.tidemark.runtime.observe.NodeObserver;
import java.util.List;
import org.apache.flink.streaming.api.watermark.Watermark;
import org.apache.flink.streaming.runtime.streamrecord.StreamRecord;
import org.apache.flink.table.data.RowData;

/**
 * Shows operators that run in columns to their observers as if rows went through them one by one,
 * depth first: for a stretch of a pipeline in which rows keep their places. It ends with the stage
 * that emits rows to Flink's operators, or that makes other rows of those that come; that stage
 * calls this as it goes through its rows.
 */
public final class Watch {
  private final RowTurns turns;

  /** The operator whose rows the stretch begins with, and those that they enter. */
  private final NodeObserver[] nodes;

  private final int firstMarked;
  private final boolean fromScan;
  private final boolean intoChanges;
  private final boolean inRuns;
  private final Batch[] entering;
  private final int[] places;
  private final RowView[] views;
  private final StreamRecord<RowData>[] records;

  /** What the last operator is handling: rows before {@link #seen} have been shown. */
  private Batch last;

  private int seen;
  private int nextMark;
  private Watermark watermark;
  private boolean failed;

  /** The last operator that the row has entered whose turn it is; 0 for none. */
  private int depth;

  /**
   * @param nodes observers: of the operator that the rows leave, and of those that they enter
   * @param firstMarked the first of these that watermarks enter
   * @param fromScan whether the rows are the scan's
   * @param intoChanges whether the last operator makes other rows of those that come
   */
  @SuppressWarnings({"unchecked", "rawtypes"})
  public Watch(
      RowTurns turns,
      List<NodeObserver> nodes,
      int firstMarked,
      boolean fromScan,
      boolean intoChanges) {
    this.turns = turns;
    this.nodes = nodes.toArray(new NodeObserver[0]);
    this.firstMarked = firstMarked;
    this.fromScan = fromScan;
    this.intoChanges = intoChanges;
    this.inRuns = nodes.stream().allMatch(each -> each instanceof BatchObserver b && b.takesRuns());
    this.entering = new Batch[this.nodes.length];
    this.places = new int[this.nodes.length];
    this.views = new RowView[this.nodes.length];
    this.records = new StreamRecord[this.nodes.length];
    for (int i = 1; i < views.length; i++) {
      views[i] = new RowView();
      records[i] = new StreamRecord<>(views[i]);
    }
  }

  /** What enters an operator; the stage that ends the stretch shows it later, row by row. */
  public void enters(int node, Batch batch) {
    entering[node] = batch;
    places[node] = 0;
    if (fromScan && node == 1) {
      turns.begin(batch);
    }
  }

  /** The last operator begins with a batch. */
  public void begin(Batch batch) {
    last = batch;
    seen = 0;
    nextMark = 0;
  }

  /** A row of the last operator has its turn: what leaves now is made from it. */
  public void turn(int row) throws Exception {
    if (row >= seen) {
      upTo(inRuns ? nextStop() : row + 1);
    }
    if (nodes.length == 1 && last.starts(row)) {
      nodes[0].afterRecord(0, null);
    }
    at(last.origin(row));
  }

  /** It is a row's turn, or, where the end of input makes rows come out, none's. */
  private void at(int origin) {
    if (origin >= 0) {
      turns.at(origin);
    }
  }

  private int nextStop() {
    return nextMark < last.marks ? last.markRows[nextMark] + 1 : last.rows;
  }

  private void upTo(int row) throws Exception {
    if (inRuns) {
      showRun(row);
    } else {
      for (int each = seen; each < row; each++) {
        show(each);
      }
    }
    seen = Math.max(seen, row);
  }

  private void showRun(int until) throws Exception {
    for (int node = 1; node < nodes.length; node++) {
      Batch batch = entering[node];
      int from = places[node];
      int to = from;
      if (batch.selected == null) {
        to = Math.max(from, until);
      } else {
        while (to < batch.count && batch.selected[to] < until) {
          to++;
        }
      }
      if (to > from) {
        places[node] = to;
        ((BatchObserver) nodes[node - 1]).leave(batch, from, to);
        ((BatchObserver) nodes[node]).enter(batch, from, to);
      }
    }
  }

  private void show(int row) throws Exception {
    closeBehind(0);
    at(last.origin(row));
    for (int node = 1; node < nodes.length && isMeant(node, row); node++) {
      views[node].at(entering[node], row);
      if (node == 1 && entering[1].starts(row)) {
        nodes[0].afterRecord(0, null);
      }
      nodes[node - 1].emits(null, records[node]);
      nodes[node].beforeRecord(0, records[node]);
      depth = node;
    }
  }

  private boolean isMeant(int node, int row) {
    Batch batch = entering[node];
    if (batch.selected == null) {
      return row < batch.count;
    }
    if (places[node] < batch.count && batch.selected[places[node]] == row) {
      places[node]++;
      return true;
    }
    return false;
  }

  /** The row whose turn it was has been handled, by all operators behind one. */
  private void closeBehind(int operator) throws Exception {
    for (int node = depth; node > operator; node--) {
      if (node < nodes.length - 1 || !intoChanges) {
        nodes[node].afterRecord(0, records[node]);
      }
      nodes[node - 1].emitted();
    }
    depth = Math.min(depth, operator);
  }

  /** The last operator is about to handle a watermark of its batch. */
  public void beforeMark(int mark) throws Exception {
    upTo(last.markRows[mark] + 1);
    // The generator emits the row, then the watermark.
    closeBehind(firstMarked - 1);
    nextMark = mark + 1;
    turns.at(last.markOrigins[mark]);
    watermark = new Watermark(last.markTimes[mark]);
    for (int node = firstMarked; node < nodes.length; node++) {
      nodes[node - 1].emitsWatermark(watermark);
      nodes[node].beforeWatermark(0, watermark);
    }
  }

  /** The last operator has handled the watermark. */
  public void afterMark() throws Exception {
    for (int node = nodes.length - 1; node >= firstMarked; node--) {
      nodes[node].afterWatermark(0, watermark);
    }
  }

  /** The last operator has handled its batch. */
  public void done() throws Exception {
    upTo(last.rows);
    closeBehind(0);
  }

  /**
   * An operator has failed, or one behind it. A row that it could not handle has come to it, when
   * those before have been handled.
   */
  void fails(int node) throws Exception {
    if (last == null || last.failing < 0 || failed) {
      return;
    }
    failed = true;
    int row = last.failing;
    turns.at(last.origin(row));
    for (int each = 1; each <= node; each++) {
      if (inRuns) {
        int place = entering[each].selected == null ? row : places[each];
        ((BatchObserver) nodes[each - 1]).leave(entering[each], place, place + 1);
        ((BatchObserver) nodes[each]).enter(entering[each], place, place + 1);
      } else {
        views[each].at(entering[each], row);
        nodes[each - 1].emits(null, records[each]);
        nodes[each].beforeRecord(0, records[each]);
      }
    }
  }

  /** No row follows: the final watermark is about to enter an operator. */
  public void beforeEnd(int node) throws Exception {
    nodes[node - 1].emitsWatermark(Watermark.MAX_WATERMARK);
    nodes[node].beforeWatermark(0, Watermark.MAX_WATERMARK);
  }

  /** The operator has handled the final watermark. */
  public void afterEnd(int node) throws Exception {
    nodes[node].afterWatermark(0, Watermark.MAX_WATERMARK);
  }
}
