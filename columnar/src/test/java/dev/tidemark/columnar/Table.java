package dev.tidemark.columnar;

import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;

/** A CSV file and the statement that declares it as table {@code t}. */
record Table(Path file, String columns, String options) {

  static Table of(Path folder, String content, String columns, String options) throws IOException {
    return of(folder, content.getBytes(StandardCharsets.UTF_8), columns, options);
  }

  static Table of(Path folder, byte[] content, String columns, String options) throws IOException {
    Path file = Files.createTempFile(folder, "t", ".csv");
    Files.write(file, content);
    return new Table(file, columns, options);
  }

  String ddl() {
    return "CREATE TABLE t ("
        + columns
        + ") WITH ('connector' = 'filesystem', 'format' = 'csv', 'path' = '"
        + file.toUri()
        + "'"
        + (options.isEmpty() ? "" : ", " + options)
        + ")";
  }
}
