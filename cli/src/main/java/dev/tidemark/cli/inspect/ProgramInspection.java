package dev.tidemark.cli.inspect;

import dev.tidemark.cli.CliStreams;
import dev.tidemark.insight.ledger.VerdictText;

/** Looks into the jobs of a program. Standard output is the program's own. */
public final class ProgramInspection implements AutoCloseable {
  private final CliStreams streams;
  private final FollowedRuns runs;
  private final boolean tells;

  /**
   * @param outputs what is made of the runs
   * @param tells whether to print the verdict on each job
   */
  public ProgramInspection(CliStreams streams, Outputs outputs, boolean tells) {
    this.streams = streams;
    this.runs = new FollowedRuns(streams, outputs, tells);
    this.tells = tells;
  }

  /** The value of {@code tidemark.observer} that the program's jobs run with. */
  public String observer() {
    return runs.observer();
  }

  /**
   * The program is over, and so are its jobs.
   *
   * @param program its name
   * @param code the exit code so far
   * @return the exit code
   */
  public int exitCode(String program, int code) {
    streams.flush();
    System.out.flush();
    runs.over(
        program,
        run -> {
          if (tells) {
            streams.err().print('\n' + VerdictText.full(run.insight()));
          }
        });
    return runs.complete(code);
  }

  @Override
  public void close() {
    runs.close();
  }
}
