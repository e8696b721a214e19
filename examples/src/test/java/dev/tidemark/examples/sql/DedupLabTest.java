package dev.tidemark.examples.sql;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import org.junit.jupiter.api.Test;

/**
 * The recorded outputs of the deduplication lab against what plain Java makes of the same files.
 */
class DedupLabTest {

  @Test
  void countSeesRowsAndOrders() throws IOException {
    assertThat(table("count").rows())
        .containsExactly(
            List.of(String.valueOf(events().size()), String.valueOf(firstByOrder().size())));
  }

  @Test
  void keepFirstOnlyInserts() throws IOException {
    Tableau first = table("first");

    assertThat(first.column("op")).containsOnly("+I");
    assertThat(first.finalRows("order_id")).isEqualTo(byKey(firstByOrder()));
  }

  @Test
  void keepLastTakesBackOnceForEveryFurtherRow() throws IOException {
    Tableau last = table("last");
    int orders = lastByOrder().size();
    int furtherRows = events().size() - orders;

    assertThat(last.finalRows("order_id")).isEqualTo(byKey(lastByOrder()));
    assertThat(last.count("+I")).isEqualTo(orders);
    assertThat(last.count("-U")).isEqualTo(furtherRows);
    assertThat(last.count("+U")).isEqualTo(furtherRows);
  }

  @Test
  void theBoardAddsUpToTheNumberOfOrders() throws IOException {
    Map<String, long[]> expected = new TreeMap<>();
    for (List<String> row : lastByOrder().values()) {
      long[] bucket = expected.computeIfAbsent(row.get(1), status -> new long[2]);
      bucket[0]++;
      bucket[1] += Long.parseLong(row.get(2));
    }

    Map<List<String>, List<String>> board = table("board").finalRows("status");

    assertThat(board).hasSameSizeAs(expected);
    expected.forEach(
        (status, bucket) ->
            assertThat(board.get(List.of(status)))
                .containsExactly(status, String.valueOf(bucket[0]), String.valueOf(bucket[1])));
  }

  @Test
  void theRankMakesTheLogLongerAndNotTheResult() throws IOException {
    Tableau ranked = table("topn");
    Tableau unranked = table("topn-norank");
    List<List<String>> expected = topThree();

    assertThat(ranked.finalRows("category", "rn").values())
        .containsExactlyInAnyOrderElementsOf(expected);
    assertThat(unranked.finalRows("category", "product").values())
        .containsExactlyInAnyOrderElementsOf(
            expected.stream().map(row -> row.subList(0, 3)).toList());
    assertThat(unranked.rows()).hasSizeLessThan(ranked.rows().size());
  }

  @Test
  void thePlansTellTheTwoApart() {
    List<String> plans =
        new Lab("dedup", "explain")
            .expected()
            .lines()
            .filter(line -> line.contains("Deduplicate("))
            .toList();

    assertThat(plans).hasSize(2);
    assertThat(plans.get(0)).contains("keep=[FirstRow]", "outputInsertOnly=[true]");
    assertThat(plans.get(1)).contains("keep=[LastRow]", "outputInsertOnly=[false]");
  }

  private static Tableau table(String script) {
    return new Lab("dedup", script).expectedTables().get(0);
  }

  /** order_id, status, amount of every row, in arrival order. */
  private static List<List<String>> events() throws IOException {
    return csv("dedup_events.csv").stream().map(row -> row.subList(0, 3)).toList();
  }

  private static Map<String, List<String>> firstByOrder() throws IOException {
    Map<String, List<String>> rows = new LinkedHashMap<>();
    events().forEach(row -> rows.putIfAbsent(row.get(0), row));
    return rows;
  }

  private static Map<String, List<String>> lastByOrder() throws IOException {
    Map<String, List<String>> rows = new LinkedHashMap<>();
    events().forEach(row -> rows.put(row.get(0), row));
    return rows;
  }

  private static Map<List<String>, List<String>> byKey(Map<String, List<String>> rows) {
    Map<List<String>, List<String>> result = new LinkedHashMap<>();
    rows.forEach((key, row) -> result.put(List.of(key), row));
    return result;
  }

  /** category, product, total and rank of the three best of each category. */
  private static List<List<String>> topThree() throws IOException {
    Map<String, Map<String, Integer>> totals = new TreeMap<>();
    for (List<String> sale : csv("dedup_sales.csv")) {
      totals
          .computeIfAbsent(sale.get(1), category -> new TreeMap<>())
          .merge(sale.get(2), Integer.valueOf(sale.get(3)), Integer::sum);
    }
    List<List<String>> result = new ArrayList<>();
    totals.forEach(
        (category, products) -> {
          List<String> ranked =
              products.keySet().stream()
                  .sorted(Comparator.comparing(products::get, Comparator.reverseOrder()))
                  .limit(3)
                  .toList();
          for (String product : ranked) {
            String rank = String.valueOf(1 + ranked.indexOf(product));
            result.add(List.of(category, product, String.valueOf(products.get(product)), rank));
          }
        });
    return result;
  }

  private static List<List<String>> csv(String name) throws IOException {
    return Files.readAllLines(Path.of("examples/data", name)).stream()
        .map(line -> List.of(line.split(",", -1)))
        .toList();
  }
}
