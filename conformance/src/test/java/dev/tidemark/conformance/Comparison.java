package dev.tidemark.conformance;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.stream.Collectors;
import org.apache.flink.types.Row;
import org.apache.flink.types.RowKind;

/**
 * How two outputs are compared.
 *
 * <ul>
 *   <li>{@code exact}: line by line. For a query that one source feeds.
 *   <li>{@code changelog}: the changelog is replayed, and what remains is compared as a multiset.
 *       For several sources: a cluster interleaves them as it likes.
 *   <li>{@code changelog by 0, 2}: as {@code changelog}, and the changes of each value of these
 *       columns (from 0) are compared line by line.
 * </ul>
 */
record Comparison(boolean exact, List<Integer> keyColumns) {

  static Comparison parse(String text) {
    if (text.equals("exact")) {
      return new Comparison(true, List.of());
    }
    if (text.equals("changelog")) {
      return new Comparison(false, List.of());
    }
    if (text.startsWith("changelog by ")) {
      String[] columns = text.substring("changelog by ".length()).split(",\\s*", -1);
      return new Comparison(false, Arrays.stream(columns).map(Integer::valueOf).toList());
    }
    throw new IllegalArgumentException("unknown comparison: " + text);
  }

  void check(List<Row> actual, List<Row> expected) {
    if (exact) {
      assertThat(lines(actual)).isEqualTo(lines(expected));
      return;
    }
    assertThat(replayed(actual)).isEqualTo(replayed(expected));
    if (!keyColumns.isEmpty()) {
      assertThat(byKey(actual)).isEqualTo(byKey(expected));
    }
  }

  /** One line a row, the kind of change in front. */
  static String lines(List<Row> rows) {
    return rows.stream().map(Row::toString).collect(Collectors.joining("\n"));
  }

  /** What remains of each row when all changes are applied; a count below zero stays visible. */
  private static String replayed(List<Row> rows) {
    Map<String, Integer> counts = new TreeMap<>();
    for (Row row : rows) {
      boolean adds = row.getKind() == RowKind.INSERT || row.getKind() == RowKind.UPDATE_AFTER;
      Row plain = Row.copy(row);
      plain.setKind(RowKind.INSERT);
      counts.merge(plain.toString(), adds ? 1 : -1, Integer::sum);
    }
    return counts.entrySet().stream()
        .filter(entry -> entry.getValue() != 0)
        .map(entry -> entry.getValue() + " x " + entry.getKey())
        .collect(Collectors.joining("\n"));
  }

  private String byKey(List<Row> rows) {
    Map<String, List<Row>> groups = new TreeMap<>();
    for (Row row : rows) {
      String key =
          keyColumns.stream()
              .map(column -> String.valueOf(row.getField((int) column)))
              .collect(Collectors.joining(", "));
      groups.computeIfAbsent(key, ignored -> new ArrayList<>()).add(row);
    }
    return groups.entrySet().stream()
        .map(entry -> entry.getKey() + ":\n" + lines(entry.getValue()))
        .collect(Collectors.joining("\n"));
  }
}
