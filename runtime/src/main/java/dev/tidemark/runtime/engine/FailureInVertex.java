package dev.tidemark.runtime.engine;

/**
 * Carries a failure out of a chain that sits behind a network edge. In Flink that chain is a task
 * of its own, so its exception would not be wrapped by the emitting chain; the job unwraps it.
 */
final class FailureInVertex extends RuntimeException {
  private static final long serialVersionUID = 1L;

  FailureInVertex(Throwable cause) {
    super(null, cause, false, false);
  }

  /** What Flink would report for a failure that came out of a source's turn. */
  static Throwable unwrap(Throwable failure) {
    Throwable current = failure;
    for (Throwable t = failure; t != null; t = t.getCause()) {
      if (t instanceof FailureInVertex && t.getCause() != null) {
        current = t.getCause();
      }
    }
    return current;
  }
}
