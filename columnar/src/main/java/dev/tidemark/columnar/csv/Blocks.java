package dev.tidemark.columnar.csv;

import java.io.IOException;
import java.io.InputStream;
import java.util.ArrayDeque;
import java.util.Deque;

/**
 * The bytes of a file, block by block. Columns of strings point into blocks, so a block is used
 * again only when nothing that is older than the next one is held any more.
 */
final class Blocks {
  private static final int BLOCK_BYTES = 256 * 1024;

  private final InputStream stream;
  private final Deque<byte[]> retired = new ArrayDeque<>();
  private final Deque<byte[]> free = new ArrayDeque<>();

  /** The block that is read now; {@link Tokenizer#SLACK} bytes longer than what it can hold. */
  byte[] bytes = new byte[BLOCK_BYTES + Tokenizer.SLACK];

  /** Where the next record starts. */
  int position;

  /** Where what the block holds ends. */
  int limit;

  /** Whether the file has nothing after this block. */
  boolean end;

  /** Bytes of the file before this block. */
  private long before;

  Blocks(InputStream stream) {
    this.stream = stream;
  }

  /** How many bytes of the file have been passed. */
  long passed() {
    return before + position;
  }

  /** Goes on to a block that begins with what is left of this one. */
  void next() throws IOException {
    int left = limit - position;
    byte[] old = bytes;
    int room = BLOCK_BYTES;
    while (room < 2 * left) {
      room *= 2;
    }
    byte[] reused = free.poll();
    bytes =
        reused != null && reused.length >= room + Tokenizer.SLACK
            ? reused
            : new byte[room + Tokenizer.SLACK];
    System.arraycopy(old, position, bytes, 0, left);
    if (limit > 0) {
      retired.add(old);
    }
    before += position;
    position = 0;
    limit = left;
    int capacity = bytes.length - Tokenizer.SLACK;
    while (limit < capacity) {
      int read = stream.read(bytes, limit, capacity - limit);
      if (read < 0) {
        end = true;
        return;
      }
      limit += read;
    }
  }

  /**
   * Says that nothing older than a block is held.
   *
   * @param oldest the oldest block that is held
   */
  void release(byte[] oldest) {
    while (!retired.isEmpty() && retired.peek() != oldest) {
      free.push(retired.poll());
    }
  }

  void close() throws IOException {
    stream.close();
  }
}
