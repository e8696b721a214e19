package dev.tidemark.cli;

import java.util.concurrent.Callable;
import picocli.CommandLine.Command;

/** {@code tidemark doctor}. */
@Command(name = "doctor", mixinStandardHelpOptions = true)
final class DoctorCommand implements Callable<Integer> {

  private final CliStreams streams;

  DoctorCommand(CliStreams streams) {
    this.streams = streams;
  }

  @Override
  public Integer call() {
    streams.err().println("not there yet");
    return ExitCode.FAILED;
  }
}
