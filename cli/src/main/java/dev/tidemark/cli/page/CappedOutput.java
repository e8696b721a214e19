package dev.tidemark.cli.page;

import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.OutputStream;
import java.nio.charset.StandardCharsets;

/** Output for a browser: the first part of what is printed, and how much there was. */
final class CappedOutput extends OutputStream {

  /** Bytes that are kept. */
  static final int CAP = 200_000;

  private final ByteArrayOutputStream kept = new ByteArrayOutputStream();
  private final OutputStream also;
  private long bytes;

  /** Keeps it only. */
  CappedOutput() {
    this(OutputStream.nullOutputStream());
  }

  /**
   * Keeps the first part, and hands everything on.
   *
   * @param also where to
   */
  CappedOutput(OutputStream also) {
    this.also = also;
  }

  @Override
  public synchronized void write(int value) throws IOException {
    if (kept.size() < CAP) {
      kept.write(value);
    }
    bytes++;
    also.write(value);
  }

  @Override
  public synchronized void write(byte[] from, int offset, int length) throws IOException {
    int room = Math.max(0, Math.min(length, CAP - kept.size()));
    kept.write(from, offset, room);
    bytes += length;
    also.write(from, offset, length);
  }

  @Override
  public void flush() throws IOException {
    also.flush();
  }

  /** Adds a line that is of no printing program. */
  void say(String message) {
    try {
      write((message + "\n").getBytes(StandardCharsets.UTF_8));
    } catch (IOException e) {
      // What is kept is kept; who listens besides has gone.
      return;
    }
  }

  /** What was printed, as far as it is kept. */
  synchronized String text() {
    return kept.toString(StandardCharsets.UTF_8);
  }

  /** Bytes that were printed. */
  synchronized long written() {
    return bytes;
  }

  /** Bytes that were printed and are not kept. */
  synchronized long left() {
    return bytes - kept.size();
  }
}
