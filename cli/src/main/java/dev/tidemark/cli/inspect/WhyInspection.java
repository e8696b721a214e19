package dev.tidemark.cli.inspect;

import dev.tidemark.cli.CliStreams;
import dev.tidemark.cli.ExitCode;
import dev.tidemark.cli.errors.Position;
import dev.tidemark.cli.rows.RowFormat;
import dev.tidemark.cli.sql.Inspection;
import dev.tidemark.insight.run.RunInsight;
import dev.tidemark.insight.why.WantedRow;
import dev.tidemark.insight.why.WhyJson;
import dev.tidemark.insight.why.WhyProbe;
import dev.tidemark.insight.why.WhyText;
import java.io.PrintWriter;
import java.nio.file.Path;
import java.util.List;
import java.util.Set;
import java.util.TreeSet;

/**
 * Tells for each statement what became of a row, and what event time was waiting for at the end.
 */
public final class WhyInspection implements Inspection {
  private final CliStreams streams;
  private final WantedRow wanted;
  private final LedgerKeeper keeper;
  private final JsonDocument json;
  private final Set<String> columns = new TreeSet<>();
  private long matches;
  private boolean first = true;

  /**
   * @param wanted which row; null for none, only the state at the end
   * @param report the report's file; null for none
   */
  public WhyInspection(CliStreams streams, WantedRow wanted, RowFormat format, Path report) {
    this.streams = streams;
    this.wanted = wanted;
    this.keeper =
        new LedgerKeeper(streams, null, null, () -> List.of(new WhyProbe(wanted)), report);
    this.json = format == RowFormat.JSON ? new JsonDocument(WhyJson.SCHEMA) : null;
  }

  @Override
  public String observer() {
    return keeper.observer();
  }

  @Override
  public boolean printsResults() {
    return false;
  }

  @Override
  public void over(Position statement) {
    keeper.over(statement, this::tell);
  }

  private void tell(Position statement, RunInsight run) {
    WhyProbe probe = run.probe(WhyProbe.class).orElseThrow();
    matches += probe.matches();
    columns.addAll(probe.columns());
    if (json != null) {
      json.add(new WhyJson(run, probe).of(statement.toString()));
      return;
    }
    PrintWriter out = streams.outWriter();
    out.print((first ? "" : "\n") + statement + "\n\n" + new WhyText(run, probe).full());
    out.flush();
    first = false;
  }

  @Override
  public int exitCode(int code) {
    if (json != null) {
      json.print(streams.outWriter());
    }
    int written = keeper.exitCode(code);
    if (wanted == null || matches > 0 || written != ExitCode.DONE) {
      return written;
    }
    streams
        .err()
        .println(
            "tidemark: no row with "
                + wanted
                + " came from any source. Columns: "
                + String.join(", ", columns)
                + ".");
    return ExitCode.FAILED;
  }

  @Override
  public void close() {
    keeper.close();
  }
}
