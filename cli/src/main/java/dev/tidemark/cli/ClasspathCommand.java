package dev.tidemark.cli;

import java.util.concurrent.Callable;
import picocli.CommandLine.Command;

/** {@code tidemark classpath}. */
@Command(name = "classpath", mixinStandardHelpOptions = true)
final class ClasspathCommand implements Callable<Integer> {

  private final CliStreams streams;

  ClasspathCommand(CliStreams streams) {
    this.streams = streams;
  }

  @Override
  public Integer call() {
    streams.err().println("not there yet");
    return ExitCode.FAILED;
  }
}
