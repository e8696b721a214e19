package dev.tidemark.examples.datastream;

import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.PrintStream;
import java.net.InetAddress;
import java.net.ServerSocket;
import java.net.Socket;
import java.net.SocketTimeoutException;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.TimeUnit;
import org.apache.flink.configuration.Configuration;
import org.apache.flink.configuration.DeploymentOptions;

/**
 * A program's main that reads from a real loopback socket, on the target {@code tidemark}, with its
 * standard output caught. The socket stays open until {@link #endInput()}.
 */
final class SocketProgram implements AutoCloseable {

  /** A program's entry point. */
  @FunctionalInterface
  interface Main {
    void run(String[] args) throws Exception;
  }

  private static final int PATIENCE_SECONDS = 60;

  private final ByteArrayOutputStream printed = new ByteArrayOutputStream();
  private final PrintStream standardOutput = System.out;
  private final ServerSocket server;
  private final Socket connection;
  private final CompletableFuture<Void> end;

  private SocketProgram(Main program) throws Exception {
    System.setOut(new PrintStream(printed, true, StandardCharsets.UTF_8));
    server = new ServerSocket(0, 1, InetAddress.getLoopbackAddress());
    server.setSoTimeout(100);
    end = start(program, "--host", "localhost", "--port", String.valueOf(server.getLocalPort()));
    connection = accept();
  }

  static SocketProgram start(Main program) throws Exception {
    return new SocketProgram(program);
  }

  private static CompletableFuture<Void> start(Main program, String... args) {
    CompletableFuture<Void> end = new CompletableFuture<>();
    Thread thread =
        new Thread(
            () -> {
              TargetEnvironment.install(
                  new Configuration()
                      .set(DeploymentOptions.TARGET, "tidemark")
                      .set(DeploymentOptions.ATTACHED, true));
              try {
                program.run(args);
                end.complete(null);
              } catch (Throwable e) {
                end.completeExceptionally(e);
              } finally {
                TargetEnvironment.uninstall();
              }
            },
            "program");
    thread.setDaemon(true);
    thread.start();
    return end;
  }

  private Socket accept() throws Exception {
    long deadline = deadlineNanos();
    while (true) {
      try {
        return server.accept();
      } catch (SocketTimeoutException e) {
        if (end.isDone()) {
          end.get();
        }
        if (end.isDone() || System.nanoTime() > deadline) {
          throw new IllegalStateException("the program does not connect", e);
        }
      }
    }
  }

  private static long deadlineNanos() {
    return System.nanoTime() + Duration.ofSeconds(PATIENCE_SECONDS).toNanos();
  }

  /** Sends lines, one packet each, as somebody who types them would. */
  void send(List<String> lines) throws IOException {
    for (String line : lines) {
      connection.getOutputStream().write((line + "\n").getBytes(StandardCharsets.UTF_8));
      connection.getOutputStream().flush();
    }
  }

  /**
   * The first {@code count} printed lines, as soon as there are that many; all that there are if
   * they do not come.
   */
  List<String> awaitLines(int count) throws Exception {
    long deadline = deadlineNanos();
    while (lines().size() < count && !end.isDone() && System.nanoTime() < deadline) {
      Thread.sleep(5);
    }
    if (end.isCompletedExceptionally()) {
      end.get();
    }
    return lines();
  }

  /** Whether main has neither returned nor thrown. */
  boolean isRunning() {
    return !end.isDone();
  }

  /** Closes the socket and waits for main to return; the lines printed from first to last. */
  List<String> endInput() throws Exception {
    connection.close();
    end.get(PATIENCE_SECONDS, TimeUnit.SECONDS);
    return lines();
  }

  private List<String> lines() {
    return printed.toString(StandardCharsets.UTF_8).lines().toList();
  }

  @Override
  public void close() throws IOException {
    try (server;
        connection) {
      System.setOut(standardOutput);
    }
    end.exceptionally(failure -> null).orTimeout(PATIENCE_SECONDS, TimeUnit.SECONDS).join();
  }
}
