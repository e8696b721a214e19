package dev.tidemark.insight.why;

import dev.tidemark.insight.source.FileRow;
import java.util.Map;
import java.util.Set;

/**
 * Which source rows a question is about.
 *
 * @param column a column; null if the line is meant
 * @param value its value as text
 * @param line number of a line in a file, from 1, or of a row where there is no file
 * @param required whether a job must not begin if none of its sources has the column
 */
public record WantedRow(String column, String value, long line, boolean required) {

  /** Rows with a value in a column. */
  public static WantedRow withValue(String column, String value) {
    return new WantedRow(column, value, 0, false);
  }

  /** The row at a line; of a row with several lines, any of them. */
  public static WantedRow atLine(long line) {
    return new WantedRow(null, null, line, false);
  }

  /** The same row, in a job that is the only one that may have it. */
  public WantedRow inEveryJob() {
    return new WantedRow(column, value, line, true);
  }

  boolean is(long ordinal, Map<String, String> values, FileRow there) {
    if (column == null) {
      return there == null ? line == ordinal : there.isAt(line);
    }
    return value.equals(values.get(column));
  }

  /** Whether a job whose sources have these columns cannot answer, and should not begin. */
  boolean isRefusedBy(Set<String> columns) {
    return required && column != null && !columns.isEmpty() && !columns.contains(column);
  }

  @Override
  public String toString() {
    return column == null ? "line " + line : column + " = '" + value + "'";
  }
}
