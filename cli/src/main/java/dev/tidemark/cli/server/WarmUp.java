package dev.tidemark.cli.server;

import dev.tidemark.cli.CliStreams;
import dev.tidemark.cli.Main;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.InputStream;
import java.io.OutputStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;

/**
 * Runs what scripts usually do before anybody asks, so that the first one who does finds classes
 * loaded and code compiled.
 */
final class WarmUp {

  private static final String ROWS =
      """
      1,a,10,2026-01-01 00:00:01.000
      2,b,20,2026-01-01 00:01:20.000
      3,a,30,2026-01-01 00:00:10.000
      """;

  private static final String SCRIPT =
      """
      CREATE TABLE events (id BIGINT, name STRING, amount INT, ts TIMESTAMP(3),
        WATERMARK FOR ts AS ts - INTERVAL '5' SECOND)
      WITH ('connector' = 'filesystem', 'path' = '%s', 'format' = 'csv');
      DESCRIBE events;
      SELECT window_start, window_end, COUNT(*) AS cnt, SUM(amount) AS total
      FROM TUMBLE(TABLE events, DESCRIPTOR(ts), INTERVAL '1' MINUTE)
      GROUP BY window_start, window_end;
      SELECT id, ts, CURRENT_WATERMARK(ts) AS wm FROM events
      WHERE CURRENT_WATERMARK(ts) IS NOT NULL AND ts <= CURRENT_WATERMARK(ts);
      SELECT id, name, amount FROM
        (SELECT *, ROW_NUMBER() OVER (PARTITION BY name ORDER BY ts DESC) AS n FROM events)
      WHERE n = 1;
      SELECT name, COUNT(*) AS cnt FROM events GROUP BY name;
      SET 'execution.runtime-mode' = 'batch';
      SELECT name, COUNT(*) AS cnt, SUM(amount) AS total FROM events GROUP BY name;
      """;

  private WarmUp() {}

  /**
   * Runs the script, once cold and once more.
   *
   * @param folder where its data may lie for that long
   * @throws IOException when it fails, which means that this installation is broken
   */
  static void run(Path folder) throws IOException {
    Path data = Files.createTempFile(folder, "warm-up", ".csv");
    try {
      Files.writeString(data, ROWS);
      String script = SCRIPT.formatted(data.toUri());
      run(script);
      run(script);
    } finally {
      Files.delete(data);
    }
  }

  private static void run(String script) throws IOException {
    ByteArrayOutputStream err = new ByteArrayOutputStream();
    int code =
        Main.run(
            new String[] {"sql", "--target", "tidemark", "-e", script},
            CliStreams.of(InputStream.nullInputStream(), OutputStream.nullOutputStream(), err));
    if (code != 0) {
      throw new IOException("the first query has failed: " + err.toString(StandardCharsets.UTF_8));
    }
  }
}
