package dev.tidemark.runtime.observe;

/** How a run ended. */
public enum RunEnd {
  /** All sources came to their ends, and so did the operators. */
  FINISHED,
  /** Somebody wanted no more of it: Ctrl-C, a client that closed its result. */
  STOPPED,
  /** An operator or a source failed. */
  FAILED
}
