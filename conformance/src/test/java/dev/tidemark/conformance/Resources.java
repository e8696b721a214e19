package dev.tidemark.conformance;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.net.URISyntaxException;
import java.net.URL;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Objects;

/** Files of the test class path. */
public final class Resources {

  private Resources() {}

  /** The file or folder of that name in the root of the test class path. */
  public static Path path(String name) {
    URL url = Resources.class.getClassLoader().getResource(name);
    try {
      return Path.of(Objects.requireNonNull(url, name).toURI());
    } catch (URISyntaxException e) {
      throw new IllegalArgumentException(name, e);
    }
  }

  /** All lines of a UTF-8 file. */
  public static List<String> lines(Path file) {
    try {
      return Files.readAllLines(file);
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }
}
