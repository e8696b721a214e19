package dev.tidemark.cli.page;

import dev.tidemark.cli.server.Launch;
import dev.tidemark.insight.live.Pace;
import java.io.BufferedReader;
import java.io.IOException;
import java.io.InputStreamReader;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicLong;
import org.apache.flink.shaded.jackson2.com.fasterxml.jackson.databind.JsonNode;
import org.apache.flink.shaded.jackson2.com.fasterxml.jackson.databind.ObjectMapper;
import org.apache.flink.shaded.jackson2.com.fasterxml.jackson.databind.node.ObjectNode;

/**
 * A program of the server's page. Code of somebody's own may do anything to its process, so it gets
 * one for itself: {@code tidemark run --page}, whose page this reads.
 */
final class ProgramProcess implements PageRun {

  private static final ObjectMapper JSON = new ObjectMapper();
  private static final Duration CONNECT = Duration.ofSeconds(10);

  /** The other page answers after 20 s in any case. */
  private static final Duration ANSWER = Duration.ofSeconds(60);

  private static final long GRACE_SECONDS = 10;
  private static final long TICK_MILLIS = 200;

  private final int number;
  private final Path directory;
  private final ProgramRequest request;
  private final Pace.Mode mode;
  private final HttpClient client = HttpClient.newBuilder().connectTimeout(CONNECT).build();
  private final CappedOutput err = new CappedOutput();
  private Process process;
  private volatile String url;
  private volatile ObjectNode latest;
  private volatile RunState state = RunState.RUNNING;
  private volatile boolean stopped;
  private final AtomicLong changes = new AtomicLong();

  /**
   * A program that has not begun.
   *
   * @param number its number on the page, from 1
   * @param directory where relative paths begin
   */
  ProgramProcess(int number, ProgramRequest request, Pace.Mode mode, Path directory) {
    this.number = number;
    this.request = request;
    this.mode = mode;
    this.directory = directory;
  }

  @Override
  public int number() {
    return number;
  }

  @Override
  public void start() {
    Thread thread = new Thread(this::follow, "page-program-" + number);
    thread.setDaemon(true);
    thread.start();
  }

  private List<String> words() {
    List<String> words = new ArrayList<>(List.of("run", "--page=0"));
    if (mode == Pace.Mode.PAUSED) {
      words.add("--page-paused");
    }
    if (!request.mainClass().isEmpty()) {
      words.addAll(List.of("--class", request.mainClass()));
    }
    // A file, whatever it is called: not an option.
    words.add(request.jar().startsWith("-") ? "./" + request.jar() : request.jar());
    words.add("--");
    words.addAll(request.arguments());
    return words;
  }

  private void follow() {
    RunState end = RunState.FAILED;
    try {
      launch();
      Thread errors = new Thread(this::readErrors, "page-program-err-" + number);
      errors.setDaemon(true);
      errors.start();
      end = readPage();
      if (!end.isOver()) {
        end = endOfProcess(errors);
      }
    } catch (IOException e) {
      err.say(String.valueOf(e.getMessage()));
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
    } finally {
      state = stopped && !end.equals(RunState.DONE) ? RunState.STOPPED : end;
      changes.incrementAndGet();
      forget();
    }
  }

  /** The process has gone, or goes, without its page having told of the end. */
  private RunState endOfProcess(Thread errors) throws InterruptedException {
    errors.join(TimeUnit.SECONDS.toMillis(GRACE_SECONDS));
    boolean ended = process.waitFor(GRACE_SECONDS, TimeUnit.SECONDS);
    if (stopped || !ended) {
      return RunState.FAILED;
    }
    int code = process.exitValue();
    if (url != null || err.written() == 0) {
      err.say("tidemark: the program has ended its process with exit code " + code + ".");
    }
    return url == null ? RunState.FAILED : RunState.after(code, false);
  }

  private synchronized void launch() throws IOException {
    if (stopped) {
      throw new IOException("stopped before it began");
    }
    ProcessBuilder builder =
        new ProcessBuilder(Launch.command(words())).directory(directory.toFile());
    builder.environment().put(ProgramPage.OF_SERVER, "yes");
    process = builder.start();
  }

  /** What the other process says on standard error is ours, if its page never comes. */
  private void readErrors() {
    try {
      process.getErrorStream().transferTo(err);
    } catch (IOException e) {
      err.say(String.valueOf(e.getMessage()));
    }
  }

  /**
   * Reads what there is to be seen until the program is over, or its process gone.
   *
   * @return the last state that it told of
   */
  private RunState readPage() throws InterruptedException, IOException {
    BufferedReader out =
        new BufferedReader(new InputStreamReader(process.getInputStream(), StandardCharsets.UTF_8));
    String address = out.readLine();
    if (address == null) {
      return RunState.RUNNING;
    }
    url = address;
    long known = -1;
    while (true) {
      ObjectNode seen;
      try {
        seen = (ObjectNode) JSON.readTree(send(request("?after=" + known).GET().build()).body());
      } catch (IOException e) {
        return RunState.RUNNING;
      }
      known = seen.path("changes").asLong();
      latest = seen;
      state = RunState.valueOf(seen.path("state").asText().toUpperCase(Locale.ROOT));
      changes.incrementAndGet();
      if (state.isOver()) {
        return state;
      }
      TimeUnit.MILLISECONDS.sleep(TICK_MILLIS);
    }
  }

  private HttpRequest.Builder request(String behind) {
    return HttpRequest.newBuilder(URI.create(url).resolve("/api/runs/1" + behind))
        .timeout(ANSWER)
        .header(PageExchange.OWN_HEADER, "page");
  }

  private HttpResponse<String> send(HttpRequest what) throws IOException, InterruptedException {
    return client.send(what, HttpResponse.BodyHandlers.ofString());
  }

  /** Whether the other page has done it. */
  private boolean post(String action, String body) {
    if (url == null || state.isOver()) {
      return false;
    }
    try {
      HttpRequest what =
          request("/" + action).POST(HttpRequest.BodyPublishers.ofString(body)).build();
      return send(what).statusCode() == 200;
    } catch (IOException e) {
      return false;
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
      return false;
    }
  }

  @Override
  public void go(Pace.Mode newMode) {
    post(PageActions.of(newMode), "");
  }

  @Override
  public void stop() {
    synchronized (this) {
      stopped = true;
      if (process == null) {
        return;
      }
    }
    if (!post("stop", "")) {
      forget();
      return;
    }
    Thread thread = new Thread(this::forgetAfterGrace, "page-program-stop-" + number);
    thread.setDaemon(true);
    thread.start();
  }

  private void forgetAfterGrace() {
    try {
      boolean unused = process.waitFor(GRACE_SECONDS, TimeUnit.SECONDS);
      forget();
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
    }
  }

  @Override
  public boolean type(String lines) {
    return post("lines", lines);
  }

  @Override
  public void endInput() {
    post("end-input", "");
  }

  @Override
  public boolean waits() {
    ObjectNode seen = latest;
    return state == RunState.PAUSED
        || (!isOver() && seen != null && seen.path("input").asBoolean());
  }

  @Override
  public void say(String message) {
    err.say(message);
  }

  @Override
  public boolean isOver() {
    return state.isOver();
  }

  @Override
  public long changes() {
    return changes.get();
  }

  @Override
  public ObjectNode summary() {
    ObjectNode node = JSON.createObjectNode();
    node.put("run", number);
    node.put("program", request.title());
    node.put("state", state.text());
    return node;
  }

  @Override
  public ObjectNode json() {
    ObjectNode node = summary();
    node.put("changes", changes.get());
    ObjectNode seen = latest;
    if (seen == null) {
      node.put("out", "").put("outLeft", 0).put("err", err.text()).put("errLeft", err.left());
      node.putArray("statements");
      return node;
    }
    for (String field : List.of("out", "outLeft", "statements", "input")) {
      node.set(field, seen.get(field));
    }
    JsonNode told = seen.path("err");
    node.put("err", told.asText() + (isOver() ? err.text() : ""));
    node.put("errLeft", seen.path("errLeft").asLong() + (isOver() ? err.left() : 0));
    return node;
  }

  @Override
  public synchronized void forget() {
    if (process != null) {
      process.destroyForcibly();
    }
  }
}
