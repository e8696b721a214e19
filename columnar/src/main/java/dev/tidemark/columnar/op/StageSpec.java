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
}
