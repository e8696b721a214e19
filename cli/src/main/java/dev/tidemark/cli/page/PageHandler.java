package dev.tidemark.cli.page;

import dev.tidemark.insight.live.Pace;
import dev.tidemark.insight.report.ReportFile;
import java.io.IOException;
import java.io.InputStream;
import java.nio.charset.StandardCharsets;
import java.util.Optional;
import java.util.concurrent.TimeUnit;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.apache.flink.shaded.jackson2.com.fasterxml.jackson.core.JsonProcessingException;
import org.apache.flink.shaded.jackson2.com.fasterxml.jackson.databind.JsonNode;
import org.apache.flink.shaded.jackson2.com.fasterxml.jackson.databind.ObjectMapper;
import org.apache.flink.shaded.jackson2.com.fasterxml.jackson.databind.node.ArrayNode;
import org.apache.flink.shaded.jackson2.com.fasterxml.jackson.databind.node.ObjectNode;

/** Answers the page's requests; docs/server.md lists them. */
final class PageHandler {

  private static final String HTML = "text/html";
  private static final String TEXT = "text/plain";
  private static final String JSON_TYPE = "application/json";
  private static final Pattern RUN = Pattern.compile("/api/runs/(\\d{1,9})(?:/([a-z-]+))?");

  /** How long a request waits for news, and how often it looks for them. */
  private static final long NEWS_SECONDS = 20;

  private static final long LOOK_MILLIS = 100;
  private static final long LOOK_AT_LIST_MILLIS = 500;

  /** Characters of a script that the list has. */
  private static final int BEGINNING = 500;

  private static final ObjectMapper JSON = new ObjectMapper();

  private final PageRuns runs;
  private final Examples examples;
  private final Activity activity;

  PageHandler(PageRuns runs, Examples examples, Activity activity) {
    this.activity = activity;
    this.runs = runs;
    this.examples = examples;
  }

  void answer(PageExchange exchange) throws IOException {
    Optional<String> refusal = exchange.refusal();
    if (refusal.isPresent()) {
      exchange.send(403, TEXT, refusal.get() + "\n");
    } else if (exchange.reads()) {
      get(exchange);
    } else if (exchange.method().equals("POST")) {
      post(exchange);
    } else {
      exchange.send(405, TEXT, "GET and POST are understood here.\n");
    }
  }

  private void get(PageExchange exchange) throws IOException {
    String path = exchange.path();
    Matcher run = RUN.matcher(path);
    if (path.equals("/") || path.matches("/runs/\\d{1,9}")) {
      exchange.send(200, HTML, resource("page.html"));
    } else if (path.equals("/page.css")) {
      exchange.send(200, "text/css", ReportFile.style() + resource("page.css"));
    } else if (path.equals("/page.js")) {
      exchange.send(200, "text/javascript", scripts());
    } else if (path.equals("/api/runs")) {
      exchange.send(200, JSON_TYPE, list(exchange.number("after").orElse(-1L)).toString());
    } else if (path.equals("/api/examples")) {
      ObjectNode node = JSON.createObjectNode();
      examples.write(node.putArray("examples"));
      examples.writePrograms(node.putArray("programs"));
      exchange.send(200, JSON_TYPE, node.toString());
    } else if (run.matches() && run.group(2) == null) {
      Optional<PageRun> found = runs.run(Integer.parseInt(run.group(1)));
      if (found.isPresent()) {
        awaitNews(found.get(), exchange.number("after").orElse(-1L));
        runs.seen(found.get());
        exchange.send(200, JSON_TYPE, found.get().json().toString());
      } else {
        noRun(exchange, run.group(1));
      }
    } else {
      exchange.send(404, TEXT, "There is no " + path + " here.\n");
    }
  }

  private static void noRun(PageExchange exchange, String number) throws IOException {
    exchange.send(
        404, TEXT, "There is no run " + number + ": the last " + PageRuns.KEPT + " are kept.\n");
  }

  /** The list of runs as soon as there is something new in it, or after a while. */
  private ObjectNode list(long known) {
    long until = System.nanoTime() + TimeUnit.SECONDS.toNanos(NEWS_SECONDS);
    ObjectNode node = list();
    try {
      while (node.path("changes").asLong() == known && System.nanoTime() < until) {
        TimeUnit.MILLISECONDS.sleep(LOOK_AT_LIST_MILLIS);
        node = list();
      }
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
    }
    return node;
  }

  private ObjectNode list() {
    ObjectNode node = JSON.createObjectNode();
    ArrayNode all = node.putArray("runs");
    for (PageRun run : runs.all()) {
      ObjectNode each = run.summary();
      String sql = each.path("sql").asText();
      if (sql.length() > BEGINNING) {
        each.put("sql", sql.substring(0, BEGINNING - 1) + "…");
      }
      all.add(each);
    }
    activity.write(node);
    node.put("changes", Integer.toUnsignedLong(node.toString().hashCode()));
    return node;
  }

  /** Waits until there is more to be seen than the caller knows, or for a while. */
  private static void awaitNews(PageRun run, long known) {
    long until = System.nanoTime() + TimeUnit.SECONDS.toNanos(NEWS_SECONDS);
    try {
      while (run.changes() == known && System.nanoTime() < until) {
        TimeUnit.MILLISECONDS.sleep(LOOK_MILLIS);
      }
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
    }
  }

  private void post(PageExchange exchange) throws IOException {
    Matcher run = RUN.matcher(exchange.path());
    if (exchange.path().equals("/api/runs")) {
      start(exchange);
    } else if (run.matches() && run.group(2) != null) {
      Optional<PageRun> found = runs.run(Integer.parseInt(run.group(1)));
      if (found.isEmpty()) {
        noRun(exchange, run.group(1));
      } else {
        runs.seen(found.get());
        act(exchange, found.get(), run.group(2));
      }
    } else {
      exchange.send(404, TEXT, "There is no " + exchange.path() + " here.\n");
    }
  }

  private static void act(PageExchange exchange, PageRun run, String action) throws IOException {
    Optional<Pace.Mode> mode = PageActions.mode(action);
    if (mode.isPresent()) {
      run.go(mode.get());
    } else if (action.equals("stop")) {
      run.stop();
    } else if (action.equals("end-input")) {
      run.endInput();
    } else if (action.equals("lines")) {
      Optional<String> lines = exchange.body();
      if (lines.isEmpty() || !run.type(lines.get())) {
        exchange.send(409, TEXT, "Nobody reads that: the input has ended, or too much waits.\n");
        return;
      }
    } else {
      exchange.send(404, TEXT, "A run cannot " + action + ".\n");
      return;
    }
    exchange.send(200, JSON_TYPE, run.summary().toString());
  }

  private void start(PageExchange exchange) throws IOException {
    Optional<String> body = exchange.body();
    if (body.isEmpty()) {
      exchange.send(413, TEXT, "A script may have " + PageExchange.LARGEST_BODY + " bytes.\n");
      return;
    }
    JsonNode asked;
    try {
      asked = JSON.readTree(body.get());
    } catch (JsonProcessingException e) {
      exchange.send(400, TEXT, "This is not JSON: " + e.getOriginalMessage() + "\n");
      return;
    }
    start(exchange, asked == null ? JSON.createObjectNode() : asked);
  }

  private void start(PageExchange exchange, JsonNode asked) throws IOException {
    String sql = asked.path("sql").asText("");
    ProgramRequest program = ProgramRequest.of(asked.path("program"));
    if (sql.isBlank() && program.jar().isEmpty()) {
      exchange.send(400, TEXT, "There is no SQL in this, and no program.\n");
      return;
    }
    Optional<String> objection = ProgramRequest.objection(asked.path("program"));
    if (objection.isPresent()) {
      exchange.send(400, TEXT, objection.get() + "\n");
      return;
    }
    JsonNode extraDelay = asked.path("extraDelay");
    if (!extraDelay.isMissingNode() && !extraDelay.canConvertToInt()) {
      exchange.send(400, TEXT, "extraDelay is a number of milliseconds.\n");
      return;
    }
    Pace.Mode mode = asked.path("paused").asBoolean() ? Pace.Mode.PAUSED : Pace.Mode.RUNNING;
    Optional<PageRun> run =
        sql.isBlank() ? runs.start(program, mode) : runs.start(sql, mode, extraDelay.asLong());
    if (run.isPresent()) {
      exchange.send(201, JSON_TYPE, run.get().summary().toString());
    } else {
      exchange.send(
          429, TEXT, PageRuns.UNDER_WAY + " runs are under way: stop one of them first.\n");
    }
  }

  private static String scripts() throws IOException {
    return ReportFile.scripts()
        + resource("elements.js")
        + resource("program.js")
        + resource("page.js");
  }

  private static String resource(String name) throws IOException {
    try (InputStream in = PageHandler.class.getResourceAsStream(name)) {
      return new String(in.readAllBytes(), StandardCharsets.UTF_8);
    }
  }
}
