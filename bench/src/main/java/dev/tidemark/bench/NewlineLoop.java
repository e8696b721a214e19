package dev.tidemark.bench;

import java.io.IOException;
import java.lang.invoke.MethodHandles;
import java.lang.invoke.VarHandle;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.nio.channels.FileChannel;
import java.nio.channels.FileChannel.MapMode;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.util.concurrent.TimeUnit;

/** The least that can be done with a file of lines: counting them. Nothing is faster. */
record NewlineLoop(String name, boolean mapped) implements Engine {
  private static final VarHandle WORDS =
      MethodHandles.byteArrayViewVarHandle(long[].class, ByteOrder.nativeOrder());
  private static final long NEWLINES = 0x0A0A0A0A0A0A0A0AL;
  private static final long LOW = 0x7F7F7F7F7F7F7F7FL;
  private static final int BLOCK = 256 * 1024;
  private static final int PIECE = 1 << 30;

  @Override
  public Outcome outcome() {
    return Outcome.NONE;
  }

  @Override
  public String obstacle(Work work, Path file) {
    return work.data().tables().size() == 1 ? null : "it counts the lines of one file";
  }

  @Override
  public Measured run(Work work, Path file, boolean content) throws Exception {
    return Measured.of(
        () -> {
          long start = System.nanoTime();
          long lines = mapped ? mapped(file) : read(file);
          long millis = TimeUnit.NANOSECONDS.toMillis(System.nanoTime() - start);
          if (content && lines != lines(file)) {
            throw new IllegalStateException(name + " counts " + lines + " lines");
          }
          return new Measured.Executed(millis, null);
        });
  }

  private static long lines(Path file) throws IOException {
    try (var lines = Files.lines(file)) {
      return lines.count();
    }
  }

  private static long read(Path file) throws IOException {
    long lines = 0;
    byte[] block = new byte[BLOCK];
    ByteBuffer buffer = ByteBuffer.allocateDirect(BLOCK);
    try (FileChannel channel = FileChannel.open(file, StandardOpenOption.READ)) {
      int length;
      while ((length = channel.read(buffer.clear())) > 0) {
        buffer.flip().get(block, 0, length);
        lines += lines(block, length);
      }
    }
    return lines;
  }

  private static long lines(byte[] block, int length) {
    long lines = 0;
    int i = 0;
    for (; i + 8 <= length; i += 8) {
      lines += newlines((long) WORDS.get(block, i));
    }
    for (; i < length; i++) {
      lines += block[i] == '\n' ? 1 : 0;
    }
    return lines;
  }

  private static long mapped(Path file) throws IOException {
    long lines = 0;
    try (FileChannel channel = FileChannel.open(file, StandardOpenOption.READ)) {
      long size = channel.size();
      for (long from = 0; from < size; from += PIECE) {
        int length = (int) Math.min(PIECE, size - from);
        ByteBuffer piece =
            channel.map(MapMode.READ_ONLY, from, length).order(ByteOrder.nativeOrder());
        int i = 0;
        for (; i + 8 <= length; i += 8) {
          lines += newlines(piece.getLong(i));
        }
        for (; i < length; i++) {
          lines += piece.get(i) == '\n' ? 1 : 0;
        }
      }
    }
    return lines;
  }

  /** How many of the eight bytes are newlines. */
  private static int newlines(long word) {
    long zeroes = word ^ NEWLINES;
    return Long.bitCount(~(((zeroes & LOW) + LOW) | zeroes | LOW));
  }
}
