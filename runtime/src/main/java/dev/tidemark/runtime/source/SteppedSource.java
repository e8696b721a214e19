package dev.tidemark.runtime.source;

/** A source operator that emits into its own output when it is told to, some rows at a time. */
public interface SteppedSource {

  /**
   * Emits what comes next, all of it before this returns.
   *
   * @return false if nothing is left
   */
  boolean step() throws Exception;

  /** Nothing is left, and the final watermark follows: what waits for event time goes out now. */
  void inputEnds() throws Exception;
}
