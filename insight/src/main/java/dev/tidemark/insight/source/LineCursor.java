package dev.tidemark.insight.source;

import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.InputStream;
import java.nio.charset.StandardCharsets;
import java.util.Map;

/**
 * Files with a row a line. Finding a row costs no more than counting line ends.
 *
 * <p>CSV files are like that when there are no quotes, escapes, comments or rows that are skipped.
 */
final class LineCursor implements RowCursor {
  private static final int BLOCK = 1 << 16;

  /** Tells the columns of a line apart. */
  @FunctionalInterface
  interface Columns {
    Map<String, String> of(String line) throws IOException;
  }

  private final InputStream in;
  private final int quote;
  private final Columns columns;
  private final byte[] block = new byte[BLOCK];
  private int position;
  private int length;
  private long line = 1;

  /**
   * @param quote the character whose presence means that a row need not be a line; -1 for none
   */
  LineCursor(InputStream in, int quote, Columns columns) {
    this.in = in;
    this.quote = quote;
    this.columns = columns;
  }

  @Override
  public Found to(long ordinal) throws IOException {
    while (line < ordinal) {
      if (!skipLine(null)) {
        return null;
      }
    }
    ByteArrayOutputStream bytes = new ByteArrayOutputStream();
    if (!skipLine(bytes) && bytes.size() == 0) {
      return null;
    }
    String text = bytes.toString(StandardCharsets.UTF_8);
    String row = text.endsWith("\r") ? text.substring(0, text.length() - 1) : text;
    return new Found(ordinal, ordinal, row, () -> columnsOf(row));
  }

  private Map<String, String> columnsOf(String row) {
    try {
      return columns.of(row);
    } catch (IOException e) {
      // It is not what the table says: its columns cannot be told apart.
      return Map.of();
    }
  }

  /** Reads to the end of the line; false if the file ends first. */
  private boolean skipLine(ByteArrayOutputStream into) throws IOException {
    while (true) {
      int from = position;
      while (position < length) {
        byte b = block[position++];
        if (b == quote) {
          throw new NotPlainException();
        }
        if (b == '\n') {
          if (into != null) {
            into.write(block, from, position - 1 - from);
          }
          line++;
          return true;
        }
      }
      if (into != null) {
        into.write(block, from, length - from);
      }
      position = 0;
      length = in.read(block);
      if (length <= 0) {
        length = 0;
        return false;
      }
    }
  }

  @Override
  public void close() throws IOException {
    in.close();
  }
}
