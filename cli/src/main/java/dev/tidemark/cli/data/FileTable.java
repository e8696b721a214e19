package dev.tidemark.cli.data;

import dev.tidemark.cli.files.WorkingDirectory;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.net.URI;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.stream.Stream;
import org.apache.flink.table.types.DataType;

/**
 * A table of the connector {@code filesystem}.
 *
 * @param name its name
 * @param options its options
 * @param row a row type of the columns that are in the file, in order
 * @param timeColumn the column of the file that the watermark is made of, if it is one
 */
public record FileTable(
    String name, Map<String, String> options, DataType row, Optional<String> timeColumn) {

  /** The names of the columns that are in the file, in order. */
  public List<String> columns() {
    return DataType.getFieldNames(row);
  }

  /** The format's name. */
  public String format() {
    return options.getOrDefault("format", "");
  }

  /** Where the files are, when on this machine. */
  public Optional<Path> path() {
    String path = options.getOrDefault("path", "");
    try {
      URI uri = URI.create(path);
      if (uri.getScheme() == null) {
        return Optional.of(Path.of(path));
      }
      return uri.getScheme().equals("file") && uri.getPath() != null
          ? Optional.of(Path.of(uri.getPath()))
          : Optional.empty();
    } catch (IllegalArgumentException e) {
      return Optional.empty();
    }
  }

  /** The files that Flink would read, by name; hidden ones are left out, as Flink does. */
  public List<Path> files() {
    Optional<Path> path = path();
    if (path.isEmpty()) {
      return List.of();
    }
    Path root = WorkingDirectory.resolve(path.get());
    if (Files.isRegularFile(root)) {
      return List.of(path.get());
    }
    try (Stream<Path> found = Files.walk(root)) {
      // As the table names them, not from where the file system begins.
      return found
          .filter(Files::isRegularFile)
          .map(file -> path.get().resolve(root.relativize(file)))
          .filter(this::visible)
          .sorted()
          .toList();
    } catch (IOException | UncheckedIOException e) {
      return List.of();
    }
  }

  /** The first directory that may not be looked into, if there is one. */
  public Optional<Path> closedDirectory() {
    return path().filter(FileTable::isDirectory).flatMap(FileTable::closedDirectoryIn);
  }

  private static Optional<Path> closedDirectoryIn(Path directory) {
    Path there = WorkingDirectory.resolve(directory);
    if (!Files.isReadable(there) || !Files.isExecutable(there)) {
      return Optional.of(directory);
    }
    try (Stream<Path> entries = Files.list(there)) {
      return entries
          .filter(Files::isDirectory)
          .map(entry -> directory.resolve(there.relativize(entry)))
          .sorted()
          .map(FileTable::closedDirectoryIn)
          .flatMap(Optional::stream)
          .findFirst();
    } catch (IOException | UncheckedIOException e) {
      return Optional.of(directory);
    }
  }

  private static boolean isDirectory(Path path) {
    return Files.isDirectory(WorkingDirectory.resolve(path));
  }

  private boolean visible(Path file) {
    for (Path part : path().orElseThrow().relativize(file)) {
      if (part.toString().startsWith(".") || part.toString().startsWith("_")) {
        return false;
      }
    }
    return true;
  }

  /** Whether the table is a directory without a file in it. */
  public boolean isEmptyDirectory() {
    return path().map(FileTable::isDirectory).orElse(false)
        && files().isEmpty()
        && closedDirectory().isEmpty();
  }
}
