package dev.tidemark.cli.inspect;

import dev.tidemark.cli.errors.Position;
import dev.tidemark.cli.sql.Inspection;

/** Keeps the ledger of a script and prints nothing about it. */
public final class LedgerInspection implements Inspection {
  private final LedgerKeeper keeper;

  public LedgerInspection(LedgerKeeper keeper) {
    this.keeper = keeper;
  }

  @Override
  public String observer() {
    return keeper.observer();
  }

  @Override
  public boolean printsResults() {
    return true;
  }

  @Override
  public void over(Position statement) {
    keeper.over(statement, (position, run) -> {});
  }

  @Override
  public int exitCode(int code) {
    return keeper.exitCode(code);
  }

  @Override
  public void close() {
    keeper.close();
  }
}
