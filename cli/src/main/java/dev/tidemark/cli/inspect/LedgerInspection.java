package dev.tidemark.cli.inspect;

import dev.tidemark.cli.CliStreams;

/** Keeps the ledger of a script and prints nothing about it. */
public final class LedgerInspection extends RunsInspection {

  /**
   * @param outputs what is made of the ledger
   */
  public LedgerInspection(CliStreams streams, Outputs outputs) {
    super(new FollowedRuns(streams, outputs, true));
  }

  @Override
  public boolean printsResults() {
    return true;
  }

  @Override
  void tell(FinishedRun run) {}
}
