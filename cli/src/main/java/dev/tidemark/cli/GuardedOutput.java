package dev.tidemark.cli;

import java.io.IOException;
import java.io.OutputStream;

/**
 * Standard output that ends the process when its reader has gone ({@code | head -1}): what nobody
 * reads need not be computed. The end is quiet, with the exit code that a shell gives to a process
 * which SIGPIPE has ended; running jobs are stopped as by Ctrl-C.
 */
final class GuardedOutput extends OutputStream {
  private final OutputStream out;
  private final Runnable end;
  private volatile boolean gone;

  /**
   * @param end called once, when the reader has gone; must not wait for the caller
   */
  GuardedOutput(OutputStream out, Runnable end) {
    this.out = out;
    this.end = end;
  }

  /** Whether nobody reads any more. */
  boolean gone() {
    return gone;
  }

  @Override
  public void write(int b) {
    write(new byte[] {(byte) b}, 0, 1);
  }

  @Override
  public void write(byte[] bytes, int offset, int length) {
    if (gone) {
      return;
    }
    try {
      out.write(bytes, offset, length);
    } catch (IOException e) {
      gone = true;
      end.run();
    }
  }

  @Override
  public void flush() {
    // What is below has no buffer.
  }
}
