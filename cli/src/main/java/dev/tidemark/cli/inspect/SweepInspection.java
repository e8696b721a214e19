package dev.tidemark.cli.inspect;

import dev.tidemark.cli.CliStreams;
import dev.tidemark.cli.rows.RowFormat;
import dev.tidemark.insight.sweep.FirstPass;
import dev.tidemark.insight.sweep.JobSweep;
import dev.tidemark.insight.sweep.SweepJson;
import dev.tidemark.insight.sweep.SweepProbe;
import dev.tidemark.insight.sweep.SweepText;
import java.io.PrintWriter;
import java.util.ArrayList;
import java.util.List;
import java.util.stream.Collectors;

/** Gathers what a script's own run tells of other watermark delays. */
public final class SweepInspection extends RunsInspection {
  private final List<FirstPass> jobs = new ArrayList<>();

  /**
   * @param asked delays to show in milliseconds; null to choose them
   * @param outputs what is made of the runs besides
   */
  public SweepInspection(CliStreams streams, List<Long> asked, Outputs outputs) {
    super(new FollowedRuns(streams, outputs, false, plan -> List.of(new SweepProbe(asked))));
  }

  /** The jobs that may drop rows, in the script's order. */
  public List<FirstPass> jobs() {
    return jobs;
  }

  @Override
  void tell(FinishedRun run) {
    if (run.sweep().isSwept()) {
      jobs.add(run.sweep());
    }
  }

  /** Further runs may follow: see {@link #complete}. */
  @Override
  public int exitCode(int code) {
    return code;
  }

  /** Prints what is known now, as text or as JSON. */
  public void print(CliStreams streams, RowFormat format) {
    PrintWriter out = streams.outWriter();
    List<JobSweep> results = jobs.stream().map(FirstPass::result).toList();
    if (format == RowFormat.JSON) {
      JsonDocument json = new JsonDocument(out, SweepJson.SCHEMA);
      results.forEach(job -> json.add(fields -> SweepJson.fields(fields, job)));
      json.end();
    } else {
      out.print(results.stream().map(SweepText::of).collect(Collectors.joining("\n")));
    }
    out.flush();
  }

  /**
   * No further run follows: the report is written.
   *
   * @param code the exit code so far
   * @return the exit code
   */
  public int complete(int code) {
    return runs.complete(code);
  }
}
