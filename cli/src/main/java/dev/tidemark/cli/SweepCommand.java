package dev.tidemark.cli;

import dev.tidemark.cli.inspect.RepeatedRun;
import dev.tidemark.cli.inspect.SweepInspection;
import dev.tidemark.cli.sql.SqlRequest;
import dev.tidemark.cli.sql.SqlRun;
import dev.tidemark.insight.sweep.FirstPass;
import java.util.List;
import java.util.Set;
import java.util.TreeSet;
import java.util.concurrent.Callable;
import org.apache.flink.util.TimeUtils;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;

/** {@code tidemark sweep}. */
@Command(
    name = "sweep",
    mixinStandardHelpOptions = true,
    versionProvider = Versions.class,
    customSynopsis = "tidemark sweep [OPTIONS] SCRIPT.sql%n",
    header = "Shows what a script's windows lose under other watermark delays.",
    description = {
      "A longer delay keeps more rows, and every result comes later by as much. This",
      "runs the script once and prints, against the delay, the rows dropped and the",
      "contributions to windows lost; the delays that keep 99 %%, 99.9 %% and all rows;",
      "and the knee.",
      "Where one run cannot tell, the script runs again for each delay, and the output",
      "says why. The statements' own results are not printed. --format csv, jsonl and",
      "markdown print the points alone.",
      ""
    },
    optionListHeading = "%nOptions:%n")
final class SweepCommand implements Callable<Integer> {

  private final CliStreams streams;

  @Parameters(arity = "0..1", paramLabel = "SCRIPT.sql", description = "The script to run.")
  private String script;

  @Option(
      names = "--delays",
      paramLabel = "DELAY[,DELAY...]",
      defaultValue = "auto",
      description = "Delays to show, for example 0s,5s,30s,2min. Default: auto, those that matter.")
  private String delays;

  @Mixin private SqlOptions options;

  @Mixin private ReportOptions report;

  SweepCommand(CliStreams streams) {
    this.streams = streams;
  }

  @Override
  public Integer call() {
    List<Long> asked = delays(delays);
    try (SweepInspection inspection =
        new SweepInspection(streams, asked, options.format(), report.outputs())) {
      SqlRequest request = options.request(streams, script, inspection);
      if (request.interactive()) {
        throw new UsageException("name a script: tidemark sweep SCRIPT.sql.");
      }
      int code = new SqlRun(streams, request).run();
      boolean repeated = repeat(request, inspection);
      return inspection.complete(repeated ? code : Math.max(code, ExitCode.FAILED));
    }
  }

  /** Runs the script again for other delays, as long as there are any that are worth it. */
  private boolean repeat(SqlRequest request, SweepInspection inspection) {
    List<FirstPass> jobs = inspection.jobs();
    Set<Long> extra = extraDelays(jobs);
    if (extra.isEmpty()) {
      return true;
    }
    if (jobs.stream().anyMatch(FirstPass::writes)) {
      streams
          .err()
          .println(
              "tidemark: this script would have to run again for each delay, and each run would"
                  + " write its INSERT INTO tables again; make it a SELECT to see other delays.");
      return false;
    }
    Thread onSignal = new Thread(() -> interrupted(inspection), "tidemark-sweep-interrupted");
    Runtime.getRuntime().addShutdownHook(onSignal);
    try {
      while (!extra.isEmpty()) {
        for (long delay : extra) {
          try (RepeatedRun again = new RepeatedRun(streams, request, delay)) {
            if (!again.run(jobs)) {
              return false;
            }
          }
        }
        extra = extraDelays(jobs);
      }
      return true;
    } finally {
      ShutdownHooks.remove(onSignal);
    }
  }

  /** What the runs so far have told is worth printing. */
  private void interrupted(SweepInspection inspection) {
    if (streams.outputGone()) {
      return;
    }
    inspection.complete(ExitCode.INTERRUPTED);
    streams.flush();
    streams.err().println("tidemark: interrupted; not all delays were tried.");
  }

  private static Set<Long> extraDelays(List<FirstPass> jobs) {
    Set<Long> extra = new TreeSet<>();
    jobs.forEach(job -> extra.addAll(job.extraDelays()));
    return extra;
  }

  private static List<Long> delays(String text) {
    if (text.equals("auto")) {
      return null;
    }
    Set<Long> delays = new TreeSet<>();
    for (String each : text.split(",", -1)) {
      try {
        // Without a unit, TimeUtils reads milliseconds, and that is hardly what is meant.
        if (each.isBlank() || Character.isDigit(each.charAt(each.length() - 1))) {
          throw new IllegalArgumentException("no unit");
        }
        delays.add(TimeUtils.parseDuration(each.trim()).toMillis());
      } catch (IllegalArgumentException | ArithmeticException e) {
        throw new UsageException(
            "--delays takes auto, or delays with their units: 0s,500ms,5s,2min,1h; "
                + (each.isBlank() ? "one of these is empty" : "not '" + each.trim() + "'")
                + ".");
      }
    }
    return List.copyOf(delays);
  }
}
