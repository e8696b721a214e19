package dev.tidemark.cli.page;

import static org.assertj.core.api.Assertions.assertThat;

import dev.tidemark.cli.CompiledProgram;
import java.io.IOException;
import java.io.OutputStream;
import java.net.InetAddress;
import java.net.ServerSocket;
import java.net.Socket;
import java.net.http.HttpResponse;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import org.apache.flink.shaded.jackson2.com.fasterxml.jackson.databind.JsonNode;
import org.apache.flink.shaded.jackson2.com.fasterxml.jackson.databind.ObjectMapper;
import org.apache.flink.shaded.jackson2.com.fasterxml.jackson.databind.node.ObjectNode;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Programs of the page, each in a process of its own, over real sockets. */
class ProgramPageTest {

  private static final ObjectMapper JSON = new ObjectMapper();

  @TempDir private Path home;

  private PageServer server;
  private PageClient client;
  private Path jar;

  @BeforeEach
  void start() throws IOException {
    server = PageServer.start(0, PagedScript.configuration(), home, PageLimits.DEFAULT, node -> {});
    client = new PageClient(server.url());
    jar = CompiledProgram.jar(home, TypedTimes.class);
  }

  @AfterEach
  void stop() {
    server.close();
  }

  /** Delay 2 s, windows of 3 s that take late rows 1 s longer. */
  @Test
  void eachLineThatIsTypedShowsWhatItDoes() throws Exception {
    int run = client.begin(program("{port}"));
    client.await(run, "/input", "true");

    type(run, "10955");
    JsonNode first = client.await(run, "/statements/0/lanes/0/rows", "1");
    assertThat(first.at("/statements/0/lanes/0/points").toString())
        .isEqualTo("[[1,10955,null,0,null,null,\"10955\"]]");
    assertThat(first.at("/statements/0/lanes/0/steps").toString()).isEqualTo("[[1,8954]]");
    assertThat(first.at("/statements/0/lanes/0/bands/0/windows").toString())
        .isEqualTo("[[9000,12000]]");
    assertThat(first.at("/statements/0/lanes/0/bands/0/lateness").asInt()).isEqualTo(1_000);

    // Closes the window up to 12 s, which still takes the next row, and not the last.
    type(run, "14500\n11000");
    client.await(run, "/statements/0/lanes/0/rows", "3");
    type(run, "15900\n11500");
    JsonNode last = client.await(run, "/statements/0/lanes/0/rows", "5");
    assertThat(last.at("/statements/0/lanes/0/points/4").toString())
        .isEqualTo("[5,11500,13899,2,null,null,\"11500\"]");
    assertThat(last.at("/statements/0/lost").asInt()).isEqualTo(1);
    assertThat(last.at("/out").asText()).isEqualTo("10955\n21955\n");

    assertThat(client.post("/api/runs/" + run + "/end-input", "").statusCode()).isEqualTo(200);
    JsonNode over = client.awaitState(run, "done");
    assertThat(over.at("/out").asText()).isEqualTo("10955\n21955\n14500\n15900\n");
    assertThat(over.at("/statements/0/conclusion").asText()).startsWith("1 row of 5 dropped");
    assertThat(client.post("/api/runs/" + run + "/lines", "1").statusCode()).isEqualTo(409);
  }

  /** As from nc -lk: the program connects to whoever listens, and the page only looks on. */
  @Test
  void aSocketOfOnesOwnServesAsWellAndTheRunCanBeStopped() throws Exception {
    try (ServerSocket own = new ServerSocket(0, 1, InetAddress.getLoopbackAddress())) {
      int run = client.begin(program(String.valueOf(own.getLocalPort())));
      try (Socket reader = own.accept()) {
        OutputStream out = reader.getOutputStream();
        out.write("10955\n".getBytes(StandardCharsets.UTF_8));
        JsonNode seen = client.await(run, "/statements/0/lanes/0/rows", "1");
        assertThat(seen.path("input").asBoolean()).isFalse();

        client.post("/api/runs/" + run + "/stop", "");
        JsonNode over = client.awaitState(run, "stopped");
        assertThat(over.path("err").asText()).isEmpty();
      }
    }
  }

  @Test
  void aProgramThatWaitsIsStoppedWhereItStands() throws Exception {
    ObjectNode body = (ObjectNode) JSON.readTree(program("{port}"));
    int run = client.begin(body.put("paused", true).toString());
    client.await(run, "/input", "true");
    type(run, "10955\n14500\n11000\n15900");
    client.awaitState(run, "paused");
    client.post("/api/runs/" + run + "/step", "");
    client.await(run, "/statements/0/lanes/0/rows", "2");

    client.post("/api/runs/" + run + "/stop", "");

    JsonNode over = client.awaitState(run, "stopped");
    assertThat(over.at("/statements/0/lanes/0/rows").asInt()).isEqualTo(2);
    assertThat(over.at("/statements/0/complete").asBoolean(true)).isFalse();
  }

  @Test
  void whatEndsBeforeItsTimeSaysWhy() throws Exception {
    int missing = client.begin("{\"program\":{\"jar\":\"nowhere.jar\"}}");
    int option = client.begin("{\"program\":{\"jar\":\"--help\"}}");

    assertThat(client.awaitState(missing, "failed").path("err").asText())
        .isEqualTo("tidemark: there is no jar nowhere.jar.\n");
    assertThat(client.awaitState(option, "failed").path("err").asText())
        .isEqualTo("tidemark: there is no jar ./--help.\n");
  }

  @Test
  void aProgramThatEndsItsProcessSaysSoWithAllThatItHasPrinted() throws Exception {
    int fine = client.begin(program("exit", "0", "3"));
    int failed = client.begin(program("exit", "7", "300000"));

    JsonNode seen = client.awaitState(fine, "done");
    assertThat(seen.path("out").asText()).isEqualTo("so far\n");
    assertThat(seen.path("err").asText())
        .isEqualTo("xxx\ntidemark: the program has ended its process with exit code 0.\n");
    assertThat(seen.path("errLeft").asLong()).isZero();
    seen = client.awaitState(failed, "failed");
    assertThat(seen.path("out").asText()).isEqualTo("so far\n");
    assertThat(seen.path("err").asText()).endsWith("exit code 7.\n");
    assertThat(seen.path("errLeft").asLong()).isEqualTo(300_001 - CappedOutput.CAP);
  }

  @Test
  void argumentsAreAListOfWords() throws Exception {
    HttpResponse<String> refused =
        client.post("/api/runs", "{\"program\":{\"jar\":\"a.jar\",\"arguments\":\"--port 1\"}}");

    assertThat(refused.statusCode()).isEqualTo(400);
    assertThat(refused.body()).startsWith("arguments is a list of words");
  }

  private void type(int run, String lines) throws Exception {
    assertThat(client.post("/api/runs/" + run + "/lines", lines).statusCode()).isEqualTo(200);
  }

  private String program(String... arguments) {
    ObjectNode body = JSON.createObjectNode();
    ObjectNode program = body.putObject("program").put("jar", jar.toString());
    for (String each : arguments) {
      program.withArray("arguments").add(each);
    }
    return body.toString();
  }
}
