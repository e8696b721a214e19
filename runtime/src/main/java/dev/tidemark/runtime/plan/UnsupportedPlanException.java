package dev.tidemark.runtime.plan;

/** A program that this target refuses before its first record; the message says the way out. */
public final class UnsupportedPlanException extends RuntimeException {
  private static final long serialVersionUID = 1L;

  public UnsupportedPlanException(String what) {
    super(what + " Run it on Flink itself instead: --target local (execution.target: local).");
  }
}
