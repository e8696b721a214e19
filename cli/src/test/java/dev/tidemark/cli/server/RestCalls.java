package dev.tidemark.cli.server;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.util.ArrayList;
import java.util.List;
import org.apache.flink.shaded.jackson2.com.fasterxml.jackson.databind.JsonNode;
import org.apache.flink.shaded.jackson2.com.fasterxml.jackson.databind.ObjectMapper;

/** Flink's SQL Gateway REST protocol as somebody with curl speaks it. */
final class RestCalls {

  private final ObjectMapper mapper = new ObjectMapper();
  private final HttpClient http = HttpClient.newHttpClient();
  private final String url;

  RestCalls(String url) {
    this.url = url;
  }

  record Answer(int status, JsonNode body) {
    String errors() {
      return body.path("errors").toString();
    }
  }

  /** The pages of a result, each with its rows. */
  record Result(List<List<JsonNode>> pages, JsonNode columns) {
    List<JsonNode> rows() {
      return pages.stream().flatMap(List::stream).toList();
    }
  }

  Answer call(String method, String path, String body) throws IOException, InterruptedException {
    HttpResponse<String> response =
        http.send(
            HttpRequest.newBuilder(URI.create(url + path))
                .method(method, HttpRequest.BodyPublishers.ofString(body))
                .build(),
            HttpResponse.BodyHandlers.ofString());
    return new Answer(response.statusCode(), mapper.readTree(response.body()));
  }

  String open() throws IOException, InterruptedException {
    Answer answer = call("POST", "/v2/sessions", "{}");
    assertThat(answer.status()).as(answer.errors()).isEqualTo(200);
    return answer.body().get("sessionHandle").asText();
  }

  void close(String session) throws IOException, InterruptedException {
    assertThat(call("DELETE", "/v2/sessions/" + session, "").status()).isEqualTo(200);
  }

  Answer submit(String session, String statement) throws IOException, InterruptedException {
    return call(
        "POST",
        "/v2/sessions/" + session + "/statements",
        mapper.createObjectNode().put("statement", statement).toString());
  }

  /** Begins a statement; the path under which its result is. */
  String begin(String session, String statement) throws IOException, InterruptedException {
    Answer answer = submit(session, statement);
    assertThat(answer.status()).as(answer.errors()).isEqualTo(200);
    return "/v2/sessions/"
        + session
        + "/operations/"
        + answer.body().get("operationHandle").asText()
        + "/result/0?rowFormat=JSON";
  }

  /** The next page that there is; waits for it. */
  Answer fetch(String path) throws IOException, InterruptedException {
    while (true) {
      Answer answer = call("GET", path, "");
      if (!answer.body().path("resultType").asText().equals("NOT_READY")) {
        return answer;
      }
      Thread.sleep(10);
    }
  }

  /** Runs a statement to its end. */
  Result run(String session, String statement) throws IOException, InterruptedException {
    String path = begin(session, statement);
    List<List<JsonNode>> pages = new ArrayList<>();
    while (true) {
      Answer answer = fetch(path);
      assertThat(answer.status()).as(answer.errors()).isEqualTo(200);
      List<JsonNode> rows = new ArrayList<>();
      answer.body().get("results").get("data").forEach(row -> rows.add(row.get("fields")));
      if (!rows.isEmpty()) {
        pages.add(rows);
      }
      if (answer.body().get("resultType").asText().equals("EOS")) {
        return new Result(pages, answer.body().get("results").get("columns"));
      }
      path = answer.body().get("nextResultUri").asText();
    }
  }
}
