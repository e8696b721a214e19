package dev.tidemark.cli.files;

import java.nio.file.Path;

/**
 * What relative paths are relative to. That is the working directory of the process, unless a
 * thread works for a caller from another process; threads that it starts work for him too. Java has
 * no way to change the directory of a process, let alone of a thread.
 */
public final class WorkingDirectory {

  private static final InheritableThreadLocal<Path> CURRENT = new InheritableThreadLocal<>();

  private WorkingDirectory() {}

  /**
   * From now on this thread works in a directory.
   *
   * @param directory an absolute path; null for that of the process
   */
  public static void enter(Path directory) {
    if (directory == null) {
      CURRENT.remove();
    } else {
      CURRENT.set(directory);
    }
  }

  /** A path that leads to the same file wherever this thread works. */
  public static Path resolve(Path path) {
    Path directory = CURRENT.get();
    return directory == null ? path : directory.resolve(path);
  }
}
