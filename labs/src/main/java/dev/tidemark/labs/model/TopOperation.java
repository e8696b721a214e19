package dev.tidemark.labs.model;

import dev.tidemark.labs.Spec;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/**
 * The rows with the largest (or smallest) values of a column, of each partition. A row that goes
 * closes the ranking up, one that comes stands behind equal ones. Where the rank is shown, each
 * place that shifts is written anew; where it is not, only what leaves the top and what enters it.
 */
record TopOperation(int limit, List<String> by, String order, boolean largest, String rank)
    implements Operation {

  static Operation of(Spec spec) {
    spec.only("rows", "by", "largest", "smallest", "rank");
    boolean largest = spec.has("largest");
    return new TopOperation(
        spec.number("rows", 1),
        spec.texts("by"),
        spec.text(largest ? "largest" : "smallest"),
        largest,
        spec.text("rank", ""));
  }

  @Override
  public List<Change> apply(List<Change> input, Mode mode) {
    Map<List<Object>, List<Row>> partitions = new LinkedHashMap<>();
    List<Change> log = new ArrayList<>();
    for (Change change : input) {
      List<Row> ranking =
          partitions.computeIfAbsent(change.row().key(by), key -> new ArrayList<>());
      List<Row> before = top(ranking);
      if (change.kind().adds()) {
        ranking.add(place(ranking, change.row()), change.row());
      } else {
        ranking.remove(change.row());
      }
      emit(before, top(ranking), log);
    }
    return mode == Mode.STREAMING
        ? log
        : partitions.values().stream().flatMap(r -> top(r).stream()).map(Change::insert).toList();
  }

  @Override
  public List<String> columns(List<String> input) {
    List<String> columns = new ArrayList<>(input);
    if (!rank.isEmpty() && !columns.contains(rank)) {
      columns.add(rank);
    }
    return columns;
  }

  private int place(List<Row> ranking, Row row) {
    int place = 0;
    while (place < ranking.size() && !isBefore(row, ranking.get(place))) {
      place++;
    }
    return place;
  }

  private boolean isBefore(Row row, Row other) {
    int comparison = Long.compare(row.number(order), other.number(order));
    return largest ? comparison > 0 : comparison < 0;
  }

  private List<Row> top(List<Row> ranking) {
    List<Row> top = new ArrayList<>();
    for (Row row : ranking.subList(0, Math.min(limit, ranking.size()))) {
      top.add(rank.isEmpty() ? row : row.with(rank, top.size() + 1L));
    }
    return top;
  }

  private void emit(List<Row> before, List<Row> after, List<Change> log) {
    if (rank.isEmpty()) {
      before.stream().filter(r -> !after.contains(r)).forEach(r -> log.add(gone(r)));
      after.stream().filter(r -> !before.contains(r)).forEach(r -> log.add(Change.insert(r)));
      return;
    }
    for (int i = 0; i < Math.max(before.size(), after.size()); i++) {
      Row old = i < before.size() ? before.get(i) : null;
      Row now = i < after.size() ? after.get(i) : null;
      if (old == null) {
        log.add(Change.insert(now));
      } else if (now == null) {
        log.add(gone(old));
      } else if (!old.equals(now)) {
        log.add(new Change(Kind.UPDATE_BEFORE, old));
        log.add(new Change(Kind.UPDATE_AFTER, now));
      }
    }
  }

  private static Change gone(Row row) {
    return new Change(Kind.DELETE, row);
  }
}
