package dev.tidemark.cli.page;

import static org.assertj.core.api.Assertions.assertThat;

import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import org.apache.flink.shaded.jackson2.com.fasterxml.jackson.databind.JsonNode;
import org.apache.flink.shaded.jackson2.com.fasterxml.jackson.databind.ObjectMapper;

/** Asks a page as its script does. */
final class PageClient {

  private static final ObjectMapper JSON = new ObjectMapper();

  private final HttpClient client = HttpClient.newHttpClient();
  private final URI page;

  PageClient(String url) {
    this.page = URI.create(url);
  }

  URI uri(String path) {
    return page.resolve(path);
  }

  HttpResponse<String> get(String path) throws Exception {
    return client.send(
        HttpRequest.newBuilder(uri(path)).build(), HttpResponse.BodyHandlers.ofString());
  }

  HttpResponse<String> post(String path, String body) throws Exception {
    return client.send(
        HttpRequest.newBuilder(uri(path))
            .header(PageExchange.OWN_HEADER, "page")
            .POST(HttpRequest.BodyPublishers.ofString(body))
            .build(),
        HttpResponse.BodyHandlers.ofString());
  }

  /** Starts a run; its number. */
  int begin(String body) throws Exception {
    HttpResponse<String> started = post("/api/runs", body);
    assertThat(started.statusCode()).describedAs(started.body()).isEqualTo(201);
    return JSON.readTree(started.body()).path("run").asInt();
  }

  JsonNode awaitState(int run, String state) throws Exception {
    return await(run, "/state", state);
  }

  /** Each answer comes when there is news, so this does not spin. */
  JsonNode await(int run, String pointer, String value) throws Exception {
    long known = -1;
    JsonNode seen = null;
    for (int i = 0; i < 1_000; i++) {
      seen = JSON.readTree(get("/api/runs/" + run + "?after=" + known).body());
      if (seen.at(pointer).asText().equals(value)) {
        return seen;
      }
      known = seen.path("changes").asLong();
    }
    throw new AssertionError(pointer + " is never " + value + ": " + seen);
  }
}
