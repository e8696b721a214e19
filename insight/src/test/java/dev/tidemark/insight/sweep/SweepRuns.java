package dev.tidemark.insight.sweep;

import dev.tidemark.insight.Tables;
import dev.tidemark.insight.run.RunInsight;
import dev.tidemark.insight.run.RunLog;
import dev.tidemark.runtime.TidemarkOptions;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.time.LocalDateTime;
import java.time.ZoneOffset;
import java.time.format.DateTimeFormatter;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import org.apache.flink.configuration.Configuration;
import org.apache.flink.configuration.DeploymentOptions;
import org.apache.flink.table.api.TableEnvironment;
import org.apache.flink.types.Row;
import org.apache.flink.util.CloseableIterator;

/** Queries over a file of events, run with a probe for sweeps. */
final class SweepRuns implements AutoCloseable {
  private static final DateTimeFormatter TIME =
      DateTimeFormatter.ofPattern("yyyy-MM-dd HH:mm:ss.SSS");

  private final RunLog runs = new RunLog(0, plan -> null, () -> List.of(new SweepProbe()));
  private final TableEnvironment tables;

  /** A query's result and what was seen of its run. */
  record Ran(List<Row> rows, RunInsight run) {
    /** The sum of a column of whole numbers. */
    long sum(int column) {
      return rows.stream().mapToLong(row -> ((Number) row.getField(column)).longValue()).sum();
    }

    long droppedWhole() {
      return run.ledger().droppedWhole();
    }
  }

  SweepRuns(Map<String, String> settings) {
    Configuration configuration = Configuration.fromMap(settings);
    configuration.set(DeploymentOptions.TARGET, TidemarkOptions.TARGET);
    configuration.set(TidemarkOptions.OBSERVER, runs.observer());
    tables = Tables.of(configuration);
  }

  /** Writes events: an id, a key out of three, and the time in epoch milliseconds. */
  static Path write(Path file, long[] times) throws IOException {
    List<String> lines = new ArrayList<>();
    for (int i = 0; i < times.length; i++) {
      lines.add(i + ",k" + i % 3 + "," + text(times[i]));
    }
    return Files.write(file, lines);
  }

  private static String text(long time) {
    return LocalDateTime.ofEpochSecond(
            Math.floorDiv(time, 1_000L),
            (int) Math.floorMod(time, 1_000L) * 1_000_000,
            ZoneOffset.UTC)
        .format(TIME);
  }

  /** Declares the events as a table with a watermark of ts − delay. */
  SweepRuns table(String name, Path file, long delay) {
    return table(name, file, "ts TIMESTAMP(3)", "ts - " + interval(delay));
  }

  SweepRuns table(String name, Path file, String timeColumn, String watermark) {
    tables.executeSql(
        "CREATE TABLE "
            + name
            + " (id BIGINT, k STRING, "
            + timeColumn
            + ", WATERMARK FOR ts AS "
            + watermark
            + ") WITH ('connector' = 'filesystem', 'format' = 'csv', 'path' = '"
            + file.toUri()
            + "')");
    return this;
  }

  /** A number of milliseconds as SQL. */
  static String interval(long millis) {
    Duration duration = Duration.ofMillis(millis);
    return String.format(
        "INTERVAL '%d %02d:%02d:%02d.%03d' DAY TO SECOND(3)",
        duration.toDays(),
        duration.toHoursPart(),
        duration.toMinutesPart(),
        duration.toSecondsPart(),
        duration.toMillisPart());
  }

  void set(String key, String value) {
    tables.getConfig().set(key, value);
  }

  Ran run(String query) throws Exception {
    List<Row> rows = new ArrayList<>();
    try (CloseableIterator<Row> results = tables.executeSql(query).collect()) {
      results.forEachRemaining(rows::add);
    }
    List<RunInsight> taken = runs.take();
    RunInsight run = taken.get(0);
    if (taken.size() != 1 || !run.awaitOver(10)) {
      throw new IllegalStateException("one run that ends was expected");
    }
    return new Ran(rows, run);
  }

  @Override
  public void close() {
    runs.close();
  }
}
