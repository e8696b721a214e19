package dev.tidemark.columnar.csv;

import dev.tidemark.columnar.data.Batch;

/** Gives rows in batches that are used again. */
public interface Scanner extends AutoCloseable {

  /**
   * Reads the next rows.
   *
   * @return a batch that is valid until it is released; null if no row is left
   * @throws Exception what Flink's reader says of a record that cannot be read, after the rows that
   *     Flink would have emitted before
   */
  Batch next() throws Exception;

  /** The oldest batch that was given out and not released is not needed any more. */
  void release();
}
