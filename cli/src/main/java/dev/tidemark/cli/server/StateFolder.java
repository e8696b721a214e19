package dev.tidemark.cli.server;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFilePermissions;
import java.util.Map;

/**
 * The folder in which a person's server keeps what others have to find: who it is ({@code server}),
 * that it lives ({@code lock}), and what it has to say ({@code server.log}). Nobody else may look
 * into it.
 *
 * @param path where it is
 */
public record StateFolder(Path path) {

  /** Names the folder, for tests and for several servers beside each other. */
  public static final String VARIABLE = "TIDEMARK_STATE_DIR";

  /**
   * The folder that the environment asks for: {@code TIDEMARK_STATE_DIR}, else {@code tidemark} in
   * {@code XDG_STATE_HOME}, else in {@code ~/.local/state}.
   */
  public static StateFolder of(Map<String, String> environment, Path home) {
    String own = environment.getOrDefault(VARIABLE, "");
    if (!own.isEmpty()) {
      return new StateFolder(Path.of(own).toAbsolutePath());
    }
    String states = environment.getOrDefault("XDG_STATE_HOME", "");
    Path parent = states.isEmpty() ? home.resolve(Path.of(".local", "state")) : Path.of(states);
    return new StateFolder(parent.resolve("tidemark").toAbsolutePath());
  }

  /** That of this process. */
  public static StateFolder ofProcess() {
    return of(System.getenv(), Path.of(System.getProperty("user.home")));
  }

  /** Makes the folder, closed to others. */
  public void create() throws IOException {
    Files.createDirectories(path);
    closeToOthers(path, "rwx------");
  }

  /** What the server says of itself; there while it is up. */
  public Path stateFile() {
    return path.resolve("server");
  }

  /** Locked as long as the server lives. */
  Path lockFile() {
    return path.resolve("lock");
  }

  /** Locked as long as somebody starts a server. */
  Path startFile() {
    return path.resolve("start");
  }

  /** What the server had to say. */
  public Path logFile() {
    return path.resolve("server.log");
  }

  /** Takes everybody else's rights, where files have them. */
  static void closeToOthers(Path file, String permissions) throws IOException {
    if (Files.getFileStore(file).supportsFileAttributeView("posix")) {
      Files.setPosixFilePermissions(file, PosixFilePermissions.fromString(permissions));
    }
  }
}
