package dev.tidemark.cli;

import static org.assertj.core.api.Assertions.assertThat;

import dev.tidemark.cli.server.ServerState;
import dev.tidemark.cli.server.StateFolder;
import java.io.IOException;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse.BodyHandlers;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.stream.Collectors;

/**
 * A server in a process of its own, whose state is in a folder of the test's, and the installation
 * that it belongs to: the scripts in {@code bin} and a launcher.
 */
final class TestServer implements AutoCloseable {

  private final Path folder;
  private final Path state;
  private final Path home;

  /** None is up yet. */
  TestServer(Path folder) {
    this.folder = folder;
    this.state = folder.resolve("state");
    this.home = folder.resolve("tidemark home");
  }

  /**
   * An installation: the real scripts, and beside them a launcher that starts this JVM's classes.
   */
  Path install() throws IOException {
    Path bin = Files.createDirectories(home.resolve("bin"));
    Path launcher = home.resolve("tidemark");
    String java =
        ChildProcess.builder(folder, List.of("-Dtidemark.home=" + home)).command().stream()
            .map(word -> "'" + word + "'")
            .collect(Collectors.joining(" "));
    Files.writeString(launcher, "#!/bin/sh\nexec " + java + " \"$@\"\n");
    assertThat(launcher.toFile().setExecutable(true)).isTrue();
    for (String script : List.of("sql-client.sh", "flink-up", "flink-down")) {
      Path copy = Files.copy(Path.of("../bin", script), bin.resolve(script));
      assertThat(copy.toFile().setExecutable(true)).isTrue();
    }
    return home;
  }

  /** One that is up, on a free port. */
  static TestServer up(Path folder, String... options) throws Exception {
    TestServer server = new TestServer(folder);
    List<String> words = new ArrayList<>(List.of("up", "--port", "0"));
    words.addAll(List.of(options));
    Command up = server.run(words.toArray(String[]::new));
    assertThat(up.exitCode()).as(up.out() + up.err()).isZero();
    return server;
  }

  StateFolder stateFolder() {
    return new StateFolder(state);
  }

  ServerState state() throws IOException {
    return ServerState.read(stateFolder()).orElseThrow();
  }

  String url() throws IOException {
    return state().url();
  }

  /** Runs the command in a process that knows of this server. */
  Command run(String... words) throws Exception {
    return run(ChildProcess.builder(folder, List.of("-Dtidemark.home=" + home), words));
  }

  /** Runs a process that knows of this server. */
  Command run(ProcessBuilder process) throws Exception {
    Path out = Files.createTempFile(folder, "out", "");
    Path err = Files.createTempFile(folder, "err", "");
    int code = start(process.redirectOutput(out.toFile()).redirectError(err.toFile())).waitFor();
    return new Command(code, Files.readString(out), Files.readString(err));
  }

  /** Starts a process that knows of this server. */
  Process start(ProcessBuilder process) throws IOException {
    process.environment().put(StateFolder.VARIABLE, state.toString());
    return process.redirectInput(Path.of("/dev/null").toFile()).start();
  }

  /** The runs that its page lists, as JSON. */
  String runs() throws IOException, InterruptedException {
    URI list = URI.create(state().page()).resolve("/api/runs");
    return HttpClient.newHttpClient()
        .send(HttpRequest.newBuilder(list).build(), BodyHandlers.ofString())
        .body();
  }

  @Override
  public void close() throws Exception {
    Command down = run("down");
    assertThat(down.exitCode()).as(down.out() + down.err()).isZero();
  }
}
