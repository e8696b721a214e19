package dev.tidemark.cli;

import java.util.List;
import java.util.Set;
import java.util.concurrent.Callable;
import picocli.CommandLine;
import picocli.CommandLine.Command;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Spec;

/** {@code tidemark} without a subcommand: help and version. */
@Command(
    name = "tidemark",
    mixinStandardHelpOptions = true,
    versionProvider = Versions.class,
    synopsisSubcommandLabel = "COMMAND",
    header = "Runs Apache Flink programs in this one process, with Flink's own answers.",
    description = {
      "",
      "Try it:",
      "  tidemark sql -f script.sql          run a Flink SQL script",
      "  tidemark sql -e \"SELECT 1;\"         run a statement",
      "  tidemark sql                        type statements",
      "  tidemark run job.jar --input x.csv  run a program's main method",
      ""
    },
    footer = {
      "",
      "Exit codes: 0 done, 1 a statement or job failed, 2 wrong usage,",
      "3 --fail-on-late did not hold, 130 Ctrl-C, 141 nobody reads the output.",
      "Rows go to standard output, everything else to standard error."
    })
final class TidemarkCommand implements Callable<Integer> {

  /** The subcommands in the order in which help lists them. */
  static final List<String> SUBCOMMANDS =
      List.of(
          "sql",
          "drops",
          "why",
          "sweep",
          "changelog",
          "explain",
          "run",
          "lab",
          "up",
          "down",
          "status",
          "classpath",
          "doctor",
          "dist");

  /** Those that run a script. */
  static final Set<String> SQL = Set.of("sql", "drops", "why", "sweep", "changelog", "explain");

  private final CliStreams streams;

  @Spec private CommandSpec spec;

  TidemarkCommand(CliStreams streams) {
    this.streams = streams;
  }

  @Override
  public Integer call() {
    new CommandLine(spec).usage(streams.err());
    return ExitCode.USAGE;
  }
}
