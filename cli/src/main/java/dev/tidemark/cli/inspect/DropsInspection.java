package dev.tidemark.cli.inspect;

import dev.tidemark.cli.CliStreams;
import dev.tidemark.cli.errors.Position;
import dev.tidemark.cli.sql.Inspection;
import dev.tidemark.insight.ledger.Ledger;
import dev.tidemark.insight.ledger.VerdictText;
import dev.tidemark.insight.run.RunInsight;
import dev.tidemark.insight.run.RunLog;
import java.io.PrintWriter;
import java.util.List;

/** Prints after each result which rows were dropped. */
public final class DropsInspection implements Inspection {
  /** A client that has seen enough cancels its query; that takes a moment. */
  private static final long PATIENCE_SECONDS = 10;

  private final CliStreams streams;
  private final RunLog runs = new RunLog(Ledger.DEFAULT_CAP, null, List::of);

  public DropsInspection(CliStreams streams) {
    this.streams = streams;
  }

  @Override
  public String observer() {
    return runs.observer();
  }

  @Override
  public boolean printsResults() {
    return true;
  }

  @Override
  public void over(Position statement) {
    PrintWriter out = streams.outWriter();
    for (RunInsight run : runs.take()) {
      try {
        if (run.awaitOver(PATIENCE_SECONDS)) {
          out.print('\n' + VerdictText.full(run));
        }
      } catch (InterruptedException e) {
        Thread.currentThread().interrupt();
      }
    }
    out.flush();
  }

  @Override
  public int exitCode(int code) {
    return code;
  }

  @Override
  public void close() {
    runs.close();
  }
}
