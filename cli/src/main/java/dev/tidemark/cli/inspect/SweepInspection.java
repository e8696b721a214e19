package dev.tidemark.cli.inspect;

import dev.tidemark.cli.CliStreams;
import dev.tidemark.cli.ExitCode;
import dev.tidemark.cli.rows.FigureTable;
import dev.tidemark.cli.rows.RowFormat;
import dev.tidemark.insight.sweep.FirstPass;
import dev.tidemark.insight.sweep.JobSweep;
import dev.tidemark.insight.sweep.LatenessProbe;
import dev.tidemark.insight.sweep.SweepJson;
import dev.tidemark.insight.sweep.SweepPoint;
import dev.tidemark.insight.sweep.SweepProbe;
import dev.tidemark.insight.sweep.SweepText;
import dev.tidemark.insight.sweep.SweptOperator;
import java.io.PrintWriter;
import java.util.ArrayList;
import java.util.List;
import java.util.OptionalLong;
import java.util.stream.Collectors;

/** Gathers what a script's own run tells of other watermark delays. */
public final class SweepInspection extends RunsInspection {
  private final CliStreams streams;
  private final RowFormat format;
  private final List<FirstPass> jobs = new ArrayList<>();
  private boolean told;

  /**
   * @param asked delays to show in milliseconds; null to choose them
   * @param outputs what is made of the runs besides
   */
  public SweepInspection(CliStreams streams, List<Long> asked, RowFormat format, Outputs outputs) {
    super(
        new FollowedRuns(
            streams, outputs, false, plan -> List.of(new SweepProbe(asked), new LatenessProbe())));
    this.streams = streams;
    this.format = format;
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

  /** Further runs may follow: see {@link #complete}. After Ctrl-C none does. */
  @Override
  public int exitCode(int code) {
    return code == ExitCode.INTERRUPTED ? complete(code) : code;
  }

  /**
   * No further run follows: prints what is known and writes the report. Only the first call does,
   * since Ctrl-C may come at any time.
   *
   * @param code the exit code so far
   * @return the exit code
   */
  public synchronized int complete(int code) {
    if (told) {
      return code;
    }
    told = true;
    print(jobs.stream().map(FirstPass::result).toList());
    if (jobs.isEmpty()) {
      String why =
          switch (code) {
            case ExitCode.DONE -> "no job of this script has watermarks and may drop rows.";
            case ExitCode.INTERRUPTED -> "stopped before there was anything to show.";
            default -> null;
          };
      if (why != null) {
        streams.err().println("tidemark: " + why);
      }
    }
    return runs.complete(code);
  }

  private void print(List<JobSweep> results) {
    PrintWriter out = streams.outWriter();
    switch (format) {
      case JSON -> {
        JsonDocument json = new JsonDocument(out, SweepJson.SCHEMA);
        results.forEach(job -> json.add(fields -> SweepJson.fields(fields, job)));
        json.end();
      }
      case CSV, JSONL, MARKDOWN -> printPoints(results, out);
      case SQL_CLIENT, TABLE ->
          out.print(results.stream().map(SweepText::of).collect(Collectors.joining("\n")));
    }
    out.flush();
  }

  private void printPoints(List<JobSweep> results, PrintWriter out) {
    FigureTable table =
        new FigureTable(
            format,
            out,
            "statement",
            "operator",
            ">delay_ms",
            ">rows_in",
            ">rows_dropped",
            ">contributions_lost",
            ">added_latency_ms",
            "mark");
    for (JobSweep job : results) {
      for (SweptOperator operator : job.operators()) {
        for (SweepPoint point : operator.points()) {
          boolean knee = operator.knee().equals(OptionalLong.of(point.delay()));
          table.row(
              job.statement(),
              operator.name(),
              point.delay(),
              point.rowsIn(),
              point.rowsDropped(),
              point.contributionsLost(),
              point.delay() - job.now(),
              point.delay() == job.now() ? "now" : knee ? "knee" : null);
        }
      }
    }
    table.end();
  }
}
