package dev.tidemark.cli;

import dev.tidemark.cli.rows.RowFormat;
import dev.tidemark.cli.server.ServerHandle;
import dev.tidemark.cli.server.ServerState;
import dev.tidemark.cli.server.StateFolder;
import java.io.IOException;
import java.io.PrintStream;
import java.nio.charset.StandardCharsets;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.Callable;
import org.apache.flink.shaded.jackson2.com.fasterxml.jackson.databind.JsonNode;
import org.apache.flink.shaded.jackson2.com.fasterxml.jackson.databind.ObjectMapper;
import picocli.CommandLine.Command;
import picocli.CommandLine.Option;

/** {@code tidemark status}. */
@Command(
    name = "status",
    mixinStandardHelpOptions = true,
    versionProvider = Versions.class,
    header = "Says whether a server is up, where, and what it does.",
    optionListHeading = "%nOptions:%n",
    footer = {"", "Exit codes: 0 it is up, 1 it is not."})
final class StatusCommand implements Callable<Integer> {

  private static final int MIB = 1 << 20;

  private final CliStreams streams;

  @Option(
      names = "--format",
      paramLabel = "FORMAT",
      defaultValue = "table",
      description = "How it is printed: table or json. Default: table.",
      converter = SqlOptions.FormatName.class)
  private RowFormat format;

  StatusCommand(CliStreams streams) {
    this.streams = streams;
  }

  @Override
  public Integer call() throws IOException {
    if (!List.of(RowFormat.TABLE, RowFormat.JSON).contains(format)) {
      throw new UsageException("status prints text or --format json.");
    }
    StateFolder folder = StateFolder.ofProcess();
    ServerHandle server = new ServerHandle(folder);
    Optional<ServerState> state = server.ready();
    PrintStream out = new PrintStream(streams.out(), false, StandardCharsets.UTF_8);
    try {
      if (state.isPresent()) {
        print(out, server.status(state.get()));
        return ExitCode.DONE;
      }
    } catch (IOException e) {
      streams
          .err()
          .println(
              "tidemark: process "
                  + state.get().pid()
                  + " does not answer; see "
                  + folder.logFile()
                  + ".");
      return ExitCode.FAILED;
    } finally {
      out.flush();
    }
    if (server.isDamaged()) {
      streams.err().println("tidemark: the state file " + folder.stateFile() + " is damaged.");
    }
    out.println(format == RowFormat.JSON ? down() : downText(server));
    out.flush();
    return ExitCode.FAILED;
  }

  private static String down() {
    return new ObjectMapper()
        .createObjectNode()
        .put("schema", "tidemark.status/1")
        .put("up", false)
        .toString();
  }

  private static String downText(ServerHandle server) throws IOException {
    if (server.lives()) {
      return server.isDamaged()
          ? "tidemark is up, but cannot be found; 'tidemark down' ends it"
          : "tidemark is starting";
    }
    return server
        .leftBehind()
        .map(left -> "tidemark is not up: process " + left.pid() + " has ended without a word")
        .orElse("tidemark is not up");
  }

  private void print(PrintStream out, String json) throws IOException {
    if (format == RowFormat.JSON) {
      out.println(json);
      return;
    }
    JsonNode node = new ObjectMapper().readTree(json);
    out.printf(
        "tidemark is up: %s (process %d) for %d s%n",
        node.get("url").asText(), node.get("pid").asLong(), node.get("upSeconds").asLong());
    out.printf(
        "sessions: %d, commands: %d, running jobs: %d%n",
        node.get("sessions").asInt(), node.get("commands").asInt(), node.get("jobs").asInt());
    out.printf(
        "heap: %d MiB, threads: %d%n",
        node.get("heapBytes").asLong() / MIB, node.get("threads").asInt());
    if (!node.get("page").asText().isEmpty()) {
      out.printf("page: %s%n", node.get("page").asText());
    }
    if (node.path("token").asBoolean()) {
      out.println("requests want the token");
    }
    out.printf("log: %s%n", node.get("log").asText());
  }
}
