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

  /**
   * Takes a row back and another in, the next one of the batch, which is found by the same columns
   * and of the same partition; if that can be done at once, nothing goes out in between.
   *
   * @return whether it has been done, else nothing has
   */
  default boolean exchange(Batch batch, int row, int next, long rowHash) throws Exception {
    return false;
  }
}
