package dev.tidemark.bench;

import java.io.BufferedWriter;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.time.LocalDateTime;
import java.time.ZoneOffset;
import java.time.format.DateTimeFormatter;
import java.util.Locale;
import java.util.Random;

/** Writes the files of the columnar benchmark: the same bytes for the same number of rows. */
final class WorkFiles {
  private static final long START =
      LocalDateTime.of(2026, 3, 2, 0, 0).toInstant(ZoneOffset.UTC).toEpochMilli();
  private static final DateTimeFormatter TIME =
      DateTimeFormatter.ofPattern("yyyy-MM-dd HH:mm:ss.SSS");

  private WorkFiles() {}

  /**
   * The file of that many rows, written if it is not there, as well as those that are read with it.
   */
  static Path of(Path folder, Work.Data data, int rows) throws IOException {
    for (Work.Data other : data.tables().values()) {
      if (other != data) {
        of(folder, other, rows);
      }
    }
    Path file = folder.resolve(name(data) + "-" + rows + ".csv");
    if (Files.exists(file)) {
      return file;
    }
    Files.createDirectories(folder);
    Path unfinished = file.resolveSibling(file.getFileName() + ".unfinished");
    Random random = new Random(20260302);
    try (BufferedWriter out = Files.newBufferedWriter(unfinished, StandardCharsets.UTF_8)) {
      for (int i = 0; i < rows; i++) {
        switch (data) {
          case READINGS -> reading(out, i, random, false);
          case LATE_READINGS -> reading(out, i, random, true);
          case UPDATES -> update(out, i, rows, random);
          case ORDERS -> order(out, i, random);
          case PAYMENTS -> payment(out, i, random);
          case SALES -> sale(out, i, random);
          case NOTES -> note(out, i, random);
          case PERSONS, AUCTIONS, BIDS -> NexmarkRows.write(out, data, i, random);
        }
      }
    }
    Files.move(unfinished, file, StandardCopyOption.REPLACE_EXISTING);
    return file;
  }

  private static String name(Work.Data data) {
    return data.name().toLowerCase(Locale.ROOT).replace('_', '-');
  }

  /** The file beside that of a work which has the rows of one of its tables. */
  static Path file(Work work, Path file, Work.Data table) {
    return file.resolveSibling(
        file.getFileName().toString().replace(name(work.data()), name(table)));
  }

  /**
   * 100 rows a second of event time, up to 2 s out of order. Late ones, up to 3 minutes, are at
   * least a second away from where a watermark could pass the end of a minute: Flink's are up to
   * 200 ms behind, more or less as its clock goes.
   */
  private static void reading(BufferedWriter out, int i, Random random, boolean withLate)
      throws IOException {
    long now = i * 10L;
    long behind = random.nextInt(2_000);
    long second = Math.floorMod(now - 5_000, 60_000L) / 1_000;
    if (withLate && random.nextInt(500) == 0 && second > 3 && second < 58) {
      behind = 8_000L + random.nextInt(172_000);
    }
    out.write(Integer.toString(i));
    out.write(",sensor-");
    out.write(Integer.toString(random.nextInt(100)));
    out.write(',');
    out.write(Integer.toString(random.nextInt(1000)));
    out.write(',');
    time(out, now - behind);
  }

  /** A key has four updates on average, no two at one time. */
  private static void update(BufferedWriter out, int i, int rows, Random random)
      throws IOException {
    out.write(Integer.toString(i));
    out.write(',');
    out.write(Integer.toString(100_000 + random.nextInt(Math.max(1, rows / 4))));
    out.write(',');
    out.write(Integer.toString(random.nextInt(1000)));
    out.write(',');
    time(out, 100L * (i - random.nextInt(20)) + i % 100);
  }

  /** A hundred a second, in their order. */
  private static void order(BufferedWriter out, int i, Random random) throws IOException {
    out.write(Integer.toString(i));
    out.write(',');
    out.write(Integer.toString(random.nextInt(10_000)));
    out.write(',');
    out.write(Integer.toString(random.nextInt(1000)));
    out.write(',');
    time(out, 10L * i);
  }

  /** As many, each for one of the orders of the last two minutes: half of them within a minute. */
  private static void payment(BufferedWriter out, int i, Random random) throws IOException {
    out.write(Integer.toString(i));
    out.write(',');
    out.write(Integer.toString(Math.max(0, i - random.nextInt(12_000))));
    out.write(',');
    out.write(Integer.toString(random.nextInt(1000)));
    out.write(',');
    time(out, 10L * i);
  }

  /** Twenty categories of 5,000 items. */
  private static void sale(BufferedWriter out, int i, Random random) throws IOException {
    out.write(Integer.toString(i));
    out.write(",category-");
    out.write(Integer.toString(random.nextInt(20)));
    out.write(',');
    out.write(Integer.toString(random.nextInt(5_000)));
    out.write(',');
    out.write(Integer.toString(random.nextInt(1000)));
    out.write(',');
    time(out, 100L * i);
  }

  /** About 100 bytes, half of the notes in quotes with commas and quotes in them. */
  private static void note(BufferedWriter out, int i, Random random) throws IOException {
    out.write(Integer.toString(i));
    out.write(",author ");
    out.write(Integer.toString(random.nextInt(50)));
    String number = Integer.toString(random.nextInt(100_000));
    if (random.nextBoolean()) {
      out.write(",\"he said: \"\"it is ");
      out.write(number);
      out.write("\"\", and went on, and on, till the end\"");
    } else {
      out.write(",a note of about the same length without a comma in it ");
      out.write(number);
    }
    String town = Integer.toString(random.nextInt(1000));
    out.write(random.nextInt(4) == 0 ? ",Zürich 京都 " + town : ",\"Springfield, " + town + "\"");
    out.write('\n');
  }

  static void time(Appendable out, long millis) throws IOException {
    long all = START + millis;
    out.append(
        TIME.format(
            LocalDateTime.ofEpochSecond(
                Math.floorDiv(all, 1000L),
                (int) Math.floorMod(all, 1000L) * 1_000_000,
                ZoneOffset.UTC)));
    out.append('\n');
  }
}
