package dev.tidemark.cli.sql;

import java.io.IOException;
import java.net.URI;
import java.nio.file.Files;
import java.nio.file.Path;

/** The files that Flink's client wants to have. */
final class ClientFiles {

  private ClientFiles() {}

  /**
   * Where the client keeps the statements it has read. Those of scripts are not mixed with those
   * that a person typed, and the path, which the client prints, is the same in each run. A script
   * begins with an empty one: the client would read what earlier scripts have left.
   */
  static Path history(boolean interactive) throws IOException {
    Path file = historyFile(interactive);
    if (!interactive) {
      Files.deleteIfExists(file);
    }
    return file;
  }

  private static Path historyFile(boolean interactive) throws IOException {
    Path home = Path.of(System.getProperty("user.home"));
    String name = interactive ? ".tidemark-sql-history" : ".tidemark-script-history";
    Path file = home.resolve(name);
    if (Files.isWritable(home) && (Files.notExists(file) || Files.isWritable(file))) {
      return file;
    }
    Path own =
        Path.of(
            System.getProperty("java.io.tmpdir"), "tidemark-" + System.getProperty("user.name"));
    Files.createDirectories(own);
    return own.resolve(name);
  }

  /** Puts a script where the client can read it: it takes files only, not text. */
  static ScriptFile scriptFile(String script) throws IOException {
    Path file = Files.createTempFile("tidemark", ".sql");
    Files.writeString(file, script);
    return new ScriptFile(file);
  }

  /** A file that is gone when closed. */
  record ScriptFile(Path path) implements AutoCloseable {

    URI uri() {
      return path.toUri();
    }

    @Override
    public void close() throws IOException {
      Files.deleteIfExists(path);
    }
  }
}
