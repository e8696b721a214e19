package dev.tidemark.cli;

import java.util.concurrent.Callable;
import picocli.CommandLine.Command;

/** {@code tidemark run}. */
@Command(name = "run", mixinStandardHelpOptions = true)
final class RunCommand implements Callable<Integer> {

  private final CliStreams streams;

  RunCommand(CliStreams streams) {
    this.streams = streams;
  }

  @Override
  public Integer call() {
    streams.err().println("not there yet");
    return ExitCode.FAILED;
  }
}
