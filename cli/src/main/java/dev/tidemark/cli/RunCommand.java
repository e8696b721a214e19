package dev.tidemark.cli;

import dev.tidemark.cli.inspect.Outputs;
import dev.tidemark.cli.inspect.ProgramInspection;
import dev.tidemark.cli.page.ProgramPage;
import dev.tidemark.cli.program.ProgramRun;
import java.io.File;
import java.io.IOException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.Callable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;

/** {@code tidemark run}. */
@Command(
    name = "run",
    mixinStandardHelpOptions = true,
    versionProvider = Versions.class,
    customSynopsis = {"tidemark run JOB.jar [OPTIONS] [ARGUMENTS...]%n"},
    header = "Runs the main method of a Flink program, unchanged.",
    description = {
      "Options may stand before the jar or right behind it. What follows them goes to",
      "the program; so does everything behind --.",
      ""
    },
    optionListHeading = "%nOptions:%n",
    footer = {
      "",
      "Settings are Flink's own keys, from ./tidemark.yaml, then config.yaml",
      "in FLINK_CONF_DIR, then -D; later ones win.",
      "Exit codes: 0 done, 1 the program or a job failed, 2 wrong usage,",
      "3 --fail-on-late did not hold, 130 Ctrl-C, 141 nobody reads the output."
    })
final class RunCommand implements Callable<Integer> {

  private final CliStreams streams;

  @Parameters(index = "0", paramLabel = "JOB.jar", description = "The program.")
  private String jar;

  @Parameters(
      index = "1..*",
      paramLabel = "ARGUMENTS",
      arity = "0..*",
      description = "The program's own arguments.")
  private List<String> arguments = new ArrayList<>();

  @Option(
      names = {"-c", "--class"},
      paramLabel = "CLASS",
      description =
          "The class with the main method. Default: the one that the jar's manifest names.")
  private String mainClass;

  @Option(
      names = "--drops",
      description = "Tell on standard error which rows each job has dropped.")
  private boolean drops;

  @Option(
      names = "--drops-json",
      paramLabel = "FILE.json",
      description = "Write the same as JSON to this file.")
  private Path dropsJson;

  @Option(
      names = "--page",
      arity = "0..1",
      fallbackValue = "0",
      paramLabel = "PORT",
      description = {
        "Serve a page on loopback that shows the jobs row by row, at this port or at any that is"
            + " free. {port} in the program's ARGUMENTS becomes a port from which it reads what is"
            + " typed on the page."
      })
  private Integer page;

  @Option(names = "--page-paused", description = "With --page: wait after the first row.")
  private boolean pagePaused;

  @Mixin private JobOptions jobs;

  @Mixin private LedgerOptions ledger;

  RunCommand(CliStreams streams) {
    this.streams = streams;
  }

  @Override
  public Integer call() throws IOException, InterruptedException {
    jobs.configureLogging();
    File file = new File(jar);
    if (!file.exists()) {
      throw new UsageException("there is no jar " + jar + ".");
    }
    if (!file.isFile() || !file.canRead()) {
      throw new UsageException("cannot read the jar " + jar + ".");
    }
    JarFiles.check(jar);
    Outputs outputs = ledger.outputs();
    if (page != null) {
      if (drops || dropsJson != null || outputs.any()) {
        throw new UsageException("--page shows the drops itself: no --drops, --report and so on.");
      }
      return new ProgramPage(streams)
          .run(
              page,
              pagePaused,
              jobs.verbose(),
              file,
              mainClass,
              arguments,
              jobs.configuration(streams.caller()));
    }
    if (pagePaused) {
      throw new UsageException("--page-paused goes with --page.");
    }
    if (!drops && dropsJson == null && !outputs.any()) {
      return run(file, null);
    }
    try (ProgramInspection inspection = new ProgramInspection(streams, outputs, drops, dropsJson)) {
      return run(file, inspection);
    }
  }

  private int run(File file, ProgramInspection inspection) {
    return new ProgramRun(streams, jobs.verbose(), inspection)
        .run(file, mainClass, arguments, jobs.configuration(streams.caller()));
  }
}
