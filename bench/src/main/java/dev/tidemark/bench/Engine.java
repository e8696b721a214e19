package dev.tidemark.bench;

import java.nio.file.Path;

/** Something that can do a {@link Work}. */
interface Engine {
  String name();

  /** Null, or why this engine cannot do that. */
  String obstacle(Work work, Path file) throws Exception;

  /**
   * Does the work once.
   *
   * @param content whether the digest tells what is in the rows, which takes time
   */
  Measured run(Work work, Path file, boolean content) throws Exception;

  /** How an outcome is compared with that of Flink. */
  enum Outcome {
    /** The same changes. */
    CHANGES,
    /** The same table in the end. */
    TABLE,
    /** There is none. */
    NONE
  }

  Outcome outcome();
}
