package dev.tidemark.labs.model;

import dev.tidemark.labs.LabException;
import java.time.LocalDateTime;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/**
 * A row: numbers are {@link Long}, times {@link LocalDateTime}, the rest text.
 *
 * @param values by column, in the order of the columns
 * @param watermark where event time stood when the row came; null before the first watermark, in
 *     batch mode, and once rows no longer are those of the source
 */
record Row(Map<String, Object> values, LocalDateTime watermark) {

  Object value(String column) {
    if (!values.containsKey(column)) {
      throw new IllegalArgumentException("there is no column " + column + " in " + values.keySet());
    }
    return values.get(column);
  }

  LocalDateTime time(String column) {
    if (value(column) instanceof LocalDateTime time) {
      return time;
    }
    throw new LabException("the lab takes the column " + column + " for a time, which it is not.");
  }

  long number(String column) {
    if (value(column) instanceof Long number) {
      return number;
    }
    throw new LabException(
        "the lab takes the column " + column + " for a whole number, which it is not.");
  }

  List<Object> key(List<String> columns) {
    return columns.stream().map(this::value).toList();
  }

  Row at(LocalDateTime newWatermark) {
    return new Row(values, newWatermark);
  }

  Row with(String column, Object value) {
    Map<String, Object> more = new LinkedHashMap<>(values);
    more.put(column, value);
    return new Row(more, watermark);
  }
}
