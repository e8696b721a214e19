package dev.tidemark.columnar.source;

import dev.tidemark.columnar.csv.Scanner;
import dev.tidemark.columnar.data.Batch;
import dev.tidemark.columnar.join.Join;
import dev.tidemark.columnar.op.Stage;

/**
 * One of several scans, whose rows take turns with those of the others. What can be done to all
 * rows of a batch at once, in which they keep their places, is done at once; the results wait here,
 * at the end of it, until the row that they are of has its turn. What makes other rows of those
 * that come follows then, for one row at a time.
 */
final class TurnInput implements Stage, AutoCloseable {
  private final Scanner scanner;
  private final Join join;
  private final int side;

  /** What is done with one row at a time, up to the join; null for nothing. */
  private final Stage later;

  /** The row that has its turn, and the watermarks behind it. */
  private Batch single;

  private final int[] selected = new int[1];

  /** What is done at once; ends here. */
  private Stage first;

  /** The batch of the scan; null before the first one. */
  private Batch scanned;

  private int scannedRows;

  /** The next row to have its turn. */
  private int row;

  /** What has become of the batch. */
  private Batch held;

  private int place;
  private int mark;

  /** What goes wrong when the row has its turn that could not be handled. */
  private Exception failure;

  /**
   * @param join gets the rows
   * @param side as which input
   * @param later what is done with them before, one at a time; null for nothing
   */
  TurnInput(Scanner scanner, Join join, int side, Stage later) {
    this.scanner = scanner;
    this.join = join;
    this.side = side;
    this.later = later;
  }

  void first(Stage newFirst) {
    first = newFirst;
  }

  /**
   * The next row has its turn.
   *
   * @return false if there is none
   */
  boolean turn() throws Exception {
    if (scanned == null || row == scannedRows) {
      if (!load()) {
        return false;
      }
    }
    int now = row++;
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
    return true;
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

  private boolean load() throws Exception {
    if (scanned != null) {
      scanner.release();
    }
    scanned = scanner.next();
    if (scanned == null) {
      return false;
    }
    scannedRows = scanned.rows;
    row = 0;
    place = 0;
    mark = 0;
    held = null;
    failure = null;
    try {
      first.process(scanned);
    } catch (Exception e) {
      if (held == null || held.failing < 0) {
        throw e;
      }
      failure = e;
    }
    if (later == null) {
      join.hold(side, held);
    } else {
      single = new Batch(held.columns);
      single.rows = held.rows;
      single.selected = selected;
    }
    return true;
  }

  @Override
  public void process(Batch batch) {
    held = batch;
  }

  @Override
  public void end() throws Exception {
    if (later == null) {
      join.end(side);
    } else {
      later.end();
    }
  }

  /** All rows have had their turns, and event time has come to its end. */
  void finish() throws Exception {
    first.end();
  }

  @Override
  public void close() throws Exception {
    scanner.close();
  }
}
