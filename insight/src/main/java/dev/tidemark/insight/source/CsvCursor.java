package dev.tidemark.insight.source;

import dev.tidemark.runtime.compat.FileFormats;
import java.io.IOException;
import java.io.InputStream;
import java.io.InputStreamReader;
import java.nio.charset.StandardCharsets;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.Objects;
import org.apache.flink.shaded.jackson2.com.fasterxml.jackson.databind.JsonNode;
import org.apache.flink.shaded.jackson2.com.fasterxml.jackson.databind.MappingIterator;
import org.apache.flink.shaded.jackson2.com.fasterxml.jackson.databind.ObjectReader;

/** CSV files of any kind, read as Flink's CsvReaderFormat reads them, record by record. */
final class CsvCursor implements RowCursor {
  private final FileFormats.Csv csv;
  private final KeptLines lines;
  private final MappingIterator<Object> records;
  private long ordinal;

  CsvCursor(FileFormats.Csv csv, InputStream in) throws IOException {
    this.csv = csv;
    this.lines = new KeptLines(new InputStreamReader(in, StandardCharsets.UTF_8));
    this.records = csv.mapper().readerFor(csv.rootType()).with(csv.schema()).readValues(lines);
  }

  @Override
  public Found to(long wanted) throws IOException {
    while (records.hasNext()) {
      Object record;
      try {
        record = records.next();
      } catch (RuntimeException e) {
        if (csv.skipsErrors()) {
          continue;
        }
        return null;
      }
      if (csv.skipsErrors() && !csv.converts().apply(record)) {
        continue;
      }
      long end = lastLine();
      if (++ordinal == wanted) {
        Map<String, String> values = values(record);
        long line = end - lineEnds(values);
        return new Found(line, end, lines.text(line, end), () -> values);
      }
      // Not the line itself: the parser may not have taken its end yet.
      lines.forgetBefore(end);
    }
    return null;
  }

  /**
   * The parser knows where it stands: at the record's end or, where comments are allowed, behind
   * the comments and empty lines that follow it.
   */
  private long lastLine() {
    long line = lines.lineAt(records.getParser().currentLocation().getCharOffset());
    if (csv.schema().allowsComments()) {
      while (line > 1 && (lines.text(line).isBlank() || lines.text(line).startsWith("#"))) {
        line--;
      }
    }
    return line;
  }

  /** The columns of one line. */
  static Map<String, String> values(ObjectReader reader, String line) throws IOException {
    try (MappingIterator<Object> records = reader.readValues(line)) {
      return records.hasNext() ? values(records.next()) : Map.of();
    }
  }

  private static Map<String, String> values(Object record) {
    Map<String, String> values = new LinkedHashMap<>();
    if (record instanceof JsonNode node) {
      node.properties().forEach(field -> values.put(field.getKey(), text(field.getValue())));
    }
    return values;
  }

  /** Lines of a record before its last one. */
  private static long lineEnds(Map<String, String> values) {
    return values.values().stream()
        .filter(Objects::nonNull)
        .mapToLong(value -> value.chars().filter(c -> c == '\n').count())
        .sum();
  }

  private static String text(JsonNode value) {
    if (value.isNull()) {
      return null;
    }
    return value.isValueNode() ? value.asText() : value.toString();
  }

  @Override
  public void close() throws IOException {
    records.close();
  }
}
