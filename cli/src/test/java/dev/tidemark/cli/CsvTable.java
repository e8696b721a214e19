package dev.tidemark.cli;

import java.nio.file.Path;

/** Tables of CSV files with the columns id, k and ts, where ts is the row time. */
final class CsvTable {
  private CsvTable() {}

  /**
   * The statement that declares one.
   *
   * @param watermark an expression
   */
  static String ddl(String name, Path file, String watermark) {
    return """
        CREATE TABLE %s (id INT, k STRING, ts TIMESTAMP(3),
          WATERMARK FOR ts AS %s)
        WITH ('connector' = 'filesystem', 'path' = '%s', 'format' = 'csv');
        """
        .formatted(name, watermark, file);
  }

  /** One with a watermark delay of 5 s. */
  static String ddl(String name, Path file) {
    return ddl(name, file, "ts - INTERVAL '5' SECOND");
  }
}
