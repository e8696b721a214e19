package dev.tidemark.cli;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.LocalDateTime;
import java.time.ZoneOffset;
import java.time.format.DateTimeFormatter;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import org.apache.flink.shaded.jackson2.com.fasterxml.jackson.databind.JsonNode;
import org.apache.flink.shaded.jackson2.com.fasterxml.jackson.databind.ObjectMapper;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** {@code tidemark sweep} over the example of late rows, against a model of the rules. */
class SweepCommandTest {
  private static final Path EXAMPLES = Path.of("..", "examples").toAbsolutePath().normalize();
  private static final DateTimeFormatter TIME = DateTimeFormatter.ofPattern("yyyy-MM-dd HH:mm:ss");
  private static final long MINUTE = 60_000;

  @TempDir Path folder;

  @Test
  void oneCommandGivesWhatTakesAScriptForEachDelay() throws Exception {
    JsonNode job = job(sweep("w5.sql", "0s,5s,30s"));

    assertThat(job.get("method").asText()).isEqualTo("one-pass");
    assertThat(job.get("own_delay_ms").asLong()).isEqualTo(5_000);
    JsonNode operator = job.get("operators").get(0);
    assertThat(operator.get("rows_in").asInt()).isEqualTo(times().size());
    assertThat(dropped(operator)).isEqualTo(model(200, 0, 5_000, 30_000));
    assertThat(dropped(operator).values()).doesNotHaveDuplicates().doesNotContain(0L);
  }

  @Test
  void theDelaysThatKeepTheRowsDoSo() throws Exception {
    JsonNode operator = job(sweep("w5.sql", "auto")).get("operators").get(0);

    int rows = times().size();
    JsonNode keeps = operator.get("keeps");
    assertThat(keeps).hasSize(3);
    long[] allowed = {rows / 100, rows / 1_000, 0};
    for (int i = 0; i < allowed.length; i++) {
      long delay = keeps.get(i).get("delay_ms").asLong();
      assertThat(lost(delay, 200)).isLessThanOrEqualTo(allowed[i]);
      assertThat(lost(delay - 1, 200)).isGreaterThan(allowed[i]);
    }
    Map<Long, Long> points = dropped(operator);
    assertThat(points).containsKeys(0L, 5_000L, operator.get("knee_ms").asLong());
    points.forEach((delay, lost) -> assertThat(lost).isEqualTo(lost(delay, 200)));
  }

  @Test
  void anIntervalOfAnHourStopsTheWatermark() throws Exception {
    JsonNode operator = job(sweep("slow.sql", "0s,5s")).get("operators").get(0);

    assertThat(dropped(operator)).isEqualTo(model(3_600_000, 0, 5_000));
  }

  @Test
  void rowsThatAreJudgedByTheWatermarkTakeARunForEachDelay() throws Exception {
    JsonNode job = job(sweep("filtered.sql", "0s,30s"));

    assertThat(job.get("method").asText()).isEqualTo("re-run");
    assertThat(job.get("reason").asText()).contains("CURRENT_WATERMARK");
    Map<Long, Long> rowsIn = new TreeMap<>();
    for (JsonNode point : job.get("operators").get(0).get("points")) {
      rowsIn.put(point.get("delay_ms").asLong(), point.get("rows_in").asLong());
    }
    assertThat(rowsIn)
        .isEqualTo(Map.of(0L, inTime(0), 5_000L, inTime(5_000), 30_000L, inTime(30_000)));
  }

  @Test
  void printsATableForPeople() throws Exception {
    Command done = Command.run("sweep", script("w5.sql").toString(), "--delays", "0s,5s");

    assertThat(done.exitCode()).as(done.err()).isZero();
    assertThat(done.out())
        .contains("all delays from one pass")
        .containsPattern("delay +rows dropped +share +contributions lost +added latency")
        .containsPattern("5 s +" + lost(5_000, 200) + " .* 0 s +<- the script's own")
        .contains("keeps 99.9 % of the rows: ")
        .doesNotContain("window_start");
  }

  @Test
  void theOtherFormatsHaveThePointsAlone() throws Exception {
    String script = script("w5.sql").toString();
    Command csv = Command.run("sweep", script, "--delays", "0s,5s", "--format", "csv");

    assertThat(csv.exitCode()).as(csv.err()).isZero();
    String row = script + ":18:1,\"WindowAggregate TUMBLE(time_col=[ts], size=[1 min])\",";
    assertThat(csv.out().lines())
        .containsExactly(
            "statement,operator,delay_ms,rows_in,rows_dropped,contributions_lost,added_latency_ms,mark",
            row + "0,640,%1$d,%1$d,-5000,".formatted(lost(0, 200)),
            row + "5000,640,%1$d,%1$d,0,now".formatted(lost(5_000, 200)));

    Command lines = Command.run("sweep", script, "--delays", "30s", "--format", "jsonl");
    JsonNode last = new ObjectMapper().readTree(lines.out().lines().toList().get(1));
    assertThat(last.get("rows_dropped").asLong()).isEqualTo(lost(30_000, 200));
    assertThat(last.get("mark").isNull()).isTrue();
  }

  @Test
  void closeTo1970WatermarksBelowZeroAreNotEmittedAndLongDelaysAreTried() throws Exception {
    Path file =
        Files.writeString(
            folder.resolve("old.csv"),
            """
            1970-01-01 00:00:01
            1970-01-01 00:00:20
            1970-01-01 00:00:03
            1970-01-01 00:00:45
            1970-01-01 00:00:15
            """);
    String sql =
        """
        CREATE TABLE e (ts TIMESTAMP(3), WATERMARK FOR ts AS ts - INTERVAL '1' SECOND)
        WITH ('connector' = 'filesystem', 'format' = 'csv', 'path' = '%s');
        SELECT window_start, COUNT(*) AS n FROM TUMBLE(TABLE e, DESCRIPTOR(ts), INTERVAL '10' SECOND)
        GROUP BY window_start, window_end;
        """
            .formatted(file);
    Command done =
        Command.run("sweep", "--delays", "0s,1s,12s,1min,2min", "--format", "json", "-e", sql);
    assertThat(done.exitCode()).as(done.err()).isZero();
    JsonNode operator = job(new ObjectMapper().readTree(done.out())).at("/operators/0");
    assertThat(dropped(operator))
        .isEqualTo(Map.of(0L, 2L, 1_000L, 2L, 12_000L, 1L, 60_000L, 0L, 120_000L, 0L));
    JsonNode all = operator.at("/keeps/2");
    assertThat(all.at("/what").asText()).isEqualTo("all rows");
    assertThat(all.at("/delay_ms").asLong()).isEqualTo(60_000);
    assertThat(all.at("/exact").asBoolean(true)).isFalse();
    assertThat(operator.at("/ran_from_ms").asLong()).isEqualTo(800);

    assertThat(Command.run("sweep", "--delays", "0s,1s,12s,1min,2min", "-e", sql).out())
        .contains("5 rows in, delays below 800 ms from one pass, the others from a run each")
        .contains("keeps all rows: 1 min, the smallest delay that was tried (results come 59 s")
        .doesNotContain("all delays from one pass");
    assertThat(Command.run("sweep", "--delays", "0s", "-e", sql).out())
        .contains("5 rows in, all delays from one pass");
  }

  @ParameterizedTest
  @ValueSource(strings = {"TUMBLE", "SESSION"})
  void withoutARowNoDelayIsKnown(String window) throws Exception {
    Path file = Files.createFile(folder.resolve("empty.csv"));
    String sql =
        """
        CREATE TABLE e (ts TIMESTAMP(3), WATERMARK FOR ts AS ts - INTERVAL '5' SECOND)
        WITH ('connector' = 'filesystem', 'format' = 'csv', 'path' = '%s');
        SELECT window_start, COUNT(*) AS n FROM %s(TABLE e, DESCRIPTOR(ts), INTERVAL '10' SECOND)
        GROUP BY window_start, window_end;
        """
            .formatted(file, window);
    Command text = Command.run("sweep", "-e", sql, "--report", folder + "/r.html");
    assertThat(text.exitCode()).as(text.err()).isZero();
    assertThat(text.out())
        .contains("0 rows in\n", "no row came: nothing can be told of any delay")
        .doesNotContain("the script's own", "keeps", "one pass", "re-run");
    assertThat(folder.resolve("r.html")).exists();

    Command json = Command.run("sweep", "--delays", "0s,1s", "--format", "json", "-e", sql);
    assertThat(json.exitCode()).as(json.err()).isZero();
    JsonNode job = job(new ObjectMapper().readTree(json.out()));
    assertThat(job.get("own_delay_ms").isNull()).isTrue();
    assertThat(job.at("/operators/0/rows_in").asLong(-1)).isZero();
    assertThat(job.at("/operators/0/points")).isEmpty();
    Command csv = Command.run("sweep", "--delays", "0s,1s", "--format", "csv", "-e", sql);
    assertThat(csv.out().lines()).hasSize(1);
  }

  @Test
  void aSourceWithoutRowsDoesNotHideTheDelayOfTheOthers() throws Exception {
    Path rows = Files.writeString(folder.resolve("some.csv"), "2026-03-02 09:00:00\n");
    Path none = Files.createFile(folder.resolve("none.csv"));
    String table =
        "CREATE TABLE %s (ts TIMESTAMP(3), WATERMARK FOR ts AS ts - INTERVAL '%d' SECOND) WITH"
            + " ('connector' = 'filesystem', 'format' = 'csv', 'path' = '%s');\n";
    String sql =
        table.formatted("a", 5, rows)
            + table.formatted("b", 9, none)
            + "CREATE VIEW ab AS SELECT * FROM a UNION ALL SELECT * FROM b;\n"
            + "SELECT window_start, COUNT(*) AS n FROM TUMBLE(TABLE ab, DESCRIPTOR(ts), INTERVAL '10' SECOND) GROUP BY window_start,"
            + " window_end;";
    Command json = Command.run("sweep", "--delays", "0s,1s", "--format", "json", "-e", sql);
    assertThat(json.exitCode()).as(json.err()).isZero();
    assertThat(job(new ObjectMapper().readTree(json.out())).get("own_delay_ms").asLong())
        .isEqualTo(5_000);
  }

  @Test
  void saysWhatDelaysLookLike() {
    Command done = Command.run("sweep", "x.sql", "--delays", "5");

    assertThat(done.exitCode()).isEqualTo(2);
    assertThat(done.err()).contains("0s,500ms,5s").contains("not '5'");
  }

  private JsonNode sweep(String script, String delays) throws Exception {
    Command done =
        Command.run("sweep", "--delays", delays, "--format", "json", script(script).toString());
    assertThat(done.exitCode()).as(done.err()).isZero();
    JsonNode document = new ObjectMapper().readTree(done.out());
    assertThat(document.get("schema").asText()).isEqualTo("tidemark.sweep/1");
    return document;
  }

  private static JsonNode job(JsonNode document) {
    assertThat(document.get("statements")).hasSize(1);
    return document.get("statements").get(0);
  }

  private Path script(String name) throws IOException {
    String text = Files.readString(EXAMPLES.resolve("sql/watermark").resolve(name));
    return Files.writeString(
        folder.resolve(name), text.replace("examples/data", EXAMPLES.resolve("data").toString()));
  }

  private static Map<Long, Long> dropped(JsonNode operator) {
    Map<Long, Long> dropped = new TreeMap<>();
    for (JsonNode point : operator.get("points")) {
      dropped.put(point.get("delay_ms").asLong(), point.get("rows_dropped").asLong());
    }
    return dropped;
  }

  private static Map<Long, Long> model(long interval, long... delays) throws IOException {
    Map<Long, Long> lost = new TreeMap<>();
    for (long delay : delays) {
      lost.put(delay, lost(delay, interval));
    }
    return lost;
  }

  /** Rows of minutes that were over when they came. */
  private static long lost(long delay, long interval) {
    long emitted = 0;
    long lost = 0;
    for (long time : times()) {
      lost += time / MINUTE * MINUTE + MINUTE <= emitted + 1 && emitted > 0 ? 1 : 0;
      emitted = time - delay > emitted + interval ? time - delay : emitted;
    }
    return lost;
  }

  /** Rows ahead of the watermark, which every later time moves. */
  private static long inTime(long delay) {
    long watermark = Long.MIN_VALUE;
    long inTime = 0;
    for (long time : times()) {
      inTime += time > watermark ? 1 : 0;
      watermark = Math.max(watermark, time - delay);
    }
    return inTime;
  }

  private static List<Long> times() {
    try {
      return Files.readAllLines(EXAMPLES.resolve("data/watermark_events.csv")).stream()
          .map(line -> LocalDateTime.parse(line.substring(line.lastIndexOf(',') + 1), TIME))
          .map(time -> time.toInstant(ZoneOffset.UTC).toEpochMilli())
          .toList();
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }
}
