package dev.tidemark.cli;

import dev.tidemark.cli.inspect.Outputs;
import java.nio.file.Path;
import picocli.CommandLine.Option;

/** The option for a report. */
final class ReportOptions {

  @Option(
      names = "--report",
      paramLabel = "FILE.html",
      description =
          "Write a report to this file: dropped rows, a timeline of rows, watermark and windows,"
              + " losses against the delay, changelog, plan. One page that needs no network.")
  private Path report;

  /** What this option asks for. */
  Outputs outputs() {
    return Outputs.report(file());
  }

  /** The file; null for none. */
  Path file() {
    if (report != null && !report.toString().endsWith(".html")) {
      throw new UsageException("--report " + report + ": the name must end in .html.");
    }
    return report;
  }
}
