package dev.tidemark.cli.page;

import dev.tidemark.labs.Lab;
import java.io.IOException;
import java.io.InputStream;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.stream.Stream;
import org.apache.flink.shaded.jackson2.com.fasterxml.jackson.databind.node.ArrayNode;
import org.apache.flink.shaded.jackson2.com.fasterxml.jackson.databind.node.ObjectNode;

/**
 * The example scripts of the installation, each with the tables that it needs, and the program of
 * the lab {@code lateness}, which reads what is typed.
 */
final class Examples {

  private static final String PROGRAM = "catalog/lateness/files/lateness-lab.jar";

  private static final List<String> LINES =
      List.of(
          "1,north,3,2026-03-02 09:00:01",
          "2,north,2,2026-03-02 09:00:04",
          "3,south,1,2026-03-02 09:00:03",
          "4,north,4,2026-03-02 09:00:08",
          "5,north,1,2026-03-02 09:00:02",
          "6,south,2,2026-03-02 09:00:12",
          "7,north,5,2026-03-02 09:00:04",
          "8,north,1,2026-03-02 09:00:17");

  private static final String TABLES = "ddl.sql";

  private final Path folder;
  private Path program;

  Examples(Path home) {
    this.folder = home.resolve("examples/sql");
  }

  /** Adds each with its name; none where the installation has no examples. */
  void write(ArrayNode examples) {
    if (!Files.isDirectory(folder)) {
      return;
    }
    try {
      for (Path script : scripts()) {
        Path tables = script.resolveSibling(TABLES);
        ObjectNode example = examples.addObject();
        example.put("name", folder.relativize(script).toString());
        String sql = Files.readString(script);
        boolean complete = sql.contains("CREATE TABLE") || !Files.exists(tables);
        example.put("sql", complete ? sql : Files.readString(tables).strip() + "\n\n" + sql);
      }
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  /** Adds the program; none where the installation has no such lab. */
  synchronized void writePrograms(ArrayNode programs) throws IOException {
    if (program == null) {
      program = unpacked();
    }
    if (program != null) {
      ObjectNode example = programs.addObject();
      example.put("name", "lateness, typed by hand");
      example.put("jar", program.toString());
      example.put("class", "");
      example.put("arguments", "--port {port} --delay 2s --window 5s --lateness 3s --side");
      LINES.forEach(example.putArray("lines")::add);
    }
  }

  /** A process of its own needs it as a file. */
  private static Path unpacked() throws IOException {
    try (InputStream in = Lab.class.getResourceAsStream(PROGRAM)) {
      if (in == null) {
        return null;
      }
      Path folder = Files.createTempDirectory("tidemark-example");
      Path file = folder.resolve("lateness-lab.jar");
      // Last in, first out.
      folder.toFile().deleteOnExit();
      file.toFile().deleteOnExit();
      Files.write(file, in.readAllBytes());
      return file;
    }
  }

  private List<Path> scripts() throws IOException {
    try (Stream<Path> files = Files.walk(folder, 2)) {
      return files
          .filter(file -> file.toString().endsWith(".sql") && !file.endsWith(TABLES))
          .sorted()
          .toList();
    }
  }
}
