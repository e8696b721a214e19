package dev.tidemark.cli.server;

import static org.assertj.core.api.Assertions.assertThat;

import dev.tidemark.cli.server.RestCalls.Answer;
import dev.tidemark.cli.server.RestCalls.Result;
import java.io.IOException;
import java.io.OutputStream;
import java.net.Socket;
import java.net.URI;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.Callable;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.concurrent.TimeUnit;
import org.apache.flink.shaded.jackson2.com.fasterxml.jackson.databind.JsonNode;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** The gateway over real sockets: answers, limits, and who is turned away. */
@Timeout(value = 3, unit = TimeUnit.MINUTES)
class GatewayTest {

  private static final Duration LONG = Duration.ofMinutes(10);
  private static final Limits WIDE = new Limits(60, LONG, LONG, 1 << 20);

  private static final String ENDLESS =
      "CREATE TABLE g (a BIGINT) WITH ('connector'='datagen', 'rows-per-second'='100',"
          + " 'fields.a.kind'='sequence', 'fields.a.start'='1', 'fields.a.end'='1000000')";

  @TempDir Path folder;

  private final RunningJobs jobs = new RunningJobs();
  private TestGateway gateway;

  private RestCalls start(Limits limits) throws Exception {
    return start(limits, null);
  }

  private RestCalls start(Limits limits, String token) throws Exception {
    gateway = new TestGateway(folder, jobs, limits, Optional.ofNullable(token).map(Token::new));
    return new RestCalls(gateway.url());
  }

  @AfterEach
  void stop() throws Exception {
    gateway.close();
  }

  private static void await(Callable<Boolean> condition) throws Exception {
    long until = System.nanoTime() + TimeUnit.SECONDS.toNanos(60);
    while (!condition.call()) {
      assertThat(System.nanoTime()).as("in time").isLessThan(until);
      Thread.sleep(10);
    }
  }

  /** Nobody can use a session who sees it in the list, or learn a password from it. */
  @Test
  void theListTellsOfSessionsWhatIsNoSecret() throws Exception {
    RestCalls rest = start(WIDE);
    String session = rest.open();
    assertThat(gateway.shown().get(0).path("state").asText()).isEqualTo("new");
    rest.run(
        session, ENDLESS.replace("'datagen'", "'datagen', 'my.password'='it''s 1234', 'a'='b'"));
    JsonNode created = gateway.shown().get(0);
    assertThat(created.path("sql").asText())
        .contains("'my.password'='***', 'a'='b'")
        .doesNotContain("1234");

    rest.run(session, ENDLESS.replace("TABLE g", "TABLE h"));
    rest.fetch(rest.begin(session, "SELECT a FROM h"));

    JsonNode seen = gateway.shown().get(0);
    assertThat(seen.path("session").asText()).hasSize(8).isEqualTo(session.substring(0, 8));
    assertThat(seen.toString()).doesNotContain(session);
    assertThat(seen.path("statements").asInt()).isEqualTo(3);
    assertThat(seen.path("sql").asText()).isEqualTo("SELECT a FROM h");
    assertThat(seen.path("state").asText()).isEqualTo("result open");
    rest.close(session);
    assertThat(gateway.shown()).isEmpty();
  }

  @Test
  void resultsComeInPages() throws Exception {
    RestCalls rest = start(WIDE);
    String session = rest.open();
    rest.run(session, ENDLESS.replace("1000000", "12000").replace("'100'", "'1000000'"));

    Result result = rest.run(session, "SELECT a FROM g");

    assertThat(result.columns().get(0).get("name").asText()).isEqualTo("a");
    List<Long> rows = result.rows().stream().map(row -> row.get(0).asLong()).toList();
    assertThat(rows).hasSize(12_000).startsWith(1L, 2L).endsWith(12_000L);
    assertThat(result.pages()).hasSizeGreaterThan(1).allMatch(page -> page.size() <= 5000);
    rest.close(session);
  }

  @Test
  void aPageCanBeAskedForAgain() throws Exception {
    RestCalls rest = start(WIDE);
    String session = rest.open();
    String first = rest.begin(session, "SELECT 1 AS x");

    Answer page = rest.fetch(first);
    String next = page.body().get("nextResultUri").asText();
    assertThat(rest.fetch(next).body().get("resultType").asText()).isIn("PAYLOAD", "EOS");
    Answer again = rest.fetch(next);
    assertThat(again.status()).isEqualTo(200);
  }

  /** As Flink's gateway has it: an operation, whose result is the error. */
  @Test
  void aRequestWithoutAStatementIsFlinksToAnswer() throws Exception {
    RestCalls rest = start(WIDE);
    String session = rest.open();
    for (String body : List.of("{\"statement\":null}", "{}")) {
      Answer answer = rest.call("POST", "/v2/sessions/" + session + "/statements", body);
      assertThat(answer.status()).as(answer.errors()).isEqualTo(200);
    }
    assertThat(gateway.shown().get(0).path("sql").asText()).isEmpty();
    rest.close(session);
  }

  @Test
  void errorsSayWhatIsWrong() throws Exception {
    RestCalls rest = start(WIDE);
    String session = rest.open();

    Answer missing = rest.fetch(rest.begin(session, "SELECT * FROM nowhere"));
    assertThat(missing.status()).isEqualTo(500);
    assertThat(missing.errors()).contains("Object 'nowhere' not found");

    Answer division = rest.fetch(rest.begin(session, "SELECT 1 / (a - a) FROM (VALUES (1)) t(a)"));
    String path = division.body().path("nextResultUri").asText();
    while (division.status() == 200) {
      division = rest.fetch(path);
      path = division.body().path("nextResultUri").asText(path);
    }
    assertThat(division.errors()).contains("/ by zero");

    assertThat(rest.call("GET", "/v2/sessions/00000000-0000-0000-0000-000000000000", "").errors())
        .contains("does not exist");
    assertThat(rest.call("POST", "/v2/sessions/" + session + "/statements", "{").status())
        .isEqualTo(400);
    assertThat(rest.run(session, "SELECT 7 AS x").rows().get(0).get(0).asInt()).isEqualTo(7);
  }

  @Test
  void sessionsAreIsolated() throws Exception {
    RestCalls rest = start(WIDE);
    String one = rest.open();
    String other = rest.open();
    rest.run(one, ENDLESS);
    rest.run(one, "SET 'execution.runtime-mode' = 'batch'");

    assertThat(rest.fetch(rest.begin(other, "SELECT * FROM g")).errors()).contains("'g' not found");
    assertThat(rest.run(other, "SET").rows().toString()).doesNotContain("runtime-mode");
    assertThat(rest.run(one, "SHOW TABLES").rows().toString()).isEqualTo("[[\"g\"]]");
    assertThat(rest.run(other, "SHOW TABLES").rows()).isEmpty();
  }

  @Test
  void whereAClientWouldRunItsJobsDoesNotMatter() throws Exception {
    RestCalls rest = start(WIDE);
    Answer opened =
        rest.call(
            "POST",
            "/v2/sessions",
            "{\"properties\": {\"execution.target\": \"remote\", \"my.key\": \"mine\"}}");
    String session = opened.body().get("sessionHandle").asText();

    assertThat(rest.run(session, "SET").rows().toString())
        .contains("[\"execution.target\",\"tidemark\"]")
        .contains("[\"my.key\",\"mine\"]");
  }

  @Test
  void fiftySessionsAtOnce() throws Exception {
    RestCalls rest = start(WIDE);
    ExecutorService threads = Executors.newFixedThreadPool(50);
    try {
      List<Future<String>> answers = new ArrayList<>();
      for (int i = 0; i < 50; i++) {
        int number = i;
        answers.add(
            threads.submit(
                () -> {
                  String session = rest.open();
                  rest.run(
                      session,
                      "CREATE TEMPORARY VIEW v AS SELECT * FROM (VALUES ("
                          + number
                          + "), (1000)) AS t(n)");
                  String rows = rest.run(session, "SELECT SUM(n) AS s FROM v").rows().toString();
                  rest.close(session);
                  return rows;
                }));
      }
      for (int i = 0; i < 50; i++) {
        assertThat(answers.get(i).get()).endsWith("[" + (1000 + i) + "]]");
      }
    } finally {
      threads.shutdownNow();
    }
    assertThat(gateway.sessions()).isZero();
    await(() -> jobs.count() == 0);
  }

  @Test
  void aSlowReaderHoldsTheJobBack() throws Exception {
    RestCalls rest = start(WIDE);
    String session = rest.open();
    rest.run(session, ENDLESS.replace("'100'", "'100000000'"));

    String path = rest.begin(session, "SELECT a FROM g");
    Answer page = rest.fetch(path);
    // A million rows take no second, if nobody holds them back.
    Thread.sleep(1500);

    assertThat(jobs.count()).isEqualTo(1);
    assertThat(page.body().get("results").get("data").size()).isLessThanOrEqualTo(5000);
    rest.close(session);
    await(() -> jobs.count() == 0);
  }

  @Test
  void aClientWhoLeavesFreesEverything() throws Exception {
    RestCalls rest = start(new Limits(60, Duration.ofSeconds(1), LONG, 1 << 20));
    String session = rest.open();
    rest.run(session, ENDLESS);
    rest.fetch(rest.begin(session, "SELECT a FROM g"));
    assertThat(jobs.count()).isEqualTo(1);

    await(() -> gateway.sessions() == 0);
    await(() -> jobs.count() == 0);
    assertThat(rest.submit(session, "SELECT 1").errors()).contains("does not exist");
  }

  @Test
  void aStatementHasATimeLimit() throws Exception {
    RestCalls warm = start(WIDE);
    warm.run(warm.open(), "SELECT 1 AS x");
    gateway.close();
    RestCalls rest = start(new Limits(60, LONG, Duration.ofSeconds(3), 1 << 20));
    String session = rest.open();
    rest.run(session, ENDLESS);
    String path = rest.begin(session, "SELECT a FROM g");
    Answer answer = rest.fetch(path);
    while (answer.status() == 200) {
      answer = rest.fetch(answer.body().get("nextResultUri").asText());
    }

    assertThat(answer.errors())
        .contains("The statement was stopped: it took longer than the server's limit of 3 s");
    await(() -> jobs.count() == 0);
    assertThat(rest.run(session, "SHOW TABLES").rows()).hasSize(1);
  }

  @Test
  void sessionsAreCounted() throws Exception {
    RestCalls rest = start(new Limits(2, LONG, LONG, 1 << 20));
    String first = rest.open();
    rest.open();

    Answer third = rest.call("POST", "/v2/sessions", "{}");
    assertThat(third.status()).isEqualTo(500);
    assertThat(third.errors()).contains("No more than 2 sessions may be open at the same time");
    rest.close(first);
    rest.open();
  }

  @Test
  void aBusySessionDoesNotKeepOthersWaiting() throws Exception {
    RestCalls rest = start(WIDE);
    String busy = rest.open();
    rest.run(busy, ENDLESS);
    rest.run(busy, "CREATE TABLE sink (a BIGINT) WITH ('connector' = 'blackhole')");
    rest.run(busy, "SET 'table.dml-sync' = 'true'");
    rest.begin(busy, "INSERT INTO sink SELECT a FROM g");
    await(() -> jobs.count() == 1);

    ExecutorService threads = Executors.newFixedThreadPool(8);
    try {
      List<Future<Answer>> waiting = new ArrayList<>();
      for (int i = 0; i < 8; i++) {
        waiting.add(threads.submit(() -> rest.submit(busy, "SELECT 1")));
      }
      await(() -> waiting.stream().filter(Future::isDone).count() == 4);
      for (Future<Answer> each : waiting) {
        if (each.isDone()) {
          assertThat(each.get().errors()).contains("This session is busy");
        }
      }
      assertThat(rest.run(rest.open(), "SELECT 5 AS x").rows().toString()).isEqualTo("[[5]]");
    } finally {
      threads.shutdownNow();
    }
  }

  @Test
  void aRequestHasASizeLimit() throws Exception {
    RestCalls rest = start(WIDE);
    String session = rest.open();

    Answer answer = rest.submit(session, "SELECT '" + "x".repeat(1 << 20) + "'");

    assertThat(answer.status()).isEqualTo(413);
    assertThat(rest.run(session, "SELECT 5 AS x").rows().toString()).isEqualTo("[[5]]");
  }

  @ParameterizedTest
  @CsvSource({
    "Host: localhost:8083, 200",
    "Host: LOCALHOST, 200",
    "Host: [::1]:1, 200",
    "Host: evil.example, 403",
    "Host: localhost.evil.example:8083, 403",
    "Host: 127.0.0.1.evil.example, 403",
    "X-Other: 1, 400",
    "Host: localhost; Host: evil.example, 400",
    "Host: localhost:8083; Origin: http://localhost:8083, 200",
    "Host: localhost:8083; Origin: http://localhost:9999, 403",
    "Host: localhost:8083; Origin: https://evil.example, 403",
    "Host: localhost:8083; Origin: null, 403",
  })
  void whoAsks(String headers, int status) throws Exception {
    start(WIDE);

    assertThat(statusOf(headers.replace("; ", "\r\n"))).isEqualTo(status);
  }

  @Test
  void aTokenIsWanted() throws Exception {
    start(WIDE, "0123456789abcdef");

    assertThat(statusOf("Host: anything")).isEqualTo(401);
    assertThat(statusOf("Host: anything\r\nAuthorization: Bearer 0123456789abcdeX")).isEqualTo(401);
    assertThat(statusOf("Host: anything\r\nAuthorization: Basic 0123456789abcdef")).isEqualTo(401);
    assertThat(statusOf("Host: anything\r\nAuthorization: Bearer 0123456789abcdef")).isEqualTo(200);
    assertThat(
            statusOf(
                "Host: anything\r\nAuthorization: Bearer 0123456789abcdef\r\nOrigin: http://evil"))
        .isEqualTo(403);
  }

  /** Nothing of a body has to come, so nothing is kept of one. */
  @Test
  void aRequestIsRefusedBeforeItsBodyComes() throws Exception {
    start(WIDE, "0123456789abcdef");
    URI uri = URI.create(gateway.url());
    try (Socket socket = new Socket(uri.getHost(), uri.getPort())) {
      String head = "POST /v2/sessions HTTP/1.1\r\nHost: x\r\nContent-Length: 500000\r\n\r\n";
      socket.getOutputStream().write(head.getBytes(StandardCharsets.UTF_8));
      byte[] status = socket.getInputStream().readNBytes(12);
      assertThat(new String(status, StandardCharsets.UTF_8)).isEqualTo("HTTP/1.1 401");

      // Who sends it all the same can read the answer to its end.
      socket.getOutputStream().write(new byte[500_000]);
      byte[] answer = socket.getInputStream().readAllBytes();
      assertThat(new String(answer, StandardCharsets.UTF_8))
          .contains("connection: close")
          .endsWith(
              "{\"errors\":[\"This server wants its token: 'Authorization: Bearer TOKEN'.\"]}");
    }
  }

  /** The status of the answer to a request with just these headers. */
  private int statusOf(String headers) throws IOException {
    URI uri = URI.create(gateway.url());
    try (Socket socket = new Socket(uri.getHost(), uri.getPort())) {
      OutputStream out = socket.getOutputStream();
      out.write(
          ("GET /info HTTP/1.1\r\n" + headers + "\r\nConnection: close\r\n\r\n")
              .getBytes(StandardCharsets.UTF_8));
      String answer = new String(socket.getInputStream().readAllBytes(), StandardCharsets.UTF_8);
      assertThat(answer).startsWith("HTTP/1.1 ");
      return Integer.parseInt(answer.substring(9, 12));
    }
  }
}
