package dev.tidemark.cli.page;

import com.sun.net.httpserver.HttpExchange;
import dev.tidemark.cli.server.OwnNames;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.util.List;
import java.util.Locale;
import java.util.Optional;

/** One request and its answer. */
final class PageExchange {

  /** Bytes that a script may have. */
  static final int LARGEST_BODY = 1 << 20;

  /** Sent by the page's own script only: a form of another site cannot. */
  static final String OWN_HEADER = "X-Tidemark";

  private final HttpExchange exchange;

  PageExchange(HttpExchange exchange) {
    this.exchange = exchange;
  }

  String method() {
    return exchange.getRequestMethod();
  }

  /** Whether it asks for something and changes nothing. */
  boolean reads() {
    return method().equals("GET") || isHead();
  }

  /** Whether it wants the answer without its body. */
  private boolean isHead() {
    return method().equals("HEAD");
  }

  String path() {
    return exchange.getRequestURI().getPath();
  }

  /** The query's parameter with a name, if it is a number. */
  Optional<Long> number(String name) {
    String query = exchange.getRequestURI().getQuery();
    if (query == null || !query.startsWith(name + "=")) {
      return Optional.empty();
    }
    try {
      return Optional.of(Long.parseLong(query.substring(name.length() + 1)));
    } catch (NumberFormatException e) {
      return Optional.empty();
    }
  }

  /**
   * Why a request is refused: one of another web page's. Such a page has a name that is not this
   * machine's, in Origin or, where it has its name lead here (DNS rebinding), in Host.
   */
  Optional<String> refusal() {
    List<String> hosts = exchange.getRequestHeaders().get("Host");
    if (hosts == null || hosts.size() != 1) {
      return Optional.of("The request needs one header Host.");
    }
    String host = hosts.get(0).strip().toLowerCase(Locale.ROOT);
    if (!OwnNames.include(host)) {
      return Optional.of("This page is called localhost: the header Host is refused.");
    }
    List<String> origins = exchange.getRequestHeaders().getOrDefault("Origin", List.of());
    if (!origins.stream().allMatch(origin -> origin.equalsIgnoreCase("http://" + host))) {
      return Optional.of("Another site's page has no business here: Origin is refused.");
    }
    if (!reads() && exchange.getRequestHeaders().getFirst(OWN_HEADER) == null) {
      return Optional.of("Only the page itself may do that: the header X-Tidemark is missing.");
    }
    return Optional.empty();
  }

  /** What was sent; empty if it is too long. */
  Optional<String> body() throws IOException {
    byte[] bytes = exchange.getRequestBody().readNBytes(LARGEST_BODY + 1);
    return bytes.length > LARGEST_BODY
        ? Optional.empty()
        : Optional.of(new String(bytes, StandardCharsets.UTF_8));
  }

  void send(int status, String type, String text) throws IOException {
    byte[] bytes = text.getBytes(StandardCharsets.UTF_8);
    exchange.getResponseHeaders().set("Content-Type", type + "; charset=utf-8");
    exchange.getResponseHeaders().set("Cache-Control", "no-store");
    exchange.getResponseHeaders().set("X-Content-Type-Options", "nosniff");
    exchange
        .getResponseHeaders()
        .set(
            "Content-Security-Policy",
            "default-src 'none'; style-src 'unsafe-inline' 'self'; script-src 'self';"
                + " connect-src 'self'; img-src data:; base-uri 'none'; form-action 'none';"
                + " frame-ancestors 'none'");
    if (isHead()) {
      exchange.getResponseHeaders().set("Content-Length", String.valueOf(bytes.length));
      exchange.sendResponseHeaders(status, -1);
      return;
    }
    exchange.sendResponseHeaders(status, bytes.length == 0 ? -1 : bytes.length);
    exchange.getResponseBody().write(bytes);
  }
}
