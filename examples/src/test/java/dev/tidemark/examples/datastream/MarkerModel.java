package dev.tidemark.examples.datastream;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;

/**
 * What {@link MarkerWatermarks} must print for {@code marked_readings.csv}, worked out without
 * Flink.
 */
public final class MarkerModel {

  /** The file, from the project's root. */
  public static final Path FILE = Path.of("examples", "data", "marked_readings.csv");

  private static final long WINDOW_MILLIS = 10_000;

  private final Map<Long, Map<String, long[]>> open = new TreeMap<>();
  private final List<String> printed = new ArrayList<>();
  private int dropped;
  private long watermark = Long.MIN_VALUE;

  /** Runs the file through, its end included. */
  public static MarkerModel run() throws IOException {
    MarkerModel model = new MarkerModel();
    for (String line : Files.readAllLines(FILE)) {
      String[] fields = line.split(",", -1);
      model.accept(fields[0], Long.parseLong(fields[1]), Long.parseLong(fields[2]));
    }
    model.advance(Long.MAX_VALUE);
    return model;
  }

  /**
   * The printed lines. Windows follow one another in time; within a window the keys' order is
   * nobody's promise, so they are sorted.
   */
  public List<String> printed() {
    return printed;
  }

  /** How many readings come after the mark that closed their window. */
  public int dropped() {
    return dropped;
  }

  private void accept(String device, long number, long millis) {
    if (device.equals("#")) {
      advance(millis);
      return;
    }
    long start = millis - millis % WINDOW_MILLIS;
    if (start + WINDOW_MILLIS - 1 <= watermark) {
      dropped++;
      return;
    }
    // The sum keeps the first reading's time.
    open.computeIfAbsent(start, s -> new TreeMap<>())
            .computeIfAbsent(device, d -> new long[] {0, millis})[0] +=
        number;
  }

  private void advance(long millis) {
    watermark = Math.max(watermark, millis);
    open.entrySet()
        .removeIf(
            window -> {
              boolean closes = window.getKey() + WINDOW_MILLIS - 1 <= watermark;
              if (closes) {
                window
                    .getValue()
                    .forEach(
                        (device, sum) ->
                            printed.add("(" + device + "," + sum[0] + "," + sum[1] + ")"));
              }
              return closes;
            });
  }

  /**
   * A program's lines with the keys of each window sorted, to be compared with {@link #printed()}.
   */
  public static List<String> sortedWithinWindows(List<String> lines) {
    Map<Long, List<String>> byWindow = new TreeMap<>();
    List<Long> order = new ArrayList<>();
    for (String line : lines) {
      long millis = Long.parseLong(line.substring(line.lastIndexOf(',') + 1, line.length() - 1));
      long start = millis - millis % WINDOW_MILLIS;
      if (!byWindow.containsKey(start)) {
        order.add(start);
      }
      byWindow.computeIfAbsent(start, s -> new ArrayList<>()).add(line);
    }
    return order.stream().flatMap(start -> byWindow.get(start).stream().sorted()).toList();
  }

  private MarkerModel() {}
}
