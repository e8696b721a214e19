package dev.tidemark.insight.source;

import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.InputStream;
import java.lang.invoke.MethodHandles;
import java.lang.invoke.VarHandle;
import java.nio.ByteOrder;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import org.apache.flink.core.fs.FSDataInputStream;

/**
 * Files with a row a line. Finding a row costs no more than counting line ends.
 *
 * <p>CSV files are like that when there are no quotes, escapes, comments or rows that are skipped.
 */
final class LineCursor implements RowCursor {
  private static final int BLOCK = 1 << 16;

  private static final VarHandle WORDS =
      MethodHandles.byteArrayViewVarHandle(long[].class, ByteOrder.nativeOrder());
  private static final long EACH_BYTE = 0x0101010101010101L;
  private static final long LOW_BITS = 0x7F * EACH_BYTE;
  private static final long LINE_ENDS = '\n' * EACH_BYTE;

  /** Lines between two places that are remembered, to go back to. */
  private static final int STRETCH = 1 << 12;

  /** Tells the columns of a line apart. */
  @FunctionalInterface
  interface Columns {
    Map<String, String> of(String line) throws IOException;
  }

  private final InputStream in;
  private final int quote;
  private final long quotes;
  private final Columns columns;
  private final byte[] block = new byte[BLOCK];
  private int position;
  private int length;
  private long line = 1;

  /** Where in the file the block ends, in bytes. */
  private long blockEnd;

  /** Where the first line of each stretch begins, in bytes. */
  private final List<Long> stretches = new ArrayList<>(List.of(0L));

  /**
   * @param quote the character whose presence means that a row need not be a line; -1 for none
   */
  LineCursor(InputStream in, int quote, Columns columns) {
    this.in = in;
    this.quote = quote;
    this.quotes = quote * EACH_BYTE;
    this.columns = columns;
  }

  @Override
  public Found to(long ordinal) throws IOException {
    while (line < ordinal) {
      skipWords(ordinal);
      if (line < ordinal && !skipLine(null)) {
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

  /** Plain files of Flink's file systems can be read from any place on, packed ones cannot. */
  @Override
  public boolean back(long ordinal) throws IOException {
    if (!(in instanceof FSDataInputStream file)) {
      return false;
    }
    int stretch = (int) Math.min((ordinal - 1) / STRETCH, stretches.size() - 1);
    file.seek(stretches.get(stretch));
    blockEnd = stretches.get(stretch);
    line = (long) stretch * STRETCH + 1;
    position = 0;
    length = 0;
    return true;
  }

  private Map<String, String> columnsOf(String row) {
    try {
      return columns.of(row);
    } catch (IOException e) {
      // It is not what the table says: its columns cannot be told apart.
      return Map.of();
    }
  }

  /**
   * Goes on eight bytes at a time, as long as neither the line that is looked for nor one that is
   * remembered begins in them, and they hold no quote.
   */
  private void skipWords(long ordinal) {
    long before = Math.min(ordinal, (long) stretches.size() * STRETCH + 1);
    while (position + Long.BYTES <= length) {
      long word = (long) WORDS.get(block, position);
      int ends = Long.bitCount(matches(word, LINE_ENDS));
      if (line + ends >= before || (quote >= 0 && matches(word, quotes) != 0)) {
        return;
      }
      line += ends;
      position += Long.BYTES;
    }
  }

  /** The highest bit of each byte that is the same in both. */
  private static long matches(long word, long pattern) {
    long differences = word ^ pattern;
    return ~(((differences & LOW_BITS) + LOW_BITS) | differences | LOW_BITS);
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
          if (line == (long) stretches.size() * STRETCH + 1) {
            stretches.add(blockEnd - length + position);
          }
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
      blockEnd += length;
    }
  }

  @Override
  public void close() throws IOException {
    in.close();
  }
}
