package dev.tidemark.cli.page;

import dev.tidemark.cli.CliStreams;
import dev.tidemark.insight.live.Pace;
import java.io.File;
import java.io.IOException;
import java.io.InputStream;
import java.io.PrintStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import org.apache.flink.configuration.Configuration;

/** {@code tidemark run --page}: a program, and a page of its own on which one sees it run. */
public final class ProgramPage {

  /** Who has started the process ends it. */
  private static final PageLimits FOR_EVER =
      new PageLimits(Duration.ofDays(1_000), Duration.ofDays(1_000));

  /** A variable of the environment that says that the server has started this process. */
  static final String OF_SERVER = "TIDEMARK_PAGE_OF_SERVER";

  /**
   * How long a process that ends waits for the server to ask once more, and for the answer to go.
   */
  private static final long LAST_LOOK_MILLIS = 3_000;

  private static final long LAST_ANSWER_MILLIS = 200;

  private final CliStreams streams;
  private final boolean ofServer;

  /**
   * A page for one program. If the server has started this process, it reads the page's address
   * from standard output, and lets go of standard input when the process is to end.
   */
  public ProgramPage(CliStreams streams) {
    this.streams = streams;
    this.ofServer = streams.caller().environment(OF_SERVER) != null;
  }

  /**
   * Runs the program; the page stays until the process is told to end.
   *
   * @param port where the page listens on loopback, if it is free; 0 for anywhere
   * @param paused whether to wait after the first row
   * @return the program's exit code
   */
  public int run(
      int port,
      boolean paused,
      boolean verbose,
      File jar,
      String mainClass,
      List<String> arguments,
      Configuration configuration)
      throws IOException, InterruptedException {
    boolean types = arguments.stream().anyMatch(word -> word.contains(ProgramHere.PORT));
    LineSocket lines = types ? new LineSocket() : null;
    ProgramHere program =
        new ProgramHere(
            title(jar, mainClass, arguments),
            paused ? Pace.Mode.PAUSED : Pace.Mode.RUNNING,
            ofServer ? silent() : streams,
            verbose,
            lines);
    Path here = Path.of("").toAbsolutePath();
    try (PageServer page =
        PageServer.start(port, configuration, here, FOR_EVER, node -> {}, program)) {
      say(page.url());
      if (ofServer) {
        Runtime.getRuntime().addShutdownHook(new Thread(() -> exiting(program), "page-exiting"));
      }
      List<String> words =
          arguments.stream()
              .map(
                  word ->
                      types ? word.replace(ProgramHere.PORT, String.valueOf(lines.port())) : word)
              .toList();
      int code = program.run(jar, mainClass, words, new Configuration(configuration));
      awaitEnd();
      return code;
    }
  }

  /** The program has called {@code System.exit}: the server is to see all of it. */
  private static void exiting(ProgramHere program) {
    try {
      program.exiting(LAST_LOOK_MILLIS);
      TimeUnit.MILLISECONDS.sleep(LAST_ANSWER_MILLIS);
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
    }
  }

  private CliStreams silent() {
    return CliStreams.of(
        streams.in(), PrintStream.nullOutputStream(), PrintStream.nullOutputStream());
  }

  static String title(File jar, String mainClass, List<String> arguments) {
    String program = mainClass == null ? jar.getName() : mainClass.replaceFirst(".*\\.", "");
    return arguments.isEmpty() ? program : program + " " + String.join(" ", arguments);
  }

  private void say(String url) throws IOException {
    if (ofServer) {
      streams.out().write((url + "\n").getBytes(StandardCharsets.UTF_8));
      streams.out().flush();
      // A program that reads it sees its end: the server's words are not for it.
      System.setIn(InputStream.nullInputStream());
      Thread thread = new Thread(this::endWithServer, "page-server-lives");
      thread.setDaemon(true);
      thread.start();
    } else {
      streams.err().println("tidemark: page: " + url + "runs/1");
    }
  }

  /** The server closes standard input when it wants this process to end, or dies itself. */
  private void endWithServer() {
    try {
      while (streams.in().read() >= 0) {
        // Nothing is said there.
      }
    } catch (IOException e) {
      // As good as the end.
    }
    Runtime.getRuntime().halt(0);
  }

  private void awaitEnd() throws InterruptedException {
    if (!ofServer) {
      streams.err().println("tidemark: the page stays; end it with Ctrl-C.");
    }
    new CountDownLatch(1).await();
  }
}
