package dev.tidemark.columnar.agg;

import dev.tidemark.columnar.data.Batch;
import org.apache.flink.table.data.GenericRowData;

/** What one aggregate call keeps for every group, in arrays that are indexed by the group. */
public interface Accumulator {

  /** Makes room for groups up to a number, and gives new ones their first value. */
  void grow(int groups);

  /**
   * Takes rows in.
   *
   * @param from the first place in the batch's selection
   * @param to the place after the last
   * @param groups for each place the row's group
   */
  void add(Batch batch, int from, int to, int[] groups);

  /** Writes what is kept for a group into a row, as Flink's accumulator would be. */
  void write(int group, GenericRowData row, int field);

  /** What the call computes for a group, as Flink's internal data structure; may be null. */
  Object value(int group);

  /** Forgets all groups. */
  void clear();

  /** Bytes that are held. */
  long memory();
}
