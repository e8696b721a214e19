package dev.tidemark.cli.sql;

import dev.tidemark.cli.errors.Position;
import dev.tidemark.cli.errors.RootCause;
import dev.tidemark.cli.plans.PlanListener;
import java.util.Optional;

/** Looks into the jobs of a script, statement by statement. */
public interface Inspection extends AutoCloseable {

  /** Whether jobs run at all. */
  default boolean runsJobs() {
    return true;
  }

  /** The value of {@code tidemark.observer} that the script's jobs run with, if they run. */
  String observer();

  /** Whether the results of the statements are to be printed, or only what this has to say. */
  boolean printsResults();

  /** Who is told what the planner makes of each statement; empty for nobody. */
  default Optional<PlanListener> planListener() {
    return Optional.empty();
  }

  /**
   * A statement is over, and so are its jobs, unless they have no end of their own.
   *
   * @param statement where it stands
   */
  void over(Position statement);

  /**
   * Whether this tells of a failure by itself: it has ended the job because of what it was asked,
   * and nothing is wrong with the statement.
   */
  default boolean tells(RootCause failure) {
    return false;
  }

  /**
   * The script is over.
   *
   * @param code the exit code so far
   * @return the exit code
   */
  int exitCode(int code);

  @Override
  void close();
}
