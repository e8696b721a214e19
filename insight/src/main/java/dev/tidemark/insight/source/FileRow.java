package dev.tidemark.insight.source;

import dev.tidemark.insight.text.OneLine;
import java.util.Map;
import java.util.function.Supplier;

/**
 * A row as it stands in its file. A quoted value may hold line ends: then a row has several lines.
 *
 * @param file the file, without {@code file:} where it is a local one
 * @param line number of its first line, from 1
 * @param lastLine number of its last line; {@code line} for most rows
 * @param text all of its lines, without the end of the last one
 * @param columns tells all columns of the file apart, those that the query does not read too
 */
public record FileRow(
    String file, long line, long lastLine, String text, Supplier<Map<String, String>> columns) {
  /** All columns by name; empty if they cannot be told apart. */
  public Map<String, String> values() {
    return columns.get();
  }

  /** Its line, such as 7, or its lines, such as 7-9. */
  public String lines() {
    return line == lastLine ? String.valueOf(line) : line + "-" + lastLine;
  }

  /** Whether a line of the file is one of its lines. */
  public boolean isAt(long lineOfFile) {
    return line <= lineOfFile && lineOfFile <= lastLine;
  }

  /** The name of the file, without its directory, and the line or lines. */
  public String place() {
    return file.substring(file.lastIndexOf('/') + 1) + ":" + lines();
  }

  /** The text on one line, as {@link OneLine} shows it. */
  public String onOneLine() {
    return OneLine.of(text);
  }
}
