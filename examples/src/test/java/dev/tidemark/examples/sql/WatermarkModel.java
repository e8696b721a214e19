package dev.tidemark.examples.sql;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.LocalDateTime;
import java.time.format.DateTimeFormatter;
import java.time.temporal.ChronoUnit;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.TreeMap;

/**
 * What one-minute windows do to {@code watermark_events.csv}, worked out row by row in arrival
 * order without Flink: a row first meets the watermark of the rows before it, then moves it.
 */
final class WatermarkModel {

  private static final DateTimeFormatter FORMAT =
      DateTimeFormatter.ofPattern("yyyy-MM-dd HH:mm:ss", Locale.ROOT);

  /** A row of the file. */
  record Row(long id, int reading, LocalDateTime time) {
    LocalDateTime windowStart() {
      return time.truncatedTo(ChronoUnit.MINUTES);
    }
  }

  /** What a window prints. */
  record Window(long count, long total) {
    Window plus(Row row) {
      return new Window(count + 1, total + row.reading);
    }
  }

  /** Windows by start, in time order. */
  final Map<LocalDateTime, Window> windows = new TreeMap<>();

  /** Rows whose window had fired when they came. */
  final List<Row> dropped = new ArrayList<>();

  /** Rows behind the watermark, equal to it included; with the watermark that they met. */
  final Map<Long, LocalDateTime> late = new TreeMap<>();

  /**
   * Runs the file through.
   *
   * @param delaySeconds how far the watermark stays behind the largest time; negative for a
   *     watermark that never moves
   * @param filterLate whether late rows are taken out in front of the window
   */
  static WatermarkModel run(int delaySeconds, boolean filterLate) throws IOException {
    WatermarkModel model = new WatermarkModel();
    LocalDateTime watermark = LocalDateTime.MIN;
    for (Row row : rows()) {
      model.accept(row, watermark, filterLate);
      LocalDateTime next = delaySeconds < 0 ? watermark : row.time.minusSeconds(delaySeconds);
      watermark = next.isAfter(watermark) ? next : watermark;
    }
    return model;
  }

  private void accept(Row row, LocalDateTime watermark, boolean filterLate) {
    boolean isLate = !row.time.isAfter(watermark);
    if (isLate) {
      late.put(row.id, watermark);
    }
    if (isLate && filterLate) {
      return;
    }
    LocalDateTime lastInstant = row.windowStart().plusMinutes(1).minus(1, ChronoUnit.MILLIS);
    if (lastInstant.isAfter(watermark)) {
      windows.merge(row.windowStart(), new Window(0, 0).plus(row), (old, one) -> old.plus(row));
    } else {
      dropped.add(row);
    }
  }

  static List<Row> rows() throws IOException {
    return Files.readAllLines(Path.of("examples/data/watermark_events.csv")).stream()
        .map(line -> line.split(",", -1))
        .map(
            fields ->
                new Row(
                    Long.parseLong(fields[0]),
                    Integer.parseInt(fields[2]),
                    LocalDateTime.parse(fields[3], FORMAT)))
        .toList();
  }

  private WatermarkModel() {}
}
