package dev.tidemark.cli.server;

import dev.tidemark.cli.Main;
import java.io.Closeable;
import java.io.File;
import java.io.IOException;
import java.lang.management.ManagementFactory;
import java.net.HttpURLConnection;
import java.net.URI;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.TimeUnit;

/** Starts a server as a process of its own, which outlives the terminal, and waits for it. */
public final class Launch {

  private static final int POLL_MILLIS = 50;
  private static final int ANSWER_MILLIS = 5_000;
  private static final int LAST_LINES = 20;

  private final StateFolder folder;

  /** For a server whose state is in a folder. */
  public Launch(StateFolder folder) {
    this.folder = folder;
  }

  /**
   * Starts it in this JVM's image, with this JVM's options. It is the caller's {@link #turn}.
   *
   * @param arguments of the command
   * @param seconds how long it may take to answer
   * @return what it says of itself
   * @throws FailedException when it ends instead, or does not answer in time
   */
  public ServerState start(List<String> arguments, int seconds)
      throws IOException, InterruptedException, FailedException {
    keepOldLog();
    ProcessBuilder builder =
        new ProcessBuilder(outlivingCommand(arguments))
            .redirectInput(new File("/dev/null"))
            .redirectErrorStream(true)
            .redirectOutput(folder.logFile().toFile());
    ServerJvm.prepare(builder.environment());
    Process process = builder.start();
    long until = System.nanoTime() + TimeUnit.SECONDS.toNanos(seconds);
    ServerHandle handle = new ServerHandle(folder);
    while (true) {
      Optional<ServerState> state = handle.ready();
      if (state.isPresent() && answers(state.get())) {
        return state.get();
      }
      if (!process.isAlive()) {
        throw new FailedException("the server has ended while it was starting", lastWords());
      }
      if (System.nanoTime() > until) {
        process.descendants().forEach(ProcessHandle::destroyForcibly);
        process.destroyForcibly();
        throw new FailedException(
            "the server did not answer within " + seconds + " s", lastWords());
      }
      TimeUnit.MILLISECONDS.sleep(POLL_MILLIS);
    }
  }

  /**
   * Waits until nobody else starts a server here.
   *
   * @param seconds how long at most
   * @return what has to be closed when the own start is over; empty when somebody else's is not
   */
  public Optional<? extends Closeable> turn(int seconds) throws IOException, InterruptedException {
    folder.create();
    long until = System.nanoTime() + TimeUnit.SECONDS.toNanos(seconds);
    Optional<LifeLock> turn = LifeLock.take(folder.startFile());
    while (turn.isEmpty() && System.nanoTime() < until) {
      TimeUnit.MILLISECONDS.sleep(POLL_MILLIS);
      turn = LifeLock.take(folder.startFile());
    }
    return turn;
  }

  private void keepOldLog() throws IOException {
    Path log = folder.logFile();
    if (Files.exists(log)) {
      Files.move(log, log.resolveSibling("server.log.1"), StandardCopyOption.REPLACE_EXISTING);
    }
    Files.createFile(log);
    StateFolder.closeToOthers(log, "rw-------");
  }

  private static List<String> outlivingCommand(List<String> arguments) {
    List<String> command = new ArrayList<>(outliving());
    int java = command.size();
    command.addAll(command(arguments));
    command.addAll(java + 1, ServerJvm.options());
    return command;
  }

  /**
   * The words that start {@code tidemark} in a process like this one, but with no options that only
   * a server has.
   *
   * @param arguments of tidemark
   */
  public static List<String> command(List<String> arguments) {
    List<String> command = new ArrayList<>();
    command.add(Path.of(System.getProperty("java.home"), "bin", "java").toString());
    command.addAll(ManagementFactory.getRuntimeMXBean().getInputArguments());
    command.removeAll(ServerJvm.options());
    command.addAll(List.of("-cp", System.getProperty("java.class.path"), Main.class.getName()));
    command.addAll(arguments);
    return command;
  }

  /** A session of its own, where the system has the tool; else deaf to the terminal's end. */
  private static List<String> outliving() {
    String[] path = System.getenv().getOrDefault("PATH", "").split(File.pathSeparator, -1);
    for (String tool : List.of("setsid", "nohup")) {
      for (String directory : path) {
        Path file = Path.of(directory, tool);
        if (!directory.isEmpty() && Files.isExecutable(file)) {
          return List.of(file.toString());
        }
      }
    }
    return List.of();
  }

  /** Whether somebody who asks over HTTP gets an answer, if only that he is not welcome. */
  private static boolean answers(ServerState state) {
    try {
      HttpURLConnection connection =
          (HttpURLConnection) URI.create(state.url() + "/info").toURL().openConnection();
      connection.setConnectTimeout(ANSWER_MILLIS);
      connection.setReadTimeout(ANSWER_MILLIS);
      try {
        return connection.getResponseCode() > 0;
      } finally {
        connection.disconnect();
      }
    } catch (IOException e) {
      return false;
    }
  }

  private List<String> lastWords() throws IOException {
    String log = new String(Files.readAllBytes(folder.logFile()), StandardCharsets.UTF_8);
    List<String> lines = log.lines().toList();
    return lines.subList(Math.max(0, lines.size() - LAST_LINES), lines.size());
  }

  /** The server did not start. */
  public static final class FailedException extends Exception {

    private static final long serialVersionUID = 1L;

    private final transient List<String> lastWords;

    FailedException(String message, List<String> lastWords) {
      super(message);
      this.lastWords = lastWords;
    }

    /** The last lines of its log. */
    public List<String> lastWords() {
      return lastWords;
    }
  }
}
