package dev.tidemark.runtime;

import static org.assertj.core.api.Assertions.assertThat;

import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import org.apache.flink.configuration.Configuration;
import org.apache.flink.configuration.DeploymentOptions;
import org.apache.flink.table.api.EnvironmentSettings;
import org.apache.flink.table.api.TableEnvironment;
import org.apache.flink.types.Row;
import org.apache.flink.util.CloseableIterator;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Flink's Table API on the target, found by the service loader. */
class SqlRunTest {
  @TempDir Path dir;

  @Test
  void valuesComeBackInOrder() {
    assertThat(collect(streaming(), "SELECT a * 2 FROM (VALUES (1), (2), (3)) AS t(a)"))
        .containsExactly("+I[2]", "+I[4]", "+I[6]");
  }

  @Test
  void batchSortsAndJoins() {
    TableEnvironment env = batch();
    assertThat(
            collect(
                env,
                "SELECT l.a, r.b FROM (VALUES (3), (1), (2)) AS l(a) JOIN (VALUES (1, 'x'), (2,"
                    + " 'y')) AS r(a, b) ON l.a = r.a ORDER BY l.a DESC"))
        .containsExactly("+I[2, y]", "+I[1, x]");
  }

  @Test
  void rowsBehindAClosedWindowAreDropped() throws Exception {
    Files.writeString(
        dir.resolve("e.csv"),
        "1,2026-01-01 00:00:01\n2,2026-01-01 00:01:10\n3,2026-01-01 00:00:59\n4,2026-01-01 00:02:00\n");
    TableEnvironment env = streaming();
    env.executeSql(
        "CREATE TABLE e (id INT, ts TIMESTAMP(3), WATERMARK FOR ts AS ts - INTERVAL '5' SECOND)"
            + " WITH ('connector' = 'filesystem', 'format' = 'csv', 'path' = '"
            + dir.resolve("e.csv").toUri()
            + "')");
    assertThat(
            collect(
                env,
                "SELECT window_start, COUNT(*), MIN(id) FROM TUMBLE(TABLE e, DESCRIPTOR(ts),"
                    + " INTERVAL '1' MINUTE) GROUP BY window_start, window_end"))
        .containsExactly(
            "+I[2026-01-01T00:00, 1, 1]",
            "+I[2026-01-01T00:01, 1, 2]",
            "+I[2026-01-01T00:02, 1, 4]");
  }

  private static TableEnvironment streaming() {
    return TableEnvironment.create(
        EnvironmentSettings.newInstance().inStreamingMode().withConfiguration(target()).build());
  }

  private static TableEnvironment batch() {
    return TableEnvironment.create(
        EnvironmentSettings.newInstance().inBatchMode().withConfiguration(target()).build());
  }

  private static Configuration target() {
    return new Configuration().set(DeploymentOptions.TARGET, TidemarkOptions.TARGET);
  }

  private static List<String> collect(TableEnvironment env, String sql) {
    List<String> rows = new ArrayList<>();
    try (CloseableIterator<Row> results = env.executeSql(sql).collect()) {
      results.forEachRemaining(row -> rows.add(row.toString()));
    } catch (Exception e) {
      throw new AssertionError(e);
    }
    return rows;
  }
}
