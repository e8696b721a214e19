package dev.tidemark.cli;

import java.nio.file.Path;
import picocli.CommandLine.Option;

/** The option for a report. */
final class ReportOptions {

  @Option(
      names = "--report",
      paramLabel = "FILE.html",
      description =
          "Write a report to this file: dropped rows, a timeline of rows, watermark and windows,"
              + " accounts, plan. One page that needs no network.")
  private Path report;

  /** The file; null for none. */
  Path file() {
    if (report != null && !report.toString().endsWith(".html")) {
      throw new UsageException("--report " + report + ": the name must end in .html.");
    }
    return report;
  }
}
