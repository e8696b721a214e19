package dev.tidemark.cli.files;

import java.io.File;
import org.apache.flink.core.fs.Path;
import org.apache.flink.core.fs.local.LocalFileSystem;

/** Flink's local file system, in which relative paths begin where the caller is. */
final class CallerFileSystem extends LocalFileSystem {

  @Override
  public File pathToFile(Path path) {
    File file = super.pathToFile(path);
    return file.isAbsolute() ? file : WorkingDirectory.resolve(file.toPath()).toFile();
  }
}
