package dev.tidemark.bench;

import java.io.BufferedWriter;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.time.LocalDateTime;
import java.time.format.DateTimeFormatter;
import java.util.Random;

/**
 * Writes a CSV file of sensor readings, the same bytes for the same number of rows: 100 rows a
 * second of event time, most of them up to 2 s out of order, one in 500 up to 3 minutes late.
 *
 * <p>Usage: {@code SensorRows FILE ROWS}. Does nothing when the file is there.
 */
final class SensorRows {

  private static final LocalDateTime START = LocalDateTime.of(2026, 3, 2, 0, 0);
  private static final DateTimeFormatter TIME =
      DateTimeFormatter.ofPattern("yyyy-MM-dd HH:mm:ss.SSS");
  private static final int ROWS_PER_SECOND = 100;
  private static final int LATE_ONE_IN = 500;

  private SensorRows() {}

  public static void main(String[] args) throws IOException {
    Path file = Path.of(args[0]);
    int rows = Integer.parseInt(args[1]);
    if (Files.exists(file)) {
      return;
    }
    Files.createDirectories(file.toAbsolutePath().getParent());
    Path unfinished = file.resolveSibling(file.getFileName() + ".unfinished");
    Random random = new Random(20260302);
    try (BufferedWriter out = Files.newBufferedWriter(unfinished, StandardCharsets.US_ASCII)) {
      for (int i = 0; i < rows; i++) {
        long behind =
            random.nextInt(LATE_ONE_IN) == 0 ? random.nextInt(180_000) : random.nextInt(2_000);
        LocalDateTime time = START.plusNanos((i * 1000L / ROWS_PER_SECOND - behind) * 1_000_000);
        out.write(Integer.toString(i));
        out.write(",sensor-");
        out.write(Integer.toString(random.nextInt(100)));
        out.write(',');
        out.write(Integer.toString(random.nextInt(1000)));
        out.write(',');
        out.write(TIME.format(time));
        out.write('\n');
      }
    }
    Files.move(unfinished, file, StandardCopyOption.REPLACE_EXISTING);
  }
}
