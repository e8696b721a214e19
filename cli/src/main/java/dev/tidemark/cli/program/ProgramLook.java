package dev.tidemark.cli.program;

/** Looks into the jobs of a program. */
public interface ProgramLook {

  /** The value of {@code tidemark.observer} that the program's jobs run with. */
  String observer();

  /**
   * The program is over, and so are its jobs.
   *
   * @param program its name
   * @param code the exit code so far
   * @return the exit code
   */
  int exitCode(String program, int code);
}
