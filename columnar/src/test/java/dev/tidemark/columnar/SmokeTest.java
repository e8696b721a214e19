package dev.tidemark.columnar;

import static org.assertj.core.api.Assertions.assertThat;

import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;

class SmokeTest {
  static final String FILE = System.getProperty("readings", "/tmp/readings.csv");

  @Test
  void window() throws Exception {
    if (!Files.exists(Path.of(FILE))) {
      return;
    }
    String table =
        "CREATE TABLE r (id BIGINT, sensor STRING, v INT, ts TIMESTAMP(3), WATERMARK FOR ts AS ts - INTERVAL '5' SECOND)"
            + " WITH ('connector'='filesystem','format'='csv','path'='file://"
            + FILE
            + "')";
    for (String query :
        List.of(
            "SELECT window_start, window_end, COUNT(*), SUM(v) FROM TABLE(TUMBLE(TABLE r, DESCRIPTOR(ts), INTERVAL '1' MINUTE)) GROUP BY window_start, window_end",
            "SELECT window_start, sensor, COUNT(*), SUM(v), MIN(v), AVG(v), MAX(id) FROM TABLE(TUMBLE(TABLE r, DESCRIPTOR(ts), INTERVAL '1' MINUTE)) GROUP BY window_start, window_end, sensor",
            "SELECT window_start, window_end, COUNT(*), SUM(v) FROM TABLE(HOP(TABLE r, DESCRIPTOR(ts), INTERVAL '1' MINUTE, INTERVAL '5' MINUTE)) GROUP BY window_start, window_end",
            "SELECT sensor, COUNT(*) FROM r GROUP BY sensor HAVING COUNT(*) > 100000000")) {
      List<String> first = null;
      for (int i = 0; i < 6; i++) {
        boolean columnar = i % 2 == 1;
        if (!columnar && i > 0) continue;
        long start = System.nanoTime();
        List<String> rows = Runs.rows(columnar, Map.of(), List.of(table), query);
        System.out.println(
            (columnar ? "columnar " : "flink    ")
                + (System.nanoTime() - start) / 1_000_000
                + " ms, "
                + rows.size()
                + " rows "
                + rows.get(rows.size() - 1));
        if (first == null) first = rows;
        assertThat(rows).isEqualTo(first);
      }
    }
  }
}
