package dev.tidemark.columnar.op;

import dev.tidemark.columnar.data.Batch;

/** One step of a columnar pipeline; what it makes of a batch it hands to the next one. */
public interface Stage {

  /**
   * Handles the rows and the watermarks of a batch. If a row fails, those before it have been
   * handed on.
   */
  void process(Batch batch) throws Exception;

  /** No row follows, and event time has come to its end. */
  void end() throws Exception;
}
