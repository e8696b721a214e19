package dev.tidemark.cli;

import dev.tidemark.cli.server.StateFolder;
import dev.tidemark.cli.server.WarmServer;
import java.nio.file.Path;
import java.util.concurrent.Callable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;

/** The server itself, as {@code tidemark up} starts it. */
@Command(name = "serve", hidden = true, mixinStandardHelpOptions = true)
final class ServeCommand implements Callable<Integer> {

  private final CliStreams streams;

  @Mixin private ServerOptions options;

  ServeCommand(CliStreams streams) {
    this.streams = streams;
  }

  @Override
  public Integer call() throws Exception {
    FlinkLogging.configure(null);
    options.check();
    EarlyInterrupt.tooLate();
    boolean served =
        new WarmServer(StateFolder.ofProcess(), options.inEffect())
            .run(
                options.configuration(),
                options.address(),
                options.port(),
                options.token(),
                options.limits(),
                Path.of(System.getProperty("tidemark.home", "")).toAbsolutePath());
    if (!served) {
      streams.err().println("tidemark: another server is up.");
    }
    return served ? ExitCode.DONE : ExitCode.FAILED;
  }
}
