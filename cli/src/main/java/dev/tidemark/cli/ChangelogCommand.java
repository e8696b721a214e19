package dev.tidemark.cli;

import dev.tidemark.cli.inspect.ChangelogInspection;
import dev.tidemark.cli.sql.SqlRun;
import java.util.concurrent.Callable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Parameters;

/** {@code tidemark changelog}. */
@Command(
    name = "changelog",
    mixinStandardHelpOptions = true,
    versionProvider = Versions.class,
    customSynopsis = "tidemark changelog [OPTIONS] SCRIPT.sql%n",
    header = "Runs a script and counts the changes that each operator emits.",
    description = {
      "Prints for each statement's job, in place of its rows: how many +I, -U, +U and",
      "-D each operator has emitted, the changelog mode that the plan declares, how",
      "many rows come out for each that went in, the rows that are left in the end, and",
      "what would shorten the log.",
      "--format json prints the same as JSON; csv, jsonl and markdown print it as one",
      "table, but for the rows that are left.",
      ""
    },
    optionListHeading = "%nOptions:%n")
final class ChangelogCommand implements Callable<Integer> {

  private final CliStreams streams;

  @Parameters(arity = "0..1", paramLabel = "SCRIPT.sql", description = "The script to run.")
  private String script;

  @Mixin private SqlOptions options;

  @Mixin private ReportOptions report;

  ChangelogCommand(CliStreams streams) {
    this.streams = streams;
  }

  @Override
  public Integer call() {
    try (ChangelogInspection inspection =
        new ChangelogInspection(streams, options.format(), report.outputs())) {
      return new SqlRun(streams, options.request(streams, script, inspection)).run();
    }
  }
}
