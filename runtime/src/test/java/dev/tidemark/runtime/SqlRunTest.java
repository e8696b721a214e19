package dev.tidemark.runtime;

import static dev.tidemark.runtime.Programs.batch;
import static dev.tidemark.runtime.Programs.rows;
import static dev.tidemark.runtime.Programs.streaming;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.tidemark.runtime.compat.Metrics;
import dev.tidemark.runtime.observe.NodeObserver;
import dev.tidemark.runtime.observe.ObservedNode;
import dev.tidemark.runtime.observe.Observers;
import dev.tidemark.runtime.observe.RunEnd;
import dev.tidemark.runtime.observe.RunObserver;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.concurrent.TimeUnit;
import java.util.stream.Stream;
import org.apache.flink.api.common.JobStatus;
import org.apache.flink.core.execution.JobClient;
import org.apache.flink.metrics.groups.OperatorMetricGroup;
import org.apache.flink.runtime.client.JobCancellationException;
import org.apache.flink.runtime.state.KeyedStateBackend;
import org.apache.flink.streaming.api.operators.AbstractStreamOperator;
import org.apache.flink.table.api.TableEnvironment;
import org.apache.flink.table.api.TableResult;
import org.apache.flink.table.runtime.operators.sort.SortOperator;
import org.apache.flink.types.Row;
import org.apache.flink.util.CloseableIterator;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Flink's Table API on the target, found by the service loader. */
class SqlRunTest {
  @TempDir Path dir;

  @Test
  void valuesComeBackInOrder() throws Exception {
    assertThat(rows(streaming(Map.of()), "SELECT a * 2 FROM (VALUES (1), (2), (3)) AS t(a)"))
        .containsExactly("+I[2]", "+I[4]", "+I[6]");
  }

  @Test
  void batchSortsAndJoins() throws Exception {
    TableEnvironment env = batch(Map.of());
    assertThat(
            rows(
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
    TableEnvironment env = streaming(Map.of());
    env.executeSql(
        "CREATE TABLE e (id INT, ts TIMESTAMP(3), WATERMARK FOR ts AS ts - INTERVAL '5' SECOND)"
            + " WITH ('connector' = 'filesystem', 'format' = 'csv', 'path' = '"
            + dir.resolve("e.csv").toUri()
            + "')");
    assertThat(
            rows(
                env,
                "SELECT window_start, COUNT(*), MIN(id) FROM TUMBLE(TABLE e, DESCRIPTOR(ts),"
                    + " INTERVAL '1' MINUTE) GROUP BY window_start, window_end"))
        .containsExactly(
            "+I[2026-01-01T00:00, 1, 1]",
            "+I[2026-01-01T00:01, 1, 2]",
            "+I[2026-01-01T00:02, 1, 4]");
  }

  @Test
  void aStatementSetWritesToEachSink() throws Exception {
    TableEnvironment env = streaming(Map.of());
    for (String sink : List.of("a", "b")) {
      env.executeSql(
          "CREATE TABLE "
              + sink
              + " (n BIGINT) WITH ('connector' = 'filesystem', 'format' = 'csv', 'path' = '"
              + dir.resolve(sink).toUri()
              + "')");
    }
    env.executeSql("CREATE VIEW v AS SELECT * FROM (VALUES (1), (2), (3)) AS t(n)");
    env.createStatementSet()
        .addInsertSql("INSERT INTO a SELECT n FROM v")
        .addInsertSql("INSERT INTO b SELECT n * 10 FROM v WHERE n > 1")
        .execute()
        .await();
    assertThat(rows(streaming(Map.of()), "SELECT 1")).containsExactly("+I[1]");
    assertThat(written("a")).containsExactly("1", "2", "3");
    assertThat(written("b")).containsExactly("20", "30");
  }

  @Test
  void processingTimeStandsStillWhereItIsPut() throws Exception {
    assertThat(
            rows(
                streaming(Map.of("tidemark.clock.start", "2026-03-01T12:00:00Z")),
                "SELECT CAST(PROCTIME() AS STRING) FROM (VALUES (1), (2)) AS t(a)"))
        .containsExactly("+I[2026-03-01 12:00:00.000]", "+I[2026-03-01 12:00:00.000]");
  }

  @Test
  void theWatermarkPolicyDecidesWhatIsLate() throws Exception {
    // All within one interval of 200 ms: only the first row moves the watermark, unless each does.
    Files.writeString(
        dir.resolve("m.csv"),
        "1,2026-01-01 00:00:00.000\n2,2026-01-01 00:00:00.150\n3,2026-01-01 00:00:00.050\n");
    String window =
        "SELECT CAST(window_end AS STRING), COUNT(*) FROM TUMBLE(TABLE m, DESCRIPTOR(ts), INTERVAL"
            + " '0.1' SECOND) GROUP BY window_start, window_end";
    assertThat(windows(Map.of(), window))
        .containsExactly("+I[2026-01-01 00:00:00.100, 2]", "+I[2026-01-01 00:00:00.200, 1]");
    assertThat(windows(Map.of("tidemark.watermark.policy", "per-record"), window))
        .containsExactly("+I[2026-01-01 00:00:00.100, 1]", "+I[2026-01-01 00:00:00.200, 1]");
  }

  private List<String> windows(Map<String, String> settings, String sql) throws Exception {
    TableEnvironment env = streaming(settings);
    env.executeSql(
        "CREATE TABLE m (id INT, ts TIMESTAMP(3), WATERMARK FOR ts AS ts) WITH ('connector' ="
            + " 'filesystem', 'format' = 'csv', 'path' = '"
            + dir.resolve("m.csv").toUri()
            + "')");
    return rows(env, sql);
  }

  @Test
  void aBigBatchSortSpills() throws Exception {
    SpillWatch watch = new SpillWatch();
    String observer = Observers.register(plan -> watch);
    List<String> sorted;
    try {
      sorted = bigSort(observer);
    } finally {
      Observers.unregister(observer);
    }
    List<Long> ids =
        sorted.stream().map(row -> Long.parseLong(row.substring(3, row.indexOf(',')))).toList();
    assertThat(ids).hasSize(60_000).isSorted();
    assertThat(watch.files).isGreaterThan(1);
    // 30 MB of characters, of which 16 MiB at most were in memory at the end.
    assertThat(watch.bytes).isGreaterThan(13_000_000);
  }

  private List<String> bigSort(String observer) throws Exception {
    TableEnvironment env =
        batch(Map.of("taskmanager.memory.managed.size", "16 mb", "tidemark.observer", observer));
    env.executeSql(
        "CREATE TABLE g (id BIGINT, pad STRING) WITH ('connector' = 'datagen', 'number-of-rows' ="
            + " '60000', 'fields.id.kind' = 'random', 'fields.pad.length' = '500')");
    // 60,000 rows of 500 characters do not fit into 16 MiB.
    // No LIMIT: with one, the planner keeps the rows on the heap instead of sorting them.
    return rows(env, "SELECT id, pad FROM g ORDER BY id, pad");
  }

  /** What the sort says about its files when the run is over. */
  private static final class SpillWatch implements RunObserver {
    private OperatorMetricGroup metrics;
    private long files;
    private long bytes;

    @Override
    public NodeObserver observe(ObservedNode node) {
      if (node.operator() instanceof SortOperator) {
        metrics = node.operator().getMetricGroup();
      }
      return null;
    }

    @Override
    public void over(RunEnd end) {
      files = (Long) Metrics.gauge(metrics, "numSpillFiles");
      bytes = (Long) Metrics.gauge(metrics, "spillInBytes");
    }
  }

  @Test
  void whatWaitsForABuildSideSpills() throws Exception {
    TableEnvironment env = batch(Map.of());
    env.executeSql(
        "CREATE TABLE s (n BIGINT) WITH ('connector' = 'datagen', 'number-of-rows' = '50000',"
            + " 'fields.n.kind' = 'sequence', 'fields.n.start' = '1', 'fields.n.end' = '50000')");
    // One source feeds both sides: the probe side waits until the build side has ended.
    env.executeSql("CREATE VIEW v AS SELECT n, n * 2 AS d FROM s");
    assertThat(rows(env, "SELECT COUNT(*), SUM(a.n), SUM(b.n) FROM v a JOIN v b ON a.d = b.n"))
        .containsExactly("+I[25000, " + 25000L * 25001 / 2 + ", " + 25000L * 25001 + "]");
  }

  @Test
  void aWrongSettingIsNamedBeforeTheFirstRow() {
    for (String key : List.of("tidemark.watermark.policy", "tidemark.clock.start")) {
      assertThatThrownBy(() -> rows(streaming(Map.of(key, "sometimes")), "SELECT 1"))
          .rootCause()
          .hasMessageContaining(key)
          .hasMessageContaining("Expected");
    }
  }

  @Test
  void aSavepointIsRefusedBeforeTheFirstRow() {
    TableEnvironment env = streaming(Map.of("execution.state-recovery.path", "/no/such"));
    assertThatThrownBy(() -> rows(env, "SELECT 1"))
        .rootCause()
        .hasMessageContaining("/no/such")
        .hasMessageContaining("--target local");
  }

  @Test
  void stateOnRocksDb() throws Exception {
    List<String> heap = countByKey(Map.of());
    List<String> backends = new ArrayList<>();
    String observer =
        Observers.register(
            plan ->
                node -> {
                  KeyedStateBackend<?> backend =
                      node.operator() instanceof AbstractStreamOperator<?> operator
                          ? operator.getKeyedStateBackend()
                          : null;
                  if (backend != null) {
                    backends.add(backend.getClass().getSimpleName());
                  }
                  return null;
                });
    List<String> rocks =
        countByKey(Map.of("state.backend.type", "rocksdb", "tidemark.observer", observer));
    Observers.unregister(observer);
    assertThat(rocks).hasSize(2 * 1000 - 11).isEqualTo(heap);
    assertThat(backends).containsExactly("RocksDBKeyedStateBackend");
  }

  private static List<String> countByKey(Map<String, String> settings) throws Exception {
    TableEnvironment env = streaming(settings);
    env.executeSql(
        "CREATE TABLE s (n BIGINT) WITH ('connector' = 'datagen', 'number-of-rows' = '1000',"
            + " 'fields.n.kind' = 'sequence', 'fields.n.start' = '1', 'fields.n.end' = '1000')");
    return rows(env, "SELECT n / 100, COUNT(*) FROM s GROUP BY n / 100");
  }

  @Test
  void twoSourcesTakeTurns() throws Exception {
    String union =
        "SELECT * FROM (VALUES ('a1'), ('a2'), ('a3')) AS a(x) UNION ALL SELECT * FROM (VALUES"
            + " ('b1'), ('b2')) AS b(x)";
    assertThat(rows(streaming(Map.of()), union))
        .containsExactly("+I[a1]", "+I[b1]", "+I[a2]", "+I[b2]", "+I[a3]");
    List<String> seeded = rows(streaming(Map.of("tidemark.schedule.seed", "7")), union);
    assertThat(rows(streaming(Map.of("tidemark.schedule.seed", "7")), union)).isEqualTo(seeded);
    assertThat(seeded).containsExactlyInAnyOrder("+I[a1]", "+I[b1]", "+I[a2]", "+I[b2]", "+I[a3]");
  }

  @Test
  void closingTheResultsOfAnEndlessQueryEndsIt() throws Exception {
    TableEnvironment env = streaming(Map.of());
    env.executeSql(
        "CREATE TABLE endless (n BIGINT) WITH ('connector' = 'datagen', 'rows-per-second' ="
            + " '1000000', 'fields.n.kind' = 'random')");
    TableResult result = env.executeSql("SELECT n FROM endless");
    try (CloseableIterator<Row> rows = result.collect()) {
      for (int i = 0; i < 1000; i++) {
        assertThat(rows.hasNext()).isTrue();
        rows.next();
      }
    }
    JobClient job = result.getJobClient().orElseThrow();
    assertThat(job.getJobExecutionResult())
        .failsWithin(30, TimeUnit.SECONDS)
        .withThrowableThat()
        .withCauseInstanceOf(JobCancellationException.class);
    assertThat(job.getJobStatus().get()).isEqualTo(JobStatus.CANCELED);
  }

  @Test
  void aFailureSaysItsCause() {
    TableEnvironment env = streaming(Map.of());
    assertThatThrownBy(
            () -> rows(env, "SELECT CAST(x AS INT) FROM (VALUES ('1'), ('one')) AS t(x)"))
        .hasRootCauseInstanceOf(NumberFormatException.class)
        .rootCause()
        .hasMessageContaining("one");
  }

  @Test
  void aResultRowMayBeTooLargeForTheClient() {
    TableEnvironment env = streaming(Map.of("collect-sink.batch-size.max", "10 b"));
    assertThatThrownBy(() -> rows(env, "SELECT REPEAT('x', 100)"))
        .rootCause()
        .hasMessageContaining("max bytes per batch is only 10 bytes")
        .hasMessageEndingWith("collect-sink.batch-size.max");
  }

  private List<String> written(String table) throws IOException {
    try (Stream<Path> files = Files.walk(dir.resolve(table))) {
      List<String> lines = new ArrayList<>();
      for (Path file : files.filter(Files::isRegularFile).sorted().toList()) {
        assertThat(file.getFileName().toString()).doesNotStartWith(".");
        lines.addAll(Files.readAllLines(file));
      }
      return lines;
    }
  }
}
