package dev.tidemark.insight.source;

import java.io.IOException;
import java.io.Reader;
import java.util.ArrayDeque;
import java.util.Deque;

/** A reader that remembers the lines that went through it, as long as they are needed. */
final class KeptLines extends Reader {
  private final Reader in;
  private final Deque<Line> lines = new ArrayDeque<>();
  private final StringBuilder current = new StringBuilder();
  private long number = 1;
  private long characters;

  /**
   * @param end offset behind its line end, in characters from the beginning
   */
  private record Line(long number, String text, long end) {}

  KeptLines(Reader in) {
    this.in = in;
  }

  @Override
  public int read(char[] buffer, int offset, int length) throws IOException {
    int count = in.read(buffer, offset, length);
    for (int i = offset; i < offset + count; i++) {
      characters++;
      if (buffer[i] == '\n') {
        lines.add(new Line(number++, current.toString(), characters));
        current.setLength(0);
      } else if (buffer[i] != '\r') {
        current.append(buffer[i]);
      }
    }
    return count;
  }

  /** The number of the line with the character at an offset; earlier ones are forgotten soon. */
  long lineAt(long offset) {
    for (Line line : lines) {
      if (offset < line.end) {
        return line.number;
      }
    }
    return number;
  }

  /** The text of a line, from 1; as much of it as has been read. */
  String text(long wanted) {
    for (Line line : lines) {
      if (line.number == wanted) {
        return line.text;
      }
    }
    return current.toString();
  }

  void forgetBefore(long line) {
    while (!lines.isEmpty() && lines.peek().number < line) {
      lines.poll();
    }
  }

  @Override
  public void close() throws IOException {
    in.close();
  }
}
