package dev.tidemark.cli;

import dev.tidemark.cli.server.ServerHandle;
import dev.tidemark.cli.server.ServerState;
import dev.tidemark.cli.server.StateFolder;
import java.io.IOException;
import java.io.PrintStream;
import java.nio.charset.StandardCharsets;
import java.util.Optional;
import java.util.concurrent.Callable;
import picocli.CommandLine.Command;

/** {@code tidemark down}. */
@Command(
    name = "down",
    mixinStandardHelpOptions = true,
    versionProvider = Versions.class,
    header = "Ends the server that 'tidemark up' has started.",
    description = {"", "What runs in it is stopped. When none is up, nothing happens."},
    optionListHeading = "%nOptions:%n",
    footer = {"", "Exit codes: 0 none is up any more, 1 it does not end."})
final class DownCommand implements Callable<Integer> {

  private static final int PATIENCE_SECONDS = 15;

  private final CliStreams streams;

  DownCommand(CliStreams streams) {
    this.streams = streams;
  }

  @Override
  public Integer call() throws IOException, InterruptedException {
    StateFolder folder = StateFolder.ofProcess();
    ServerHandle server = new ServerHandle(folder);
    Optional<ServerState> state = server.ready();
    if (state.isEmpty()) {
      if (server.isDamaged()) {
        tell("the state file " + folder.stateFile() + " is damaged, and is removed.");
        return endUnknown(server);
      }
      if (server.lives()) {
        tell("a server is just starting; try again when it is up.");
        return ExitCode.FAILED;
      }
      server.clean();
      say("tidemark is not up");
      return ExitCode.DONE;
    }
    if (!server.stop(state.get(), PATIENCE_SECONDS)) {
      tell("process " + state.get().pid() + " does not end.");
      return ExitCode.FAILED;
    }
    server.clean();
    say("tidemark is down");
    return ExitCode.DONE;
  }

  private int endUnknown(ServerHandle server) throws IOException, InterruptedException {
    boolean up = server.lives();
    if (up && !server.stopUnknown(PATIENCE_SECONDS)) {
      tell("the server does not end.");
      return ExitCode.FAILED;
    }
    server.clean();
    say(up ? "tidemark is down" : "tidemark is not up");
    return ExitCode.DONE;
  }

  private void tell(String message) {
    streams.err().println("tidemark: " + message);
  }

  private void say(String message) {
    PrintStream out = new PrintStream(streams.out(), false, StandardCharsets.UTF_8);
    out.println(message);
    out.flush();
  }
}
