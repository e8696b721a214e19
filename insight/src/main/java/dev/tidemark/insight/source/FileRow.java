package dev.tidemark.insight.source;

import java.util.Map;
import java.util.function.Supplier;

/**
 * A row as it stands in its file.
 *
 * @param file the file, without {@code file:} where it is a local one
 * @param line number of its first line, from 1
 * @param text the line, or the first of its lines
 * @param columns tells all columns of the file apart, those that the query does not read too
 */
public record FileRow(String file, long line, String text, Supplier<Map<String, String>> columns) {
  /** All columns by name; empty if they cannot be told apart. */
  public Map<String, String> values() {
    return columns.get();
  }
}
