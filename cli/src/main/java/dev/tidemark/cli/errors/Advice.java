package dev.tidemark.cli.errors;

import java.util.Optional;

/** What to do about the failures that people meet most. */
final class Advice {

  private Advice() {}

  /** Advice for a failure, if there is any that fits. */
  static Optional<String> on(RootCause cause) {
    return Optional.empty();
  }
}
