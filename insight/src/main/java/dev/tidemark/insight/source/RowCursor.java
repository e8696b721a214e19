package dev.tidemark.insight.source;

import java.io.Closeable;
import java.io.IOException;
import java.io.InputStream;
import java.util.Map;
import java.util.function.Supplier;

/** Walks through a file. */
interface RowCursor extends Closeable {

  /** Opens a file from its beginning. */
  @FunctionalInterface
  interface Opener {
    InputStream open() throws IOException;
  }

  /**
   * A row.
   *
   * @param line number of its first line, from 1
   * @param lastLine number of its last line
   * @param text its lines
   * @param columns tells its columns apart; none if they cannot be
   */
  record Found(long line, long lastLine, String text, Supplier<Map<String, String>> columns) {
    Map<String, String> values() {
      return columns.get();
    }
  }

  /**
   * Goes on to a row.
   *
   * @param ordinal its number in the file, from 1; larger than the last one asked for, unless the
   *     cursor went {@link #back}
   * @return null if there is no such row
   * @throws NotPlainException if the file needs another kind of cursor
   */
  Found to(long ordinal) throws IOException;

  /**
   * Goes back, so that {@link #to} finds an earlier row.
   *
   * @param ordinal the row's number in the file, from 1
   * @return false if it cannot: then the file has to be opened again
   */
  default boolean back(long ordinal) throws IOException {
    return false;
  }

  /** The file is not as simple as this cursor needs it. */
  final class NotPlainException extends IOException {
    private static final long serialVersionUID = 1L;
  }
}
