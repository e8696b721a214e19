package dev.tidemark.cli.page;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.io.InputStream;
import java.io.OutputStream;
import java.net.InetAddress;
import java.net.Socket;
import java.net.http.HttpResponse;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import org.apache.flink.shaded.jackson2.com.fasterxml.jackson.databind.JsonNode;
import org.apache.flink.shaded.jackson2.com.fasterxml.jackson.databind.ObjectMapper;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** What the page's server answers, over real sockets. */
class PageRequestsTest {

  private static final ObjectMapper JSON = new ObjectMapper();

  @TempDir private Path home;

  private PageServer server;
  private PageClient client;

  @BeforeEach
  void start() throws IOException {
    server = PageServer.start(0, PagedScript.configuration(), home, PageLimits.DEFAULT, node -> {});
    client = new PageClient(server.url());
  }

  @AfterEach
  void stop() {
    server.close();
  }

  @Test
  void aRunIsPacedAndTellsWhatItDropsAndWhereEventTimeStands() throws Exception {
    int run = begin(PagedScript.write(home), true);

    JsonNode first = awaitState(run, "paused");
    assertThat(first.at("/statements/0/conclusion").asText())
        .isEqualTo("1 row read so far, 0 dropped, 0 lost in part.");

    post("/api/runs/" + run + "/step", "");
    JsonNode second = await(run, "/statements/0/lanes/0/rows", "2");
    assertThat(second.at("/statements/0/watermarks/0/operator").asText())
        .isEqualTo("WatermarkAssigner");
    assertThat(second.at("/statements/0/watermarks/0/watermark").asLong())
        .isEqualTo(PagedScript.millis("09:01:10"));
    assertThat(second.at("/statements/0/watermarks/1/watermark").asLong())
        .isEqualTo(PagedScript.millis("09:01:10"));
    assertThat(second.at("/statements/0/watermarks/1/setBy").asInt()).isEqualTo(2);

    post("/api/runs/" + run + "/next-drop", "");
    JsonNode dropped = await(run, "/statements/0/lost", "1");
    assertThat(dropped.path("state").asText()).isEqualTo("paused");
    assertThat(dropped.at("/statements/0/drops/0/row").asText())
        .isEqualTo("3,a,2026-03-02 09:00:55");

    post("/api/runs/" + run + "/go-on", "");
    awaitState(run, "done");
    post("/api/runs/" + run + "/stop", "");
    JsonNode over = awaitState(run, "done");
    assertThat(over.at("/statements/0/conclusion").asText())
        .startsWith("1 row of 4 dropped (25.0 %).");
    assertThat(over.at("/statements/0/drops/0/line").asText()).isEqualTo("3");
    assertThat(over.at("/out").asText()).contains("Received a total of 2 rows");
  }

  @Test
  void aRunThatWaitsCanBeStopped() throws Exception {
    stepsAndStops(PagedScript.many(home, 200_000));
  }

  /** Also where rows are read in columns, and nothing is printed before the end. */
  @Test
  void aRunOfWindowsThatWaitsCanBeStopped() throws Exception {
    stepsAndStops(PagedScript.late(home, 5_000));
  }

  /** The run ends with the row at which it stands. */
  private void stepsAndStops(String script) throws Exception {
    int run = begin(script, true);
    awaitState(run, "paused");
    for (int row = 2; row <= 4; row++) {
      post("/api/runs/" + run + "/step", "");
      await(run, "/statements/0/lanes/0/rows", String.valueOf(row));
    }

    post("/api/runs/" + run + "/stop", "");

    JsonNode stopped = awaitState(run, "stopped");
    assertThat(stopped.at("/statements/0/lanes/0/rows").asInt()).isEqualTo(4);
    assertThat(stopped.at("/statements/0/complete").asBoolean(true)).isFalse();
    assertThat(stopped.path("err").asText()).contains("interrupted");
  }

  @Test
  void aRunThatWritesSaysThatAnotherWouldWriteAgain() throws Exception {
    String table = PagedScript.write(home).replaceFirst("(?s)SELECT.*", "");
    String copy = "CREATE TABLE c WITH ('connector' = 'blackhole') LIKE r (EXCLUDING ALL);\n";

    int run = begin(table + copy + "INSERT INTO c SELECT * FROM r;", false);

    assertThat(awaitState(run, "done").at("/statements/0/writes").asBoolean()).isTrue();
    int read = begin(table + "SELECT * FROM r;", false);
    assertThat(awaitState(read, "done").at("/statements/0/writes").asBoolean(true)).isFalse();
  }

  /** The list is no look at a run. */
  @Test
  void aRunThatWaitsIsStoppedWhenNobodyLooksAtIt() throws Exception {
    server.close();
    PageLimits brief = new PageLimits(Duration.ofMillis(200), Duration.ofHours(1));
    server = PageServer.start(0, PagedScript.configuration(), home, brief, node -> {});
    client = new PageClient(server.url());
    int run = begin(PagedScript.write(home), true);

    String list = "{}";
    for (int i = 0; i < 1_000 && !list.contains("\"state\":\"stopped\""); i++) {
      list = get("/api/runs?after=" + JSON.readTree(list).path("changes").asLong()).body();
    }

    assertThat(awaitState(run, "stopped").path("err").asText())
        .contains("nobody has looked at it for");
  }

  /** However many rows there are, and however many are lost. */
  @Test
  void answersStaySmall() throws Exception {
    int run = begin(PagedScript.late(home, 200_000), false);

    long known = -1;
    JsonNode seen = JSON.createObjectNode();
    while (!seen.path("state").asText().equals("done")) {
      String body = get("/api/runs/" + run + "?after=" + known).body();
      assertThat(body.length()).isLessThan(1_000_000);
      seen = JSON.readTree(body);
      known = seen.path("changes").asLong();
    }
    assertThat(seen.at("/statements/0/lost").asInt()).isEqualTo(200_000);
  }

  @Test
  void aFailureIsTold() throws Exception {
    int run = begin("SELECT nothing FROM nowhere;", false);

    assertThat(awaitState(run, "failed").path("err").asText()).contains("script:1:", "nowhere");
  }

  @Test
  void whatIsPrintedIsCappedAndTheRestIsCounted() throws Exception {
    int run = begin(PagedScript.many(home, 20_000), false);

    JsonNode over = awaitState(run, "done");

    assertThat(over.path("out").asText()).hasSize(CappedOutput.CAP);
    assertThat(over.path("outLeft").asLong()).isGreaterThan(500_000);
    assertThat(over.at("/statements/0/lanes/0/rows").asInt()).isEqualTo(20_000);
    assertThat(over.at("/statements/0/lanes/0/points").size()).isBetween(1_000, 4_096);
  }

  @Test
  void ofManyDroppedRowsTheFirstAreListed() throws Exception {
    int run = begin(PagedScript.late(home, 3_000), false);

    JsonNode over = awaitState(run, "done");

    assertThat(over.at("/statements/0/lost").asInt()).isEqualTo(3_000);
    assertThat(over.at("/statements/0/drops").size()).isBetween(1_000, 1_010);
  }

  @Test
  void onlyTheLastRunsAreKept() throws Exception {
    for (int i = 0; i <= PageRuns.KEPT; i++) {
      awaitState(begin("SET 'a' = 'b';", false), "done");
    }

    assertThat(JSON.readTree(get("/api/runs").body()).path("runs").size()).isEqualTo(PageRuns.KEPT);
    assertThat(get("/api/runs/1").statusCode()).isEqualTo(404);
  }

  @Test
  void tooManyAtOnceAreRefused() throws Exception {
    String script = PagedScript.write(home);
    List<Integer> runs = new ArrayList<>();
    for (int i = 0; i < PageRuns.UNDER_WAY; i++) {
      runs.add(begin(script, true));
    }

    HttpResponse<String> refused = post("/api/runs", body(script, true));

    assertThat(refused.statusCode()).isEqualTo(429);
    assertThat(refused.body()).contains("stop one of them first");
    for (int run : runs) {
      post("/api/runs/" + run + "/stop", "");
      awaitState(run, "stopped");
    }
  }

  @Test
  void headIsGetWithoutABody() throws Exception {
    String head = raw("HEAD / HTTP/1.1\r\nHost: localhost\r\n");
    String get = raw("GET / HTTP/1.1\r\nHost: localhost\r\n");

    assertThat(head).startsWith("HTTP/1.1 200").endsWith("\r\n\r\n");
    assertThat(length(head)).isEqualTo(length(get));
    assertThat(raw("HEAD / HTTP/1.1\r\nHost: evil.example\r\n")).startsWith("HTTP/1.1 403");
  }

  private static String length(String answer) {
    return answer
        .lines()
        .filter(line -> line.toLowerCase(Locale.ROOT).startsWith("content-length:"))
        .findFirst()
        .orElseThrow();
  }

  @Test
  void otherSitesAreTurnedAway() throws Exception {
    assertThat(raw("GET / HTTP/1.1\r\nHost: evil.example\r\n")).startsWith("HTTP/1.1 403");
    assertThat(raw("GET / HTTP/1.1\r\nHost: localhost\r\nOrigin: http://evil.example\r\n"))
        .startsWith("HTTP/1.1 403");
    assertThat(raw("POST /api/runs HTTP/1.1\r\nHost: localhost\r\nContent-Length: 0\r\n"))
        .startsWith("HTTP/1.1 403")
        .contains("X-Tidemark is missing");
    assertThat(raw("GET / HTTP/1.1\r\nHost: localhost\r\n"))
        .startsWith("HTTP/1.1 200")
        .containsIgnoringCase("content-security-policy: default-src 'none'");
  }

  @Test
  void requestsThatMakeNoSenseAreToldWhy() throws Exception {
    assertThat(post("/api/runs", "{").statusCode()).isEqualTo(400);
    assertThat(post("/api/runs", "{\"sql\":\" \"}").body()).contains("no SQL");
    String long1 = "x".repeat(PageExchange.LARGEST_BODY + 1);
    assertThat(post("/api/runs", body(long1, false)).statusCode()).isEqualTo(413);
    assertThat(post("/api/runs", "{\"sql\":\"SELECT 1\",\"extraDelay\":\"5 s\"}").statusCode())
        .isEqualTo(400);
    assertThat(post("/api/runs/7/step", "").statusCode()).isEqualTo(404);
    assertThat(get("/api/runs/99999999999999").statusCode()).isEqualTo(404);
    assertThat(get("/etc/passwd").statusCode()).isEqualTo(404);
  }

  private int begin(String sql, boolean paused) throws Exception {
    return client.begin(body(sql, paused));
  }

  private static String body(String sql, boolean paused) {
    return JSON.createObjectNode().put("sql", sql).put("paused", paused).toString();
  }

  private JsonNode awaitState(int run, String state) throws Exception {
    return client.awaitState(run, state);
  }

  private JsonNode await(int run, String pointer, String value) throws Exception {
    return client.await(run, pointer, value);
  }

  private HttpResponse<String> get(String path) throws Exception {
    return client.get(path);
  }

  private HttpResponse<String> post(String path, String body) throws Exception {
    return client.post(path, body);
  }

  /** A request as it is written: Java's client does not let one lie about Host. */
  private String raw(String request) throws IOException {
    try (Socket socket = new Socket(InetAddress.getLoopbackAddress(), client.uri("/").getPort())) {
      OutputStream out = socket.getOutputStream();
      out.write((request + "Connection: close\r\n\r\n").getBytes(StandardCharsets.US_ASCII));
      out.flush();
      InputStream in = socket.getInputStream();
      return new String(in.readAllBytes(), StandardCharsets.UTF_8);
    }
  }
}
