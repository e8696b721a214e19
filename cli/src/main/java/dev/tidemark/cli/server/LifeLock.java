package dev.tidemark.cli.server;

import java.io.Closeable;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.channels.FileChannel;
import java.nio.channels.FileLock;
import java.nio.channels.OverlappingFileLockException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.util.Optional;

/**
 * The lock that a server holds as long as it lives. The system gives it back however the process
 * ends, so a state file without it is one that a dead server has left.
 */
final class LifeLock implements Closeable {

  private final FileChannel channel;

  private LifeLock(FileChannel channel) {
    this.channel = channel;
  }

  /** Takes the lock, unless somebody else has it. */
  static Optional<LifeLock> take(StateFolder folder) throws IOException {
    return take(folder.lockFile());
  }

  /** The same with another file, for what only one may do at a time. */
  static Optional<LifeLock> take(Path file) throws IOException {
    FileChannel channel =
        FileChannel.open(file, StandardOpenOption.CREATE, StandardOpenOption.WRITE);
    boolean taken = false;
    try {
      FileLock lock = channel.tryLock();
      taken = lock != null;
    } catch (OverlappingFileLockException e) {
      // Somebody else in this JVM.
      taken = false;
    } finally {
      if (!taken) {
        channel.close();
      }
    }
    return taken ? Optional.of(new LifeLock(channel)) : Optional.empty();
  }

  /** Writes into the file whose lock this is: who cannot read the state file can still end us. */
  void sign(long pid) throws IOException {
    channel.truncate(0);
    channel.write(ByteBuffer.wrap(Long.toString(pid).getBytes(StandardCharsets.US_ASCII)), 0);
  }

  /** The process that has signed last; it lives if the lock is held. */
  static Optional<ProcessHandle> signer(StateFolder folder) throws IOException {
    String pid = Files.readString(folder.lockFile(), StandardCharsets.ISO_8859_1);
    try {
      return ProcessHandle.of(Long.parseLong(pid));
    } catch (NumberFormatException e) {
      return Optional.empty();
    }
  }

  /** Whether a server lives. */
  static boolean isHeld(StateFolder folder) throws IOException {
    if (!folder.lockFile().toFile().exists()) {
      return false;
    }
    Optional<LifeLock> lock = take(folder);
    if (lock.isEmpty()) {
      return true;
    }
    lock.get().close();
    return false;
  }

  @Override
  public void close() throws IOException {
    channel.close();
  }
}
