package dev.tidemark.examples.sql;

import static org.assertj.core.api.Assertions.assertThat;

import dev.tidemark.examples.Tidemark;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.stream.Collectors;
import org.apache.flink.shaded.jackson2.com.fasterxml.jackson.databind.JsonNode;
import org.apache.flink.shaded.jackson2.com.fasterxml.jackson.databind.ObjectMapper;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/**
 * What {@code tidemark changelog} says of the deduplication lab, against the changelogs that
 * Flink's own client has printed and against the rules, applied to the data here.
 */
class ChangelogLabTest {

  @ParameterizedTest
  @ValueSource(strings = {"first", "last", "board", "topn", "topn-norank"})
  void theVolumesAreThoseThatFlinksClientPrints(String script) throws IOException {
    Tableau printed = new Lab("dedup", script).expectedTables().get(0);
    JsonNode result = changelog(script).at("/results/0");

    assertThat(result.at("/volume/insert").asLong()).isEqualTo(printed.count("+I"));
    assertThat(result.at("/volume/update_before").asLong()).isEqualTo(printed.count("-U"));
    assertThat(result.at("/volume/update_after").asLong()).isEqualTo(printed.count("+U"));
    assertThat(result.at("/volume/delete").asLong()).isEqualTo(printed.count("-D"));
    assertThat(result.at("/volume/total").asInt()).isEqualTo(printed.rows().size());

    // While ranks move, a product has two of them for a moment: whole rows are the key here.
    String[] wholeRow = printed.columns().stream().skip(1).toArray(String[]::new);
    Map<List<String>, List<String>> left = printed.finalRows(wholeRow);
    assertThat(result.at("/final/rows").asInt()).isEqualTo(left.size());
    assertThat(result.at("/final/keys").asInt()).isEqualTo(left.size());
    assertThat(listed(result)).containsExactlyInAnyOrderElementsOf(left.values());
  }

  @Test
  void oneCommandCountsRowsAndOrders() throws IOException {
    JsonNode counts = changelog("count").at("/results/0/final/listed/0");

    assertThat(counts.at("/n_rows").asInt()).isEqualTo(csv("dedup_events.csv").size());
    assertThat(counts.at("/n_orders").asInt()).isEqualTo(orders());
  }

  @Test
  void keepLastTellsRowsOrdersAndPairsInOneGo() throws IOException {
    JsonNode last = changelog("last");
    int rows = csv("dedup_events.csv").size();

    assertThat(last.at("/rows_in").asInt()).isEqualTo(rows);
    assertThat(last.at("/results/0/final/keys").asInt()).isEqualTo(orders());
    assertThat(last.at("/results/0/volume/update_before").asInt()).isEqualTo(rows - orders());
    assertThat(last.at("/advice/0/kind").asText()).isEqualTo("keep-last");
    assertThat(last.at("/advice/0/rows_then").asInt()).isEqualTo(orders());
    assertThat(changelog("first").at("/results/0/volume/total").asInt()).isEqualTo(orders());
  }

  @Test
  void theBoardTellsHowManyOrdersAreShipped() throws IOException {
    Map<String, String> lastStatus = new HashMap<>();
    csv("dedup_events.csv").forEach(row -> lastStatus.put(row.get(0), row.get(1)));
    long shipped = lastStatus.values().stream().filter("shipped"::equals).count();

    assertThat(find(changelog("board"), "status", "shipped").at("/orders").asLong())
        .isEqualTo(shipped);
  }

  @Test
  void theRankNumberCostsWhatTheAdviceSays() throws IOException {
    JsonNode ranked = changelog("topn");
    JsonNode unranked = changelog("topn-norank");
    JsonNode advice = null;
    for (JsonNode each : ranked.at("/advice")) {
      advice = each.at("/kind").asText().equals("rank-number") ? each : advice;
    }

    assertThat(advice).isNotNull();
    assertThat(advice.at("/rows_now").asLong())
        .isEqualTo(ranked.at("/results/0/volume/total").asLong());
    assertThat(advice.at("/rows_then").asLong())
        .isEqualTo(unranked.at("/results/0/volume/total").asLong());
    List<List<String>> sales = csv("dedup_sales.csv");
    assertThat(advice.at("/rows_now").asInt())
        .as("topn_log_rows")
        .isEqualTo(TopThreeModel.changes(sales, true));
    assertThat(advice.at("/rows_then").asInt())
        .as("norank_log_rows")
        .isEqualTo(TopThreeModel.changes(sales, false));
    assertThat(unranked.findValuesAsText("kind")).doesNotContain("rank-number");
    assertThat(find(ranked, "category", "books").at("/rn").asInt()).isEqualTo(1);
    assertThat(find(ranked, "category", "books").at("/product").asText()).isEqualTo(topBook());
  }

  private static String topBook() throws IOException {
    Map<String, Integer> totals = new TreeMap<>();
    for (List<String> sale : csv("dedup_sales.csv")) {
      if (sale.get(1).equals("books")) {
        totals.merge(sale.get(2), Integer.valueOf(sale.get(3)), Integer::sum);
      }
    }
    return totals.entrySet().stream()
        .max(Map.Entry.comparingByValue())
        .map(Map.Entry::getKey)
        .orElseThrow();
  }

  private static int orders() throws IOException {
    return csv("dedup_events.csv").stream()
        .map(row -> row.get(0))
        .collect(Collectors.toCollection(HashSet::new))
        .size();
  }

  /** The row that comes first by rank, where there is one, among those with a value. */
  private static JsonNode find(JsonNode run, String column, String value) {
    JsonNode found = null;
    for (JsonNode row : run.at("/results/0/final/listed")) {
      boolean better = found == null || row.path("rn").asInt() < found.path("rn").asInt();
      if (row.at("/" + column).asText().equals(value) && better) {
        found = row;
      }
    }
    return found;
  }

  private static List<List<String>> listed(JsonNode result) {
    List<List<String>> rows = new ArrayList<>();
    for (JsonNode row : result.at("/final/listed")) {
      List<String> values = new ArrayList<>();
      row.forEach(value -> values.add(value.asText()));
      rows.add(values);
    }
    return rows;
  }

  /** The only run of a script of the lab. */
  private static JsonNode changelog(String script) throws IOException {
    List<String> arguments = new ArrayList<>(List.of("changelog", "--format", "json"));
    arguments.addAll(new Lab("dedup", script).arguments());
    Tidemark run = Tidemark.here(arguments);
    assertThat(run.exitCode()).as(run.err()).isZero();
    JsonNode document = new ObjectMapper().readTree(run.out());
    assertThat(document.at("/schema").asText()).isEqualTo("tidemark.changelog/1");
    assertThat(document.at("/statements")).hasSize(1);
    return document.at("/statements/0");
  }

  private static List<List<String>> csv(String name) throws IOException {
    return Files.readAllLines(Path.of("examples/data", name)).stream()
        .map(line -> List.of(line.split(",", -1)))
        .toList();
  }
}
