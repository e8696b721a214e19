package dev.tidemark.columnar.observe;

import dev.tidemark.columnar.data.Batch;

/**
 * Is told whose turn it is: what happens next is caused by this row of the scan. Implemented by
 * what observes the source of a part that runs in columns.
 */
public interface RowTurns {

  /** The scan has read rows, which have their turns now; valid until the next ones are read. */
  void begin(Batch scanned);

  /**
   * A row has its turn.
   *
   * @param row its place in the scan's batch
   */
  void at(int row);

  /** No row has its turn. */
  void rest();
}
