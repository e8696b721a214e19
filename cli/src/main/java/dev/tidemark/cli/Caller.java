package dev.tidemark.cli;

/**
 * Who has called the command, as far as it matters to what the command does: their environment, and
 * how they interrupt it. Their working directory is where {@link
 * dev.tidemark.cli.files.WorkingDirectory} says.
 */
public interface Caller {

  /** The value of a variable of the caller's environment, or null. */
  String environment(String name);

  /**
   * What to do when the caller wants the command to end.
   *
   * @param stop called at most once, on another thread
   */
  Registration onInterrupt(Runnable stop);

  /** Whether the caller has interrupted the command already. */
  boolean hasInterrupted();

  /**
   * For a command that has noticed that it is being interrupted: waits for the end.
   *
   * @return the exit code, where there is somebody left to tell
   */
  int awaitEnd();

  /** Whether other commands run in this process, so that what belongs to all must stay as it is. */
  boolean sharesProcess();

  /** Takes a registration back. */
  interface Registration {
    /** From now on an interrupt is not for us. */
    void remove();
  }

  /** The caller of a process that is there for nobody else: Ctrl-C ends it. */
  Caller OF_PROCESS =
      new Caller() {
        @Override
        public String environment(String name) {
          return System.getenv(name);
        }

        @Override
        public Registration onInterrupt(Runnable stop) {
          Thread hook = new Thread(stop, "tidemark-interrupted");
          Runtime.getRuntime().addShutdownHook(hook);
          return () -> ShutdownHooks.remove(hook);
        }

        @Override
        public boolean hasInterrupted() {
          return false;
        }

        @Override
        public int awaitEnd() {
          ShutdownHooks.waitForTheEnd();
          return ExitCode.INTERRUPTED;
        }

        @Override
        public boolean sharesProcess() {
          return false;
        }
      };
}
