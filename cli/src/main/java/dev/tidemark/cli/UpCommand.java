package dev.tidemark.cli;

import dev.tidemark.cli.server.Launch;
import dev.tidemark.cli.server.ServerHandle;
import dev.tidemark.cli.server.ServerState;
import dev.tidemark.cli.server.StateFolder;
import java.io.Closeable;
import java.io.IOException;
import java.io.PrintStream;
import java.net.InetSocketAddress;
import java.net.ServerSocket;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.Callable;
import java.util.concurrent.TimeUnit;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;

/** {@code tidemark up}. */
@Command(
    name = "up",
    mixinStandardHelpOptions = true,
    versionProvider = Versions.class,
    header = "Starts a warm server, which answers at once.",
    customSynopsis = "tidemark up [OPTIONS]%n",
    description = {
      "It speaks the protocol of Flink's SQL gateway, for Flink's own SQL client, its",
      "JDBC driver and curl; bin/sql-client.sh runs scripts in it; it has a web page.",
      "It goes on in the background until 'tidemark down'. When one is up already,",
      "nothing happens; that is an error if it has not the options that are given."
    },
    optionListHeading = "%nOptions:%n",
    footer = {
      "",
      "Exit codes: 0 it is up, 1 it could not start, or has other options, 2 wrong usage."
    })
final class UpCommand implements Callable<Integer> {

  private static final int READY_POLL_MILLIS = 50;

  private final CliStreams streams;

  @Mixin private ServerOptions options;

  @Option(
      names = "--wait",
      paramLabel = "SECONDS",
      description = "How long the server may take to answer. Default: 120.")
  private int wait = 120;

  UpCommand(CliStreams streams) {
    this.streams = streams;
  }

  @Override
  public Integer call() throws IOException, InterruptedException {
    FlinkLogging.configure(null);
    options.check();
    if (wait < 1) {
      throw new UsageException("--wait must be 1 second or more.");
    }
    StateFolder folder = StateFolder.ofProcess();
    ServerHandle server = new ServerHandle(folder);
    Launch launch = new Launch(folder);
    Optional<? extends Closeable> turn = launch.turn(wait);
    if (turn.isEmpty()) {
      say("another 'tidemark up' is not done after " + wait + " s; see " + folder.logFile() + ".");
      return ExitCode.FAILED;
    }
    try (Closeable held = turn.get()) {
      return server.lives() ? alreadyUp(server, folder) : start(launch, server, folder);
    }
  }

  private int start(Launch launch, ServerHandle server, StateFolder folder)
      throws IOException, InterruptedException {
    Optional<ServerState> left = server.leftBehind();
    if (left.isPresent()) {
      say(
          "the server with process id "
              + left.get().pid()
              + " has ended without 'tidemark down'; starting a new one.");
    } else if (server.isDamaged()) {
      say("the state file " + folder.stateFile() + " is damaged; starting a new server.");
    }
    server.clean();
    if (portIsTaken()) {
      say(
          "port "
              + options.port()
              + " of "
              + options.address().getHostAddress()
              + " is in use: stop what listens there, or choose another with --port.");
      return ExitCode.FAILED;
    }
    List<String> command = new ArrayList<>(List.of("serve"));
    command.addAll(options.words());
    try {
      describe(launch.start(command, wait), folder, "tidemark is up");
      return ExitCode.DONE;
    } catch (Launch.FailedException e) {
      say(e.getMessage() + "; the end of " + folder.logFile() + ":");
      e.lastWords().forEach(line -> streams.err().println("  " + line));
      return ExitCode.FAILED;
    }
  }

  /** It lives, but may still be starting, called by somebody else. */
  private int alreadyUp(ServerHandle server, StateFolder folder)
      throws IOException, InterruptedException {
    long until = System.nanoTime() + TimeUnit.SECONDS.toNanos(wait);
    Optional<ServerState> state = server.ready();
    while (state.isEmpty() && server.lives() && !server.isDamaged() && System.nanoTime() < until) {
      TimeUnit.MILLISECONDS.sleep(READY_POLL_MILLIS);
      state = server.ready();
    }
    if (state.isEmpty() && server.isDamaged()) {
      say(
          "a server is up, but its state file "
              + folder.stateFile()
              + " is damaged: 'tidemark down' and 'tidemark up' start a new one.");
      return ExitCode.FAILED;
    }
    if (state.isEmpty()) {
      say("a server is starting, and does not answer; see " + folder.logFile() + ".");
      return ExitCode.FAILED;
    }
    try {
      String unused = server.status(state.get());
    } catch (IOException e) {
      say(
          "a server is up, but does not answer (process "
              + state.get().pid()
              + "): 'tidemark down' and 'tidemark up' start a new one.");
      return ExitCode.FAILED;
    }
    describe(state.get(), folder, "tidemark is up already");
    if (!state.get().build().equals(ServerState.thisBuild())) {
      say(
          "it is of another build than this command: 'tidemark down' and 'tidemark up' start the"
              + " new one.");
    }
    List<String> others = OtherOptions.of(options, state.get());
    if (!others.isEmpty()) {
      say(
          "it was started with other options than these: "
              + String.join(", ", others)
              + ". 'tidemark down' and 'tidemark up' start one that has them.");
      return ExitCode.FAILED;
    }
    return ExitCode.DONE;
  }

  private boolean portIsTaken() {
    if (options.port() == 0) {
      return false;
    }
    try (ServerSocket socket = new ServerSocket()) {
      socket.setReuseAddress(true);
      socket.bind(new InetSocketAddress(options.address(), options.port()));
      return false;
    } catch (IOException e) {
      return true;
    }
  }

  private void describe(ServerState state, StateFolder folder, String how) {
    PrintStream out = new PrintStream(streams.out(), false, StandardCharsets.UTF_8);
    out.printf("%s: %s (process %d)%n", how, state.url(), state.pid());
    if (!state.page().isEmpty()) {
      out.printf("page: %s%n", state.page());
    }
    out.printf("log: %s%n", folder.logFile());
    out.flush();
  }

  private void say(String message) {
    streams.err().println("tidemark: " + message);
  }
}
