package dev.tidemark.columnar.source;

import dev.tidemark.columnar.data.Batch;
import dev.tidemark.columnar.join.Join;
import dev.tidemark.columnar.op.Stage;
import java.util.List;

/**
 * Where the rows of a scan wait for their turns. What makes other rows of those that come follows
 * then, for one row at a time.
 */
final class Landing implements Stage {
  private final Join join;
  private final int side;

  /** What is done with one row at a time, up to a join; null for nothing. */
  private final Stage later;

  /** The joins that hand on what they made of a row before anything else happens. */
  private final Join[] path;

  /** The row that has its turn, and the watermarks behind it. */
  private Batch single;

  private final int[] selected = new int[1];

  /** What has become of the batch. */
  private Batch held;

  private int place;
  private int mark;

  /** What goes wrong when the row has its turn that could not be handled. */
  private Exception failure;

  /**
   * @param join gets the rows, if there is nothing later
   * @param side as which input
   * @param later what is done with them, one at a time; null for nothing
   * @param path the joins on the way to the last one, which is not among them
   */
  Landing(Join join, int side, Stage later, List<Join> path) {
    this.join = join;
    this.side = side;
    this.later = later;
    this.path = path.toArray(new Join[0]);
  }

  /**
   * Does at once what can be done at once.
   *
   * @param landing where a failure waits: the first one of those that the rows come to
   * @throws Exception if it does not belong to a row
   */
  static void land(Stage first, Batch batch, Landing landing) throws Exception {
    landing.held = null;
    landing.failure = null;
    try {
      first.process(batch);
    } catch (Exception e) {
      if (landing.held == null || landing.held.failing < 0) {
        throw e;
      }
      if (landing.failure == null) { // else it is that of an earlier row
        landing.failure = e;
      }
    }
  }

  @Override
  public void process(Batch batch) {
    held = batch;
    place = 0;
    mark = 0;
    if (later == null) {
      join.hold(side, held);
    } else {
      single = new Batch(held.columns);
      single.rows = held.rows;
      single.selected = selected;
      single.kinds = held.kinds;
    }
  }

  /** A row of the scan's batch has its turn. */
  void turn(int now) throws Exception {
    if (failure != null && now == held.failing) {
      throw failure;
    }
    boolean meant =
        place < held.count && (held.selected == null ? place : held.selected[place]) == now;
    if (later == null) {
      if (meant) {
        join.take(side, place++, now);
      }
      while (mark < held.marks && held.markRows[mark] == now) {
        join.mark(side, held.markTimes[mark++]);
      }
    } else {
      pass(now, meant);
    }
    flush(path);
  }

  /** Hands on what has become of one row. */
  private void pass(int now, boolean meant) throws Exception {
    single.marks = 0;
    while (mark < held.marks && held.markRows[mark] == now) {
      single.mark(now, held.markTimes[mark], held.markOrigins[mark]);
      mark++;
    }
    if (meant) {
      place++;
    }
    if (meant || single.marks > 0) {
      single.count = meant ? 1 : 0;
      selected[0] = now;
      later.process(single);
    }
  }

  /** Lets joins hand on what they have made, each to the next one. */
  static void flush(Join[] path) throws Exception {
    for (int i = 0; i < path.length; i++) {
      path[i].flush();
    }
  }

  @Override
  public void end() throws Exception {
    if (later == null) {
      join.end(side);
    } else {
      later.end();
    }
    flush(path);
  }
}
