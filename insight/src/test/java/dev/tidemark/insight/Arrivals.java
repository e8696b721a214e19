package dev.tidemark.insight;

import static java.util.stream.Collectors.joining;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;

/**
 * Rows in the order in which they arrive, as a table of a file. Times are milliseconds after {@link
 * #START}.
 */
public final class Arrivals {
  /** 2026-01-01 00:00 UTC, in epoch milliseconds: a multiple of every window in the tests. */
  public static final long START = 1_767_225_600_000L;

  private final List<Arrival> rows = new ArrayList<>();

  /**
   * A row.
   *
   * @param id its number, from 1
   * @param key what it is grouped by
   * @param time its event time after {@link #START}
   */
  public record Arrival(int id, String key, long time) {
    /** Its event time in epoch milliseconds. */
    public long epoch() {
      return START + time;
    }
  }

  /** Rows of one key at the given seconds. */
  public static Arrivals atSeconds(double... seconds) {
    Arrivals arrivals = new Arrivals();
    for (double second : seconds) {
      arrivals.add("a", Math.round(second * 1000));
    }
    return arrivals;
  }

  public Arrivals add(String key, long time) {
    rows.add(new Arrival(rows.size() + 1, key, time));
    return this;
  }

  public List<Arrival> rows() {
    return rows;
  }

  /** Shows the rows where a property fails. */
  @Override
  public String toString() {
    return rows.stream().map(row -> row.key() + " " + row.time()).collect(joining(", "));
  }

  /** The statement that makes a table of them: id, k, ms, ts. */
  public String table(Path dir, String name, long delay) {
    return table(dir, name, delay, "TIMESTAMP(3)");
  }

  /** The same with a row time of another type: TIMESTAMP(3) or TIMESTAMP_LTZ(3). */
  public String table(Path dir, String name, long delay, String type) {
    Path file = dir.resolve(name + ".csv");
    StringBuilder text = new StringBuilder();
    for (Arrival row : rows) {
      text.append(row.id() + "," + row.key() + "," + row.epoch() + "\n");
    }
    try {
      Files.writeString(file, text);
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
    return "CREATE TABLE "
        + name
        + " (id INT, k STRING, ms BIGINT, ts AS CAST(TO_TIMESTAMP_LTZ(ms, 3) AS "
        + type
        + "), WATERMARK FOR ts AS ts - "
        + interval(delay)
        + ") WITH ('connector' = 'filesystem', 'format' = 'csv', 'path' = '"
        + file.toUri()
        + "')";
  }

  /** Milliseconds as a literal of SQL. */
  public static String interval(long millis) {
    long seconds = millis / 1000;
    return String.format(
        Locale.ROOT,
        "INTERVAL '%d %02d:%02d:%02d.%03d' DAY TO SECOND",
        seconds / 86_400,
        seconds / 3600 % 24,
        seconds / 60 % 60,
        seconds % 60,
        millis % 1000);
  }
}
