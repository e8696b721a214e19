package dev.tidemark.cli;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;

/** A script that counts the rows of a file by minute, with a watermark delay of 5 s. */
final class MinuteCounts {
  /**
   * Columns id, k, ts: row 4 misses the first window by 10 s, row 5 is behind the watermark and
   * counts.
   */
  static final String SIX_ROWS =
      """
      1,a,2026-03-02 09:00:10
      2,b,2026-03-02 09:00:50
      3,a,2026-03-02 09:01:15
      4,b,2026-03-02 09:00:55
      5,a,2026-03-02 09:01:09
      6,b,2026-03-02 09:02:30
      """;

  private MinuteCounts() {}

  /** Writes rows.csv, the table's file, and count.sql; returns the script. */
  static Path write(Path dir, String table, String rows) throws IOException {
    Path data = Files.writeString(dir.resolve("rows.csv"), rows);
    return Files.writeString(
        dir.resolve("count.sql"),
        CsvTable.ddl(table, data)
            + """
              SELECT window_start, COUNT(*) AS n
              FROM TUMBLE(TABLE %s, DESCRIPTOR(ts), INTERVAL '1' MINUTE)
              GROUP BY window_start, window_end;
              """
                .formatted(table));
  }
}
