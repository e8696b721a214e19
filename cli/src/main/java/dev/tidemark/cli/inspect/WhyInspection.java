package dev.tidemark.cli.inspect;

import dev.tidemark.cli.CliStreams;
import dev.tidemark.cli.ExitCode;
import dev.tidemark.cli.rows.RowFormat;
import dev.tidemark.insight.why.WantedRow;
import dev.tidemark.insight.why.WhyJson;
import dev.tidemark.insight.why.WhyProbe;
import dev.tidemark.insight.why.WhyText;
import java.io.PrintWriter;
import java.util.List;
import java.util.Set;
import java.util.TreeSet;

/**
 * Tells for each statement what became of a row, and what event time was waiting for at the end.
 */
public final class WhyInspection extends RunsInspection {
  private final CliStreams streams;
  private final WantedRow wanted;
  private final JsonDocument json;
  private final Set<String> columns = new TreeSet<>();
  private long matches;
  private boolean first = true;

  /**
   * @param wanted which row; null for none, only the state at the end
   * @param outputs what is made of the runs besides
   */
  public WhyInspection(CliStreams streams, WantedRow wanted, RowFormat format, Outputs outputs) {
    super(new FollowedRuns(streams, outputs, true, plan -> List.of(new WhyProbe(wanted))));
    this.streams = streams;
    this.wanted = wanted;
    this.json =
        format == RowFormat.JSON ? new JsonDocument(streams.outWriter(), WhyJson.SCHEMA) : null;
  }

  @Override
  void tell(FinishedRun run) {
    WhyProbe probe = run.insight().probe(WhyProbe.class).orElseThrow();
    matches += probe.matches();
    columns.addAll(probe.columns());
    if (json != null) {
      json.add(new WhyJson(run.insight(), probe).of(run.statement()));
      return;
    }
    PrintWriter out = streams.outWriter();
    String text = new WhyText(run.insight(), probe).full();
    out.print((first ? "" : "\n") + run.statement() + "\n\n" + text);
    out.flush();
    first = false;
  }

  @Override
  public int exitCode(int code) {
    if (json != null) {
      json.end();
    }
    int written = super.exitCode(code);
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
}
