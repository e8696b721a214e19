package dev.tidemark.cli.page;

import dev.tidemark.runtime.TidemarkOptions;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.LocalDateTime;
import java.time.ZoneOffset;
import org.apache.flink.configuration.Configuration;
import org.apache.flink.configuration.DeploymentOptions;

/** Scripts for the page: the third row misses the window that the second has closed. */
final class PagedScript {

  private static final String ROWS =
      """
      1,a,2026-03-02 09:00:10
      2,a,2026-03-02 09:01:15
      3,a,2026-03-02 09:00:55
      4,a,2026-03-02 09:01:30
      """;

  private static final String COUNTS =
      "SELECT window_start, COUNT(*) AS n FROM TUMBLE(TABLE r, DESCRIPTOR(ts), INTERVAL '1'"
          + " MINUTE) GROUP BY window_start, window_end;\n";

  private PagedScript() {}

  static Configuration configuration() {
    Configuration configuration = new Configuration();
    configuration.set(DeploymentOptions.TARGET, TidemarkOptions.TARGET);
    return configuration;
  }

  /** Writes the rows, which the script names by a relative path. */
  static String write(Path home) throws IOException {
    Files.writeString(home.resolve("rows.csv"), ROWS);
    return table("rows.csv") + COUNTS;
  }

  /** A script whose windows wait for the second of two tables, which stands still. */
  static String heldBack(Path home) throws IOException {
    Files.writeString(home.resolve("rows.csv"), ROWS);
    Files.writeString(home.resolve("still.csv"), "9,b,2026-03-02 09:00:01\n".repeat(9));
    return table("rows.csv")
        + table("still.csv").replace("TABLE r", "TABLE still")
        // Not inside the window function: there Flink's planner loses the second table.
        + "CREATE VIEW u AS SELECT * FROM r UNION ALL SELECT * FROM still;\n"
        + COUNTS.replace("TABLE r", "TABLE u");
  }

  /** A script that drops all rows but the first. */
  static String late(Path home, int rows) throws IOException {
    String dropped = "2,a,2026-03-02 09:00:00\n".repeat(rows);
    Files.writeString(home.resolve("late.csv"), "1,a,2026-03-02 09:10:00\n" + dropped);
    return table("late.csv") + COUNTS;
  }

  /** A script that prints many rows. */
  static String many(Path home, int rows) throws IOException {
    StringBuilder text = new StringBuilder();
    for (int i = 0; i < rows; i++) {
      text.append(i).append(",a,2026-03-02 09:00:00\n");
    }
    Files.writeString(home.resolve("many.csv"), text);
    return table("many.csv") + "SELECT * FROM r;\n";
  }

  private static String table(String path) {
    return "CREATE TABLE r (id BIGINT, name STRING, ts TIMESTAMP(3), WATERMARK FOR ts AS ts -"
        + " INTERVAL '5' SECOND) WITH ('connector' = 'filesystem', 'format' = 'csv', 'path' = '"
        + path
        + "');\n";
  }

  /** A time of the rows' day in epoch milliseconds. */
  static long millis(String time) {
    return LocalDateTime.parse("2026-03-02T" + time).toInstant(ZoneOffset.UTC).toEpochMilli();
  }
}
