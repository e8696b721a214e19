package dev.tidemark.runtime.source;

import org.apache.flink.util.function.ThrowingRunnable;

/** Takes records out of one source, one at a time, on the job's thread. */
public interface SourceDriver extends AutoCloseable {
  /** What came of a turn. */
  enum Turn {
    /** One record left the source and was handled to the end. */
    RECORD,
    /** The source has nothing now. */
    NOTHING,
    /** The source has ended. */
    END
  }

  /** Starts the source; its operator is open. */
  void start() throws Exception;

  /** Takes the next record and hands it on; does not wait for one. */
  Turn poll() throws Exception;

  /**
   * Runs the source to its end on the calling thread, if it can: faster than taking turns, for a
   * source that shares the job with no other.
   *
   * @param between runs after each record; its failure ends the source
   * @return false if this source must be polled
   */
  default boolean runAlone(ThrowingRunnable<Exception> between) throws Exception {
    return false;
  }

  /** The source has ended and the final watermark follows. */
  default void beforeFinalWatermark() throws Exception {}

  /** Whether {@link #poll()} would return something other than {@link Turn#NOTHING}. */
  boolean ready();

  /** Whether the source will end by itself. */
  boolean bounded();

  /** Tells the source to stop; from any thread. */
  void cancel();

  @Override
  void close() throws Exception;
}
