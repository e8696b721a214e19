package dev.tidemark.cli.jobs;

import java.io.IOException;

/** Nobody listens where the cluster should be. */
public final class NoClusterException extends IOException {
  private static final long serialVersionUID = 1L;

  /**
   * @param place host and port
   * @param cause what came of the last attempt
   */
  NoClusterException(String place, IOException cause) {
    super("no Flink cluster answers at " + place + " (" + cause.getMessage() + ")", cause);
  }
}
