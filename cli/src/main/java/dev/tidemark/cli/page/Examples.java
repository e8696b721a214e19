package dev.tidemark.cli.page;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.stream.Stream;
import org.apache.flink.shaded.jackson2.com.fasterxml.jackson.databind.node.ArrayNode;
import org.apache.flink.shaded.jackson2.com.fasterxml.jackson.databind.node.ObjectNode;

/** The example scripts of the installation, each with the tables that it needs. */
final class Examples {

  private static final String TABLES = "ddl.sql";

  private final Path folder;

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

  private List<Path> scripts() throws IOException {
    try (Stream<Path> files = Files.walk(folder, 2)) {
      return files
          .filter(file -> file.toString().endsWith(".sql") && !file.endsWith(TABLES))
          .sorted()
          .toList();
    }
  }
}
