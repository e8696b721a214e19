package dev.tidemark.cli.inspect;

import dev.tidemark.cli.CliStreams;
import dev.tidemark.cli.errors.Position;
import dev.tidemark.cli.rows.RowFormat;
import dev.tidemark.cli.sql.Inspection;
import dev.tidemark.insight.ledger.VerdictJson;
import dev.tidemark.insight.ledger.VerdictText;
import dev.tidemark.insight.run.RunInsight;
import java.io.PrintWriter;

/**
 * Prints after each result which rows were dropped; with {@code json} that alone, as one document.
 */
public final class DropsInspection implements Inspection {
  private final CliStreams streams;
  private final LedgerKeeper keeper;
  private final JsonDocument json;

  public DropsInspection(CliStreams streams, LedgerKeeper keeper, RowFormat format) {
    this.streams = streams;
    this.keeper = keeper;
    this.json = format == RowFormat.JSON ? new JsonDocument(VerdictJson.SCHEMA) : null;
  }

  @Override
  public String observer() {
    return keeper.observer();
  }

  @Override
  public boolean printsResults() {
    return json == null;
  }

  @Override
  public void over(Position statement) {
    keeper.over(statement, this::print);
  }

  private void print(Position statement, RunInsight run) {
    if (json != null) {
      json.add(VerdictJson.of(statement.toString(), run));
      return;
    }
    PrintWriter out = streams.outWriter();
    out.print('\n' + VerdictText.full(run));
    out.flush();
  }

  @Override
  public int exitCode(int code) {
    if (json != null) {
      json.print(streams.outWriter());
    }
    return keeper.exitCode(code);
  }

  @Override
  public void close() {
    keeper.close();
  }
}
