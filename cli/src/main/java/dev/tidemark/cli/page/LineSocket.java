package dev.tidemark.cli.page;

import java.io.IOException;
import java.io.OutputStream;
import java.net.InetAddress;
import java.net.ServerSocket;
import java.net.Socket;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.List;

/**
 * The other end of {@code socketTextStream}, as {@code nc -lk} is: a port on loopback from which a
 * program reads what is typed on the page. What is typed before the program comes waits for it;
 * when several come, each gets what is typed from then on.
 */
final class LineSocket implements AutoCloseable {

  /** Characters that wait for a reader, at most. */
  static final int WAITING = 1 << 20;

  private static final int BACKLOG = 10;

  private final ServerSocket server;
  private final List<Socket> readers = new ArrayList<>();
  private final StringBuilder waiting = new StringBuilder();
  private boolean ended;

  /** Listens on any port that is free. */
  LineSocket() throws IOException {
    server = new ServerSocket(0, BACKLOG, InetAddress.getLoopbackAddress());
    Thread thread = new Thread(this::accept, "page-lines");
    thread.setDaemon(true);
    thread.start();
  }

  int port() {
    return server.getLocalPort();
  }

  private void accept() {
    try {
      while (true) {
        welcome(server.accept());
      }
    } catch (IOException e) {
      // Closed: nobody else may come.
      return;
    }
  }

  private synchronized void welcome(Socket reader) throws IOException {
    readers.add(reader);
    String before = waiting.toString();
    waiting.setLength(0);
    write(before);
    if (ended) {
      reader.close();
    }
  }

  /**
   * Sends lines, the last of which needs no end.
   *
   * @return false after the end, or if too much waits
   */
  synchronized boolean type(String lines) {
    if (ended) {
      return false;
    }
    String whole = lines.endsWith("\n") ? lines : lines + "\n";
    if (readers.isEmpty()) {
      if (waiting.length() + whole.length() > WAITING) {
        return false;
      }
      waiting.append(whole);
    } else {
      write(whole);
    }
    return true;
  }

  private void write(String lines) {
    readers.removeIf(reader -> !write(reader, lines));
  }

  /** Whether it still reads. */
  private static boolean write(Socket reader, String lines) {
    try {
      OutputStream out = reader.getOutputStream();
      out.write(lines.getBytes(StandardCharsets.UTF_8));
      return true;
    } catch (IOException e) {
      return false;
    }
  }

  /** The input ends: readers see the end of their stream, also those who come later. */
  synchronized void end() {
    ended = true;
    for (Socket reader : readers) {
      closeQuietly(reader);
    }
    readers.clear();
  }

  synchronized boolean hasEnded() {
    return ended;
  }

  private static void closeQuietly(Socket reader) {
    try {
      reader.close();
    } catch (IOException e) {
      // It has gone by itself.
      return;
    }
  }

  @Override
  public void close() throws IOException {
    end();
    server.close();
  }
}
