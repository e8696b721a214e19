package dev.tidemark.columnar.source;

import dev.tidemark.columnar.csv.Scanner;
import dev.tidemark.columnar.data.Batch;
import dev.tidemark.columnar.op.Stage;
import java.util.List;

/**
 * One of several scans, whose rows take turns with those of the others. What can be done to all
 * rows of a batch at once, in which they keep their places, is done at once; the results wait at
 * the end of it, in each of its {@link Landing}s, until the row that they are of has its turn.
 */
final class TurnInput implements AutoCloseable {
  private final Scanner scanner;

  /** What is done at once. */
  private final Stage first;

  private final Landing[] landings;

  /** The batch of the scan; null before the first one. */
  private Batch scanned;

  private int scannedRows;

  /** The next row to have its turn. */
  private int row;

  /**
   * @param first what is done at once
   * @param landings where that ends, in the order in which a row goes on from them
   */
  TurnInput(Scanner scanner, Stage first, List<Landing> landings) {
    this.scanner = scanner;
    this.first = first;
    this.landings = landings.toArray(new Landing[0]);
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
    for (Landing each : landings) {
      each.turn(now);
    }
    return true;
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
    Landing.land(first, scanned, landings[0]);
    return true;
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
