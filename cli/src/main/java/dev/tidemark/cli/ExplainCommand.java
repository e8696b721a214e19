package dev.tidemark.cli;

import dev.tidemark.cli.inspect.ExplainInspection;
import dev.tidemark.cli.rows.RowFormat;
import dev.tidemark.cli.sql.SqlRun;
import java.util.List;
import java.util.concurrent.Callable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Parameters;

/** {@code tidemark explain}. */
@Command(
    name = "explain",
    mixinStandardHelpOptions = true,
    versionProvider = Versions.class,
    customSynopsis = "tidemark explain [OPTIONS] SCRIPT.sql%n",
    header = "Shows which parts of a script's plans run in columns.",
    description = {
      "Executes the script without running a query: CREATE, SET and the like are done,",
      "SELECT and INSERT only planned. Prints each plan as a tree, and for each node",
      "whether it runs in columns or, if it is Flink's operator that runs, why.",
      "--format json prints the same as JSON.",
      ""
    },
    optionListHeading = "%nOptions:%n")
final class ExplainCommand implements Callable<Integer> {

  private final CliStreams streams;

  @Parameters(arity = "0..1", paramLabel = "SCRIPT.sql", description = "The script to plan.")
  private String script;

  @Mixin private SqlOptions options;

  ExplainCommand(CliStreams streams) {
    this.streams = streams;
  }

  @Override
  public Integer call() {
    if (!List.of(RowFormat.SQL_CLIENT, RowFormat.TABLE, RowFormat.JSON)
        .contains(options.format())) {
      throw new UsageException("explain prints text (--format table) or --format json.");
    }
    try (ExplainInspection inspection = new ExplainInspection(streams, options.format())) {
      return new SqlRun(streams, options.request(streams, script, inspection)).run();
    }
  }
}
