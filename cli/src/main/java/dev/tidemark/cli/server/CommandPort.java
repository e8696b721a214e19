package dev.tidemark.cli.server;

import dev.tidemark.cli.client.Wire;
import java.io.BufferedInputStream;
import java.io.BufferedOutputStream;
import java.io.DataInputStream;
import java.io.DataOutputStream;
import java.io.IOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.ServerSocket;
import java.net.Socket;
import java.nio.charset.StandardCharsets;
import java.security.MessageDigest;
import java.util.concurrent.Semaphore;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.function.Supplier;
import org.apache.flink.shaded.jackson2.com.fasterxml.jackson.databind.node.ArrayNode;

/**
 * Takes calls of the command on a port of loopback, from callers that know the secret in the state
 * file, which only its owner can read.
 */
final class CommandPort implements AutoCloseable {

  private static final int MAX_CALLERS = 128;
  private static final int GREETING_MILLIS = 5_000;
  private static final int MAX_GREETING = 256;

  private final ServerSocket socket;
  private final String secret;
  private final Supplier<String> status;
  private final Runnable stop;
  private final RunsHere runsHere = new RunsHere(System.getenv());
  private final AtomicInteger commands = new AtomicInteger();
  private final CommandList list = new CommandList();
  private final Semaphore callers = new Semaphore(MAX_CALLERS);

  /**
   * Begins to listen; {@link #start} begins to answer.
   *
   * @param status how the server is, as JSON
   * @param stop ends the server; returns at once
   */
  CommandPort(String secret, Supplier<String> status, Runnable stop) throws IOException {
    this.secret = secret;
    this.status = status;
    this.stop = stop;
    this.socket = new ServerSocket();
    socket.bind(new InetSocketAddress(InetAddress.getLoopbackAddress(), 0), MAX_CALLERS);
  }

  int port() {
    return socket.getLocalPort();
  }

  /** How many commands run. */
  int commands() {
    return commands.get();
  }

  /** What the page's list says of the last ones. */
  void write(ArrayNode node) {
    list.write(node);
  }

  void start() {
    daemon(this::accept, "command-port").start();
  }

  private static Thread daemon(Runnable task, String name) {
    Thread thread = new Thread(task, name);
    thread.setDaemon(true);
    return thread;
  }

  private void accept() {
    while (!socket.isClosed()) {
      try {
        callers.acquire();
        Socket caller = socket.accept();
        daemon(() -> answer(caller), "command-" + caller.getPort()).start();
      } catch (IOException e) {
        callers.release();
        if (!socket.isClosed()) {
          System.err.println("command port: " + e);
        }
      } catch (InterruptedException e) {
        return;
      }
    }
  }

  private void answer(Socket caller) {
    try (caller) {
      caller.setTcpNoDelay(true);
      caller.setSoTimeout(GREETING_MILLIS);
      DataInputStream in = new DataInputStream(new BufferedInputStream(caller.getInputStream()));
      DataOutputStream out =
          new DataOutputStream(new BufferedOutputStream(caller.getOutputStream()));
      if (!Wire.readText(in, MAX_GREETING).equals(Wire.MAGIC) || !knowsSecret(in)) {
        return;
      }
      String verb = Wire.readText(in, MAX_GREETING);
      caller.setSoTimeout(0);
      switch (verb) {
        case Wire.STATUS -> say(out, status.get());
        case Wire.STOP -> {
          say(out, "stopping");
          stop.run();
        }
        case Wire.RUN -> run(in, out);
        default -> say(out, "what?");
      }
    } catch (IOException e) {
      // The caller has gone, or speaks another language: nobody to tell.
      return;
    } finally {
      callers.release();
    }
  }

  private void run(DataInputStream in, DataOutputStream out) throws IOException {
    commands.incrementAndGet();
    try {
      CommandCall.read(in, out).run(in, runsHere, list);
    } finally {
      commands.decrementAndGet();
    }
  }

  private boolean knowsSecret(DataInputStream in) throws IOException {
    return MessageDigest.isEqual(
        Wire.readText(in, MAX_GREETING).getBytes(StandardCharsets.UTF_8),
        secret.getBytes(StandardCharsets.UTF_8));
  }

  private static void say(DataOutputStream out, String text) throws IOException {
    Wire.writeText(out, text);
    out.flush();
  }

  @Override
  public void close() throws IOException {
    socket.close();
  }
}
