package dev.tidemark.cli;

/** What the process tells its caller. */
public final class ExitCode {

  /** All was done. */
  public static final int DONE = 0;

  /** A statement, a job or a program failed; the rest of the output is right. */
  public static final int FAILED = 1;

  /** The command was called in a wrong way; nothing was run. */
  public static final int USAGE = 2;

  /** All was done, and what the caller asserted does not hold. */
  public static final int ASSERTION = 3;

  /** Ctrl-C, as shells count it (128 + SIGINT). */
  public static final int INTERRUPTED = 130;

  /** Nobody reads the output any more, as shells count it (128 + SIGPIPE). */
  public static final int OUTPUT_CLOSED = 141;

  private ExitCode() {}
}
