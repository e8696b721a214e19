package dev.tidemark.labs.model;

import dev.tidemark.labs.Spec;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/** Columns by new name; the word {@code watermark} stands for the watermark that a row meets. */
record SelectOperation(Map<String, String> columns) implements Operation {

  private static final String WATERMARK = "watermark";

  static Operation of(Spec spec) {
    Map<String, String> columns = new LinkedHashMap<>();
    for (Spec column : spec.list()) {
      String[] words = column.text().split(" as ", 2);
      columns.put(words[words.length - 1], words[0]);
    }
    return new SelectOperation(columns);
  }

  @Override
  public List<Change> apply(List<Change> input, Mode mode) {
    return input.stream().map(c -> new Change(c.kind(), selected(c.row()))).toList();
  }

  @Override
  public List<String> columns(List<String> input) {
    return List.copyOf(columns.keySet());
  }

  private Row selected(Row row) {
    Map<String, Object> values = new LinkedHashMap<>();
    columns.forEach(
        (name, from) ->
            values.put(name, from.equals(WATERMARK) ? row.watermark() : row.value(from)));
    return new Row(values, row.watermark());
  }
}
