package dev.tidemark.columnar.agg;

import dev.tidemark.columnar.data.Batch;
import dev.tidemark.columnar.data.Column;
import dev.tidemark.columnar.data.ObjectColumn;

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

  /**
   * Takes rows in that are all of one group.
   *
   * @param groups as for {@link #add(Batch, int, int, int[])}
   */
  default void addRun(Batch batch, int from, int to, int[] groups) {
    add(batch, from, to, groups);
  }

  /**
   * Takes rows in one after the other, and says what the call computes before each and with it.
   *
   * @param into of the result's type; gets, at twice a row's place in the selection, the result
   *     before the row, and next to it the one with the row
   */
  default void addEach(Batch batch, int from, int to, int[] groups, Column into) {
    for (int i = from; i < to; i++) {
      value(groups[i], into, 2 * i);
      add(batch, i, i + 1, groups);
      value(groups[i], into, 2 * i + 1);
    }
  }

  /** How many columns what is kept for a group takes. */
  default int fields() {
    return 1;
  }

  /**
   * Writes what is kept for a group, as Flink's accumulator would be.
   *
   * @param field the first of the columns it takes, which have the types that the call keeps
   * @param at its place there
   */
  void write(int group, Column[] into, int field, int at);

  /**
   * Takes in what was kept for another group, as the generated {@code merge} of Flink's function.
   *
   * @param field the first of the columns that hold it, as {@link #write} has written them
   * @param row its place there
   */
  void merge(int group, Column[] from, int field, int row);

  /**
   * Takes one row back that was taken in. Minima and maxima cannot.
   *
   * @param place its place in the batch's selection
   */
  default void retract(Batch batch, int place, int[] groups) {
    throw new UnsupportedOperationException(getClass().getSimpleName() + " takes nothing back");
  }

  /**
   * Whether there are values behind what is kept for a group, which {@link #writeValues} and {@link
   * #mergeValues} carry; {@link #merge} is of no use then.
   */
  default boolean keepsValues() {
    return false;
  }

  /** Writes the different values of a group as one object, for {@link #mergeValues}. */
  default void writeValues(int group, ObjectColumn into, int at) {
    throw new UnsupportedOperationException(getClass().getSimpleName() + " keeps no values");
  }

  /** Takes in the different values of another group. */
  default void mergeValues(int group, ObjectColumn from, int row) {
    throw new UnsupportedOperationException(getClass().getSimpleName() + " keeps no values");
  }

  /** Lets a group begin anew. */
  void reset(int group);

  /**
   * Writes what the call computes for a group into a column of the result's type.
   *
   * @param at its place there; values must come in rising order
   */
  void value(int group, Column into, int at);

  /** Forgets all groups. */
  void clear();

  /** Bytes that are held. */
  long memory();
}
