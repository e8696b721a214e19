package dev.tidemark.cli;

import static org.assertj.core.api.Assertions.assertThat;

import dev.tidemark.cli.server.ServerState;
import dev.tidemark.cli.server.StateFolder;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;

/** A server in a process of its own, whose state is in a folder of the test's. */
final class TestServer implements AutoCloseable {

  private final Path folder;
  private final Path state;

  /** None is up yet. */
  TestServer(Path folder) {
    this.folder = folder;
    this.state = folder.resolve("state");
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
    return run(ChildProcess.builder(folder, List.of(), words));
  }

  /** Runs a process that knows of this server. */
  Command run(ProcessBuilder process) throws Exception {
    Path out = Files.createTempFile(folder, "out", "");
    Path err = Files.createTempFile(folder, "err", "");
    process.environment().put(StateFolder.VARIABLE, state.toString());
    int code =
        process
            .redirectInput(Path.of("/dev/null").toFile())
            .redirectOutput(out.toFile())
            .redirectError(err.toFile())
            .start()
            .waitFor();
    return new Command(code, Files.readString(out), Files.readString(err));
  }

  @Override
  public void close() throws Exception {
    Command down = run("down");
    assertThat(down.exitCode()).as(down.out() + down.err()).isZero();
  }
}
