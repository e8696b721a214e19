package dev.tidemark.cli.server;

import java.io.File;
import java.io.IOException;
import java.nio.charset.CharacterCodingException;
import java.nio.file.Files;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.Optional;

/**
 * What a server says of itself in its state file, a line {@code key=value} each, so that a shell
 * can read it too.
 *
 * @param pid its process
 * @param started when it was started, in milliseconds since 1970
 * @param url where it speaks Flink's SQL Gateway protocol
 * @param page where the web page is; empty if there is none
 * @param commandPort the port on loopback that takes calls of the command
 * @param secret what a caller has to know
 * @param home the installation that it was started from
 * @param java the JVM it runs on
 * @param client the class path of the client
 * @param build which build it is of, see {@link #thisBuild}
 * @param options the options it has, by their names; of what may be secret, the {@link Fingerprint}
 */
public record ServerState(
    long pid,
    long started,
    String url,
    String page,
    int commandPort,
    String secret,
    String home,
    String java,
    String client,
    String build,
    Map<String, String> options) {

  private static final String OPTION = "option ";

  /** Keeps a copy of the options. */
  public ServerState {
    options = Map.copyOf(options);
  }

  /**
   * Which build this process is of: another one has other jars of ours. Empty if that cannot be
   * told.
   */
  public static String thisBuild() {
    StringBuilder build = new StringBuilder();
    for (String each : System.getProperty("java.class.path").split(File.pathSeparator, -1)) {
      File file = new File(each);
      if (file.isFile() && file.getName().startsWith("tidemark-")) {
        build.append(file.getName()).append('@').append(file.lastModified()).append(' ');
      }
    }
    return build.toString().strip();
  }

  /** Writes the file in one step: who reads it sees all of it or nothing. */
  void write(StateFolder folder) throws IOException {
    StringBuilder text = new StringBuilder();
    toMap().forEach((key, value) -> text.append(key).append('=').append(value).append('\n'));
    Path part = folder.stateFile().resolveSibling("server.part");
    Files.deleteIfExists(part);
    Files.createFile(part);
    StateFolder.closeToOthers(part, "rw-------");
    Files.writeString(part, text);
    Files.move(part, folder.stateFile(), StandardCopyOption.ATOMIC_MOVE);
  }

  private Map<String, String> toMap() {
    Map<String, String> map = new LinkedHashMap<>();
    map.put("pid", Long.toString(pid));
    map.put("started", Long.toString(started));
    map.put("url", url);
    map.put("page", page);
    map.put("commandPort", Integer.toString(commandPort));
    map.put("secret", secret);
    map.put("home", home);
    map.put("java", java);
    map.put("client", client);
    map.put("build", build);
    options.forEach((name, value) -> map.put(OPTION + name, value));
    return map;
  }

  /** Reads the file, if there is one that makes sense. */
  public static Optional<ServerState> read(StateFolder folder) throws IOException {
    Map<String, String> map = new LinkedHashMap<>();
    try {
      for (String line : Files.readAllLines(folder.stateFile())) {
        int equals = line.indexOf('=');
        if (equals > 0) {
          map.put(line.substring(0, equals), line.substring(equals + 1));
        }
      }
      return Optional.of(
          new ServerState(
              Long.parseLong(map.getOrDefault("pid", "")),
              Long.parseLong(map.getOrDefault("started", "")),
              map.getOrDefault("url", ""),
              map.getOrDefault("page", ""),
              Integer.parseInt(map.getOrDefault("commandPort", "")),
              map.getOrDefault("secret", ""),
              map.getOrDefault("home", ""),
              map.getOrDefault("java", ""),
              map.getOrDefault("client", ""),
              map.getOrDefault("build", ""),
              options(map)));
    } catch (NoSuchFileException | CharacterCodingException | NumberFormatException e) {
      return Optional.empty();
    }
  }

  private static Map<String, String> options(Map<String, String> map) {
    Map<String, String> options = new LinkedHashMap<>();
    map.forEach(
        (key, value) -> {
          if (key.startsWith(OPTION)) {
            options.put(key.substring(OPTION.length()), value);
          }
        });
    return options;
  }
}
