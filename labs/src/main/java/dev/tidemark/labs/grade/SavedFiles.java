package dev.tidemark.labs.grade;

import dev.tidemark.labs.LabException;
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
  private final Map<String, Optional<ClientOutput>> outputs = new HashMap<>();

  SavedFiles(Path folder) {
    this.folder = folder;
  }

  /** A text file; bytes that are no UTF-8 become question marks. */
  Optional<String> text(String name) {
    Path file = folder.resolve(name);
    try {
      if (!Files.isRegularFile(file)) {
        return Optional.empty();
      }
      if (Files.size(file) > MOST_BYTES) {
        throw new LabException(file + " has more than 64 MB, which no step of a lab prints.");
      }
      return Optional.of(new String(Files.readAllBytes(file), StandardCharsets.UTF_8));
    } catch (IOException e) {
      throw new LabException("cannot read " + file + ": " + e.getMessage());
    }
  }

  Optional<ClientOutput> output(String name) {
    return outputs.computeIfAbsent(name, n -> text(n).map(ClientOutput::of));
  }
}
