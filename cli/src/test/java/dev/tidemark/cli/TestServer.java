package dev.tidemark.cli;

import static org.assertj.core.api.Assertions.assertThat;

import dev.tidemark.cli.server.ServerState;
import dev.tidemark.cli.server.StateFolder;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;

/**
 * A server in a process of its own, whose state is in a folder of the test's, and the installation
 * that it belongs to: {@code bin/sql-client.sh} and a launcher.
 */
final class TestServer implements AutoCloseable {

  private final Path folder;
  private final Path state;
  private final Path home;

  /** None is up yet. */
  TestServer(Path folder) {
    this.folder = folder;
    this.state = folder.resolve("state");
    this.home = folder.resolve("installation");
  }

  /**
   * The script {@code sql-client.sh} of an installation whose launcher starts this JVM's classes.
   */
  Path installClient() throws IOException {
    Path bin = Files.createDirectories(home.resolve("bin"));
    Path launcher = home.resolve("tidemark");
    StringBuilder text = new StringBuilder("#!/bin/sh\nexec");
    for (String word : ChildProcess.builder(folder, List.of()).command()) {
      text.append(" '").append(word).append('\'');
    }
    Files.writeString(launcher, text + " \"$@\"\n");
    Path client = Files.copy(Path.of("../bin/sql-client.sh"), bin.resolve("sql-client.sh"));
    assertThat(launcher.toFile().setExecutable(true)).isTrue();
    assertThat(client.toFile().setExecutable(true)).isTrue();
    return client;
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

  @Override
  public void close() throws Exception {
    Command down = run("down");
    assertThat(down.exitCode()).as(down.out() + down.err()).isZero();
  }
}
