package dev.tidemark.cli.files;

import java.net.URI;
import org.apache.flink.core.fs.FileSystem;
import org.apache.flink.core.fs.FileSystemFactory;
import org.apache.flink.core.fs.local.LocalFileSystem;

/** Has Flink use the {@link CallerFileSystem} for {@code file:}; found by service loader. */
public final class CallerFileSystems implements FileSystemFactory {

  @Override
  public String getScheme() {
    return LocalFileSystem.getLocalFsURI().getScheme();
  }

  @Override
  public FileSystem create(URI uri) {
    return new CallerFileSystem();
  }

  @Override
  public int getPriority() {
    return 1;
  }
}
