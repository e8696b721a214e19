package dev.tidemark.labs.model;

import dev.tidemark.labs.Spec;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/**
 * {@code GROUP BY}. In streaming mode each change of a group takes the old result back and puts the
 * new one in its place, unless both are equal; a group without rows goes. In batch mode there are
 * final rows only.
 */
record GroupOperation(List<String> by, Map<String, String> functions) implements Operation {

  static Operation of(Spec spec) {
    spec.only("by", "values");
    return new GroupOperation(spec.texts("by"), Aggregate.functions(spec.get("values")));
  }

  @Override
  public List<Change> apply(List<Change> input, Mode mode) {
    Map<List<Object>, Aggregate> groups = new LinkedHashMap<>();
    List<Change> log = new ArrayList<>();
    for (Change change : input) {
      List<Object> key = change.row().key(by);
      Aggregate group = groups.computeIfAbsent(key, k -> Aggregate.of(functions));
      Row before = group.isEmpty() ? null : result(key, group);
      group.add(change.row(), change.kind().adds());
      emit(before, group.isEmpty() ? null : result(key, group), log);
    }
    if (mode == Mode.STREAMING) {
      return log;
    }
    if (by.isEmpty()) {
      groups.putIfAbsent(List.of(), Aggregate.of(functions));
    }
    List<Change> rows = new ArrayList<>();
    groups.forEach((key, group) -> rows.add(Change.insert(result(key, group))));
    return rows;
  }

  @Override
  public List<String> columns(List<String> input) {
    List<String> columns = new ArrayList<>(by);
    columns.addAll(functions.keySet());
    return columns;
  }

  private static void emit(Row before, Row after, List<Change> log) {
    if (before == null && after != null) {
      log.add(Change.insert(after));
    } else if (before != null && after == null) {
      log.add(new Change(Kind.DELETE, before));
    } else if (before != null && !before.equals(after)) {
      log.add(new Change(Kind.UPDATE_BEFORE, before));
      log.add(new Change(Kind.UPDATE_AFTER, after));
    }
  }

  private Row result(List<Object> key, Aggregate group) {
    Map<String, Object> values = new LinkedHashMap<>();
    for (int i = 0; i < by.size(); i++) {
      values.put(by.get(i), key.get(i));
    }
    group.putTo(values);
    return new Row(values, null);
  }
}
