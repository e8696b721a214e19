package dev.tidemark.insight.why;

import dev.tidemark.insight.source.FileRow;
import java.util.Map;

/**
 * Which source rows a question is about.
 *
 * @param column a column; null if the line is meant
 * @param value its value as text
 * @param line number of a line in a file, from 1, or of a row where there is no file
 */
public record WantedRow(String column, String value, long line) {

  /** Rows with a value in a column. */
  public static WantedRow withValue(String column, String value) {
    return new WantedRow(column, value, 0);
  }

  /** The row at a line. */
  public static WantedRow atLine(long line) {
    return new WantedRow(null, null, line);
  }

  boolean is(long ordinal, Map<String, String> values, FileRow there) {
    if (column == null) {
      return line == (there == null ? ordinal : there.line());
    }
    return value.equals(values.get(column));
  }

  @Override
  public String toString() {
    return column == null ? "line " + line : column + " = " + value;
  }
}
