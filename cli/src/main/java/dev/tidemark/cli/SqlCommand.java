package dev.tidemark.cli;

import dev.tidemark.cli.inspect.LedgerInspection;
import dev.tidemark.cli.inspect.Outputs;
import dev.tidemark.cli.sql.GatewayClient;
import dev.tidemark.cli.sql.SqlRun;
import java.net.URL;
import java.util.Arrays;
import java.util.concurrent.Callable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;

/** {@code tidemark sql}. */
@Command(
    name = "sql",
    mixinStandardHelpOptions = true,
    versionProvider = Versions.class,
    customSynopsis = "tidemark sql [OPTIONS] [-f SCRIPT.sql | -e STATEMENTS]%n",
    header = "Runs Flink SQL statements.",
    description = {
      "The statements come from a script (-f), from the command line (-e), from a pipe,",
      "or from you when a terminal is attached. They are Flink's SQL and everything its",
      "SQL client knows: SET, ADD JAR, statement sets, EXPLAIN, DESCRIBE, views."
    },
    optionListHeading = "%nOptions:%n",
    footer = {
      "",
      "Settings are Flink's own keys, from ./tidemark.yaml, then config.yaml",
      "in FLINK_CONF_DIR, then -D; later ones win.",
      "Exit codes: 0 done, 1 a statement failed, 2 wrong usage,",
      "3 --fail-on-late did not hold, 130 Ctrl-C, 141 nobody reads the output."
    })
final class SqlCommand implements Callable<Integer> {

  private final CliStreams streams;

  @Mixin private SqlOptions options;

  @Mixin private LedgerOptions ledger;

  SqlCommand(CliStreams streams) {
    this.streams = streams;
  }

  /** Whether the arguments ask neither for a log nor for help; the log is set up only once. */
  static boolean startsWithoutLog(String[] args) {
    return Arrays.stream(args)
        .noneMatch(arg -> arg.startsWith("--log-file") || arg.equals("--help") || arg.equals("-h"));
  }

  @Override
  public Integer call() {
    Outputs outputs = ledger.outputs();
    URL gateway = options.gateway();
    if (gateway != null) {
      if (outputs.any()) {
        throw new UsageException("what runs in a gateway cannot be looked into from here.");
      }
      return new GatewayClient(streams, options.gatewayRequest(streams), gateway).run();
    }
    if (!outputs.any()) {
      return new SqlRun(streams, options.request(streams, null, null)).run();
    }
    try (LedgerInspection inspection = new LedgerInspection(streams, outputs)) {
      return new SqlRun(streams, options.request(streams, null, inspection)).run();
    }
  }
}
