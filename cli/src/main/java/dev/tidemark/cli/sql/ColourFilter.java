package dev.tidemark.cli.sql;

import java.io.FilterOutputStream;
import java.io.IOException;
import java.io.OutputStream;

/**
 * Takes the colours (ANSI "select graphic rendition": ESC, [, digits and semicolons, m) out of what
 * Flink's client prints, when no terminal reads it.
 */
final class ColourFilter extends FilterOutputStream {

  private static final int ESCAPE = 0x1b;
  private static final int MAX_LENGTH = 24;

  private final byte[] held = new byte[MAX_LENGTH];
  private int heldLength;

  ColourFilter(OutputStream out) {
    super(out);
  }

  @Override
  public void write(byte[] bytes, int offset, int length) throws IOException {
    int clean = offset;
    for (int i = offset; i < offset + length; i++) {
      if (heldLength > 0 || bytes[i] == ESCAPE) {
        out.write(bytes, clean, i - clean);
        write(bytes[i]);
        clean = i + 1;
      }
    }
    out.write(bytes, clean, offset + length - clean);
  }

  @Override
  public void write(int value) throws IOException {
    if (heldLength == 0 && value != ESCAPE) {
      out.write(value);
      return;
    }
    held[heldLength++] = (byte) value;
    boolean begins = heldLength == 1 || (heldLength == 2 && value == '[');
    boolean goesOn =
        heldLength > 2
            && (value == ';' || (value >= '0' && value <= '9'))
            && heldLength < MAX_LENGTH;
    if (heldLength > 2 && value == 'm') {
      heldLength = 0;
    } else if (!begins && !goesOn) {
      out.write(held, 0, heldLength);
      heldLength = 0;
    }
  }

  @Override
  public void close() throws IOException {
    // The stream below belongs to the process, not to the client's terminal.
    flush();
  }
}
