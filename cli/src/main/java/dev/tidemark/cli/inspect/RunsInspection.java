package dev.tidemark.cli.inspect;

import dev.tidemark.cli.errors.Position;
import dev.tidemark.cli.plans.PlanListener;
import dev.tidemark.cli.sql.Inspection;
import java.util.Optional;

/** Follows the runs of a script's statements; subclasses say something about each. */
abstract class RunsInspection implements Inspection {
  final FollowedRuns runs;

  RunsInspection(FollowedRuns runs) {
    this.runs = runs;
  }

  /** A run is over. */
  abstract void tell(FinishedRun run);

  @Override
  public String observer() {
    return runs.observer();
  }

  @Override
  public boolean printsResults() {
    return false;
  }

  @Override
  public Optional<PlanListener> planListener() {
    return runs.planListener();
  }

  @Override
  public void over(Position statement) {
    runs.over(statement.toString(), this::tell);
  }

  @Override
  public int exitCode(int code) {
    return runs.complete(code);
  }

  @Override
  public void close() {
    runs.close();
  }
}
