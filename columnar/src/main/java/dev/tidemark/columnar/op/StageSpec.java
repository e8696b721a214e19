package dev.tidemark.columnar.op;

import java.io.Serializable;

/** How to build a stage; travels with the job. */
public interface StageSpec extends Serializable {

  /**
   * Builds the stage.
   *
   * @param next who gets what the stage makes; null for the last one, which emits rows
   */
  Stage create(StageContext context, Stage next) throws Exception;

  /**
   * Whether it makes other rows of those that come, so that a place in what it emits says nothing
   * of a place in what came.
   */
  default boolean changesRows() {
    return false;
  }

  /** Whether what it makes of rows comes out at a watermark, not when they come. */
  default boolean holdsRows() {
    return false;
  }

  /** Whether what it makes can become Flink's rows. */
  default boolean canBeLast() {
    return true;
  }

  /**
   * Whether it can do the work of Flink's operator where somebody looks; not where the operator
   * counts rows that it drops.
   */
  default boolean canBeWatched() {
    return true;
  }

  /** Whether all that it makes of rows that are only inserted is inserted, too. */
  default boolean insertsOnly() {
    return !changesRows();
  }
}
