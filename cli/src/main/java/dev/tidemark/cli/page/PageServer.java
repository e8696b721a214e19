package dev.tidemark.cli.page;

import com.sun.net.httpserver.HttpExchange;
import com.sun.net.httpserver.HttpServer;
import java.io.IOException;
import java.net.BindException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.nio.file.Path;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import org.apache.flink.configuration.Configuration;

/**
 * Serves the page, to this machine only: it listens on loopback whatever the gateway does. The
 * JDK's own HTTP server is enough for one person's browser.
 */
public final class PageServer implements AutoCloseable {

  private static final int BACKLOG = 50;

  private final HttpServer server;
  private final ExecutorService threads;

  private final PageRuns runs;

  private PageServer(HttpServer server, ExecutorService threads, PageRuns runs) {
    this.server = server;
    this.runs = runs;
    this.threads = threads;
  }

  /**
   * Begins to listen.
   *
   * @param port where, if it is free; else anywhere; 0 for anywhere
   * @param configuration what sessions begin with
   * @param home where relative paths in scripts begin, and where the examples are
   * @param activity what the list of runs says besides
   */
  public static PageServer start(
      int port, Configuration configuration, Path home, PageLimits limits, Activity activity)
      throws IOException {
    return start(port, configuration, home, limits, activity, null);
  }

  /** The same with a run that is there from the beginning; null for none. */
  static PageServer start(
      int port,
      Configuration configuration,
      Path home,
      PageLimits limits,
      Activity activity,
      PageRun first)
      throws IOException {
    HttpServer server = bind(port);
    ExecutorService threads =
        Executors.newCachedThreadPool(
            task -> {
              Thread thread = new Thread(task, "page-request");
              thread.setDaemon(true);
              return thread;
            });
    server.setExecutor(threads);
    PageRuns runs = new PageRuns(configuration, home, limits);
    if (first != null) {
      runs.add(first);
    }
    PageHandler handler = new PageHandler(runs, new Examples(home), activity);
    server.createContext("/", exchange -> answer(handler, exchange));
    server.start();
    return new PageServer(server, threads, runs);
  }

  private static HttpServer bind(int port) throws IOException {
    InetAddress loopback = InetAddress.getLoopbackAddress();
    try {
      return HttpServer.create(new InetSocketAddress(loopback, port), BACKLOG);
    } catch (BindException e) {
      return HttpServer.create(new InetSocketAddress(loopback, 0), BACKLOG);
    }
  }

  private static void answer(PageHandler handler, HttpExchange exchange) throws IOException {
    try (exchange) {
      handler.answer(new PageExchange(exchange));
    }
  }

  /** Where the page is. */
  public String url() {
    return "http://localhost:" + server.getAddress().getPort() + "/";
  }

  @Override
  public void close() {
    server.stop(0);
    threads.shutdownNow();
    runs.close();
  }
}
