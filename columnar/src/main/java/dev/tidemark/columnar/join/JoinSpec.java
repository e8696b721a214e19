package dev.tidemark.columnar.join;

import dev.tidemark.columnar.op.Stage;
import dev.tidemark.columnar.op.StageContext;
import java.io.Serializable;

/** How to build a join; travels with the job. */
public interface JoinSpec extends Serializable {

  /**
   * Builds the join.
   *
   * @param next who gets what it makes
   */
  Join create(StageContext context, Stage next) throws Exception;

  /** Whether no row that it makes is ever taken back. */
  boolean insertsOnly();
}
