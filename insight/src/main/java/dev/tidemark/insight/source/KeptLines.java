package dev.tidemark.insight.source;

import java.io.IOException;
import java.io.Reader;
import java.util.ArrayDeque;
import java.util.Deque;
import java.util.StringJoiner;

/** A reader that remembers the lines that went through it, as long as they are needed. */
public final class KeptLines extends Reader {
  private final Reader in;
  private final Deque<Line> lines = new ArrayDeque<>();
  private final StringBuilder current = new StringBuilder();
  private long number = 1;
  private long characters;
  private long lineStart;

  /**
   * @param start offset of its first character, in characters from the beginning
   * @param end offset behind its line end
   */
  private record Line(long number, String text, long start, long end) {}

  /** Reads another reader. */
  public KeptLines(Reader in) {
    this.in = in;
  }

  @Override
  public int read(char[] buffer, int offset, int length) throws IOException {
    int count = in.read(buffer, offset, length);
    for (int i = offset; i < offset + count; i++) {
      characters++;
      if (buffer[i] == '\n') {
        lines.add(new Line(number++, current.toString(), lineStart, characters));
        lineStart = characters;
        current.setLength(0);
      } else if (buffer[i] != '\r') {
        current.append(buffer[i]);
      }
    }
    return count;
  }

  /** The number of the line with the character at an offset; earlier ones are forgotten soon. */
  public long lineAt(long offset) {
    for (Line line : lines) {
      if (offset < line.end) {
        return line.number;
      }
    }
    return number;
  }

  /** The column of the character at an offset in its line, from 1. */
  public int columnAt(long offset) {
    for (Line line : lines) {
      if (offset < line.end) {
        return (int) (offset - line.start) + 1;
      }
    }
    return (int) (offset - lineStart) + 1;
  }

  /** The text of several lines, without the end of the last one. */
  public String text(long first, long last) {
    StringJoiner text = new StringJoiner("\n");
    for (long line = first; line <= last; line++) {
      text.add(text(line));
    }
    return text.toString();
  }

  /** The text of a line, from 1; as much of it as has been read. */
  public String text(long wanted) {
    for (Line line : lines) {
      if (line.number == wanted) {
        return line.text;
      }
    }
    return current.toString();
  }

  /** Says that nobody will ask for the lines before one any more. */
  public void forgetBefore(long line) {
    while (!lines.isEmpty() && lines.peek().number < line) {
      lines.poll();
    }
  }

  @Override
  public void close() throws IOException {
    in.close();
  }
}
