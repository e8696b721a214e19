package dev.tidemark.columnar.op;

import dev.tidemark.columnar.data.Batch;

/** Keeps the rows of the partitions, and sends what changes among the first. */
interface Ranking {

  /**
   * Takes a row in.
   *
   * @param partition the partition's number; numbers begin with 0 and have no gaps
   * @param rowHash of what rows are found by
   */
  void take(int partition, Batch batch, int row, long rowHash) throws Exception;

  /** Takes a row back. */
  void takeBack(int partition, Batch batch, int row, long rowHash) throws Exception;

  /** Rows with these hashes come next: what they need from memory can be fetched together. */
  default void fetch(long[] rowHashes, int from, int to) {}

  /** Bytes that are held. */
  long memory();
}
