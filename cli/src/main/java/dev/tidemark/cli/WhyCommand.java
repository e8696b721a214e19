package dev.tidemark.cli;

import dev.tidemark.cli.inspect.WhyInspection;
import dev.tidemark.cli.sql.SqlRun;
import dev.tidemark.insight.why.WantedRow;
import java.util.concurrent.Callable;
import picocli.CommandLine.ArgGroup;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;

/** {@code tidemark why}. */
@Command(
    name = "why",
    mixinStandardHelpOptions = true,
    versionProvider = Versions.class,
    customSynopsis = "tidemark why [OPTIONS] [--row COLUMN=VALUE | --line N] SCRIPT.sql%n",
    header = "Tells what became of a row, or why there is no output yet.",
    description = {
      "With --row or --line: when the row came, where the watermark was and which row",
      "had moved it there, to which windows the row belongs, what became of each.",
      "Always: where event time stood before the input ended, what held it back, which",
      "windows were open, and the event time that would close them.",
      ""
    },
    optionListHeading = "%nOptions:%n")
final class WhyCommand implements Callable<Integer> {

  private final CliStreams streams;

  @Parameters(arity = "0..1", paramLabel = "SCRIPT.sql", description = "The script to run.")
  private String script;

  @ArgGroup(exclusive = true)
  private Row row;

  @Mixin private SqlOptions options;

  @Mixin private ReportOptions report;

  /** The row that the question is about. */
  static final class Row {
    @Option(
        names = "--row",
        paramLabel = "COLUMN=VALUE",
        description = "Rows with this value in a column of the source, read by the query or not.")
    private String value;

    @Option(
        names = "--line",
        paramLabel = "N",
        description = "The row at this line of the source's file; row N where there is no file.")
    private Long line;
  }

  WhyCommand(CliStreams streams) {
    this.streams = streams;
  }

  @Override
  public Integer call() {
    try (WhyInspection inspection =
        new WhyInspection(streams, wanted(), options.format(), report.outputs())) {
      return new SqlRun(streams, options.request(streams, script, inspection)).run();
    }
  }

  private WantedRow wanted() {
    if (row == null) {
      return null;
    }
    if (row.line != null) {
      if (row.line < 1) {
        throw new UsageException("--line counts from 1.");
      }
      return WantedRow.atLine(row.line);
    }
    int equals = row.value.indexOf('=');
    if (equals < 1) {
      throw new UsageException("--row takes COLUMN=VALUE, for example --row event_id=123.");
    }
    return WantedRow.withValue(
        row.value.substring(0, equals).trim(), row.value.substring(equals + 1).trim());
  }
}
