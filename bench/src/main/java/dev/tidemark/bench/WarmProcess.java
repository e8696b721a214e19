package dev.tidemark.bench;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;

/**
 * Runs SQL scripts through Flink's own client and through {@code bin/sql-client.sh} while a server
 * is up, each time in a fresh process, the two in turn, and prints the medians.
 *
 * <p>Usage: {@code WarmProcess ROOT RUNS SCRIPT...}. Fails when the two sides do not print the
 * same.
 */
final class WarmProcess {

  private WarmProcess() {}

  public static void main(String[] args) throws IOException {
    if (args.length < 3) {
      System.err.println("usage: WarmProcess ROOT RUNS SCRIPT...");
      System.exit(2);
    }
    Path root = Path.of(args[0]).toAbsolutePath();
    int runs = Integer.parseInt(args[1]);
    Path state = Files.createTempDirectory("tidemark-bench");
    System.out.println("Java " + Runtime.version() + ", medians of " + runs + " runs each");
    boolean same = true;
    try (Server server = new Server(root, state)) {
      Sides sides = new Sides(root);
      for (int i = 2; i < args.length; i++) {
        String script = args[i];
        same &=
            WholeProcess.compare(
                script, runs, () -> sides.flink(script, List.of()), () -> server.run(script));
      }
    }
    System.exit(same ? 0 : 1);
  }

  /** A server of our own, apart from one that somebody may have up. */
  static final class Server implements AutoCloseable {

    private final Path root;
    private final Map<String, String> environment;

    Server(Path root, Path state) {
      this.root = root;
      this.environment =
          Map.of(
              "TIDEMARK_STATE_DIR", state.toString(), "JAVA_HOME", System.getProperty("java.home"));
      Run up = command("up", "--port", "0");
      if (up.exitCode() != 0) {
        throw new IllegalStateException("the server does not start");
      }
      System.out.printf("server up after %s%n", Sides.seconds(up.wallMillis()));
    }

    /** One script in it, from another process. */
    Run run(String script) {
      List<String> command =
          Sides.withOptions(List.of(root.resolve("bin/sql-client.sh").toString()), script);
      return Run.of(command, root, environment);
    }

    /** Another command of the launcher. */
    Run command(String... words) {
      List<String> command = Sides.with(List.of(root.resolve("tidemark").toString()), words);
      return Run.of(command, root, environment);
    }

    @Override
    public void close() {
      command("down");
    }
  }
}
