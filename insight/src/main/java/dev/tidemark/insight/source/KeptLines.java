package dev.tidemark.insight.source;

import java.io.IOException;
import java.io.Reader;
import java.util.TreeMap;

/** A reader that remembers the lines that went through it, as long as they are needed. */
final class KeptLines extends Reader {
  private final Reader in;
  private final TreeMap<Long, String> lines = new TreeMap<>();
  private final StringBuilder current = new StringBuilder();
  private long number = 1;

  KeptLines(Reader in) {
    this.in = in;
  }

  @Override
  public int read(char[] buffer, int offset, int length) throws IOException {
    int count = in.read(buffer, offset, length);
    for (int i = offset; i < offset + count; i++) {
      if (buffer[i] == '\n') {
        lines.put(number++, current.toString());
        current.setLength(0);
      } else if (buffer[i] != '\r') {
        current.append(buffer[i]);
      }
    }
    return count;
  }

  /** The text of a line, from 1; as much of it as has been read. */
  String line(long wanted) {
    return wanted == number ? current.toString() : lines.getOrDefault(wanted, "");
  }

  void forgetBefore(long line) {
    lines.headMap(line).clear();
  }

  @Override
  public void close() throws IOException {
    in.close();
  }
}
