package dev.tidemark.labs.grade;

import dev.tidemark.labs.output.ClientOutput;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.HashMap;
import java.util.Map;
import java.util.Optional;

/** What a learner has saved. */
final class SavedFiles {

  private static final long MOST_BYTES = 64L << 20;

  private final Path folder;
  private final Map<String, Optional<String>> texts = new HashMap<>();
  private final Map<String, String> obstacles = new HashMap<>();
  private final Map<String, Optional<ClientOutput>> outputs = new HashMap<>();

  SavedFiles(Path folder) {
    this.folder = folder;
  }

  /** A text file, if it can be read; bytes that are no UTF-8 become question marks. */
  Optional<String> text(String name) {
    if (texts.containsKey(name)) {
      return texts.get(name);
    }
    Optional<String> text = read(name);
    texts.put(name, text);
    return text;
  }

  private Optional<String> read(String name) {
    Path file = folder.resolve(name);
    try {
      if (Files.isDirectory(file)) {
        obstacles.put(name, "folder-for-file");
      } else if (Files.exists(file) && !Files.isRegularFile(file)) {
        // A pipe or a device: reading it may never end.
        obstacles.put(name, "unreadable-file");
      } else if (Files.exists(file)) {
        if (Files.size(file) <= MOST_BYTES) {
          return Optional.of(new String(Files.readAllBytes(file), StandardCharsets.UTF_8));
        }
        obstacles.put(name, "oversized-file");
      }
    } catch (IOException e) {
      obstacles.put(name, "unreadable-file");
    }
    return Optional.empty();
  }

  /**
   * Why a file that is there cannot be read, as the name of a mistake; empty if it is not there.
   */
  Optional<String> obstacle(String name) {
    text(name);
    return Optional.ofNullable(obstacles.get(name));
  }

  Optional<ClientOutput> output(String name) {
    return outputs.computeIfAbsent(name, n -> text(n).map(ClientOutput::of));
  }
}
