package dev.tidemark.cli.server;

import java.io.IOException;
import java.nio.channels.FileChannel;
import java.nio.channels.FileLock;
import java.nio.channels.OverlappingFileLockException;
import java.nio.file.StandardOpenOption;
import java.util.Optional;

/**
 * The lock that a server holds as long as it lives. The system gives it back however the process
 * ends, so a state file without it is one that a dead server has left.
 */
final class LifeLock implements AutoCloseable {

  private final FileChannel channel;

  private LifeLock(FileChannel channel) {
    this.channel = channel;
  }

  /** Takes the lock, unless somebody else has it. */
  static Optional<LifeLock> take(StateFolder folder) throws IOException {
    FileChannel channel =
        FileChannel.open(folder.lockFile(), StandardOpenOption.CREATE, StandardOpenOption.WRITE);
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
