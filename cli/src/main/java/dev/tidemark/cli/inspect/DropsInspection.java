package dev.tidemark.cli.inspect;

import dev.tidemark.cli.CliStreams;
import dev.tidemark.cli.rows.RowFormat;
import dev.tidemark.insight.ledger.VerdictJson;
import dev.tidemark.insight.ledger.VerdictText;
import java.io.PrintWriter;

/**
 * Prints after each result which rows were dropped; with {@code json} that alone, as one document.
 */
public final class DropsInspection extends RunsInspection {
  private final CliStreams streams;
  private final JsonDocument json;

  /**
   * @param outputs what is made of the runs besides
   */
  public DropsInspection(CliStreams streams, Outputs outputs, RowFormat format) {
    super(new FollowedRuns(streams, outputs, true));
    this.streams = streams;
    this.json =
        format == RowFormat.JSON ? new JsonDocument(streams.outWriter(), VerdictJson.SCHEMA) : null;
  }

  @Override
  public boolean printsResults() {
    return json == null;
  }

  @Override
  void tell(FinishedRun run) {
    if (json != null) {
      json.add(VerdictJson.of(run.statement(), run.insight()));
      return;
    }
    PrintWriter out = streams.outWriter();
    out.print('\n' + VerdictText.full(run.insight()));
    out.flush();
  }

  @Override
  public int exitCode(int code) {
    if (json != null) {
      json.end();
    }
    return super.exitCode(code);
  }
}
