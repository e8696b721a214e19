package dev.tidemark.cli;

import dev.tidemark.cli.inspect.DropsInspection;
import dev.tidemark.cli.sql.SqlRun;
import java.util.concurrent.Callable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Parameters;

/** {@code tidemark drops}. */
@Command(
    name = "drops",
    mixinStandardHelpOptions = true,
    versionProvider = Versions.class,
    customSynopsis = "tidemark drops [OPTIONS] SCRIPT.sql%n",
    header = "Runs a script and says after each result which rows were dropped.",
    description = {
      "A row that comes when its window has been emitted disappears without an error.",
      "This prints, for every operator that can do so, rows in, accepted and dropped;",
      "the rows that came too late, by how much; and what delay would have kept them.",
      ""
    },
    optionListHeading = "%nOptions:%n")
final class DropsCommand implements Callable<Integer> {

  private final CliStreams streams;

  @Parameters(arity = "0..1", paramLabel = "SCRIPT.sql", description = "The script to run.")
  private String script;

  @Mixin private SqlOptions options;

  @Mixin private LedgerOptions ledger;

  DropsCommand(CliStreams streams) {
    this.streams = streams;
  }

  @Override
  public Integer call() {
    try (DropsInspection inspection =
        new DropsInspection(streams, ledger.outputs(), options.format())) {
      return new SqlRun(streams, options.request(streams, script, inspection)).run();
    }
  }
}
