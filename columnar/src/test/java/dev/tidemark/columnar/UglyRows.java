package dev.tidemark.columnar;

import java.util.Random;

/** Rows with missing, extreme and equal values, in a file whose null literal is "-". */
final class UglyRows {
  static final String COLUMNS =
      "id BIGINT, name STRING, kind TINYINT, v INT, x DOUBLE, m DECIMAL(10, 2), ok BOOLEAN,"
          + " ts TIMESTAMP(3), note STRING, WATERMARK FOR ts AS ts - INTERVAL '2' SECOND";

  private UglyRows() {}

  static String of(int count, long seed) {
    Random random = new Random(seed);
    StringBuilder content = new StringBuilder();
    String[] names = {"a", "bb", "日本", "a longer name than eight bytes", "-", ""};
    String[] reals = {"-", "NaN", "-0.0", "0", "1.5", "1e300", "-Infinity"};
    for (int i = 0; i < count; i++) {
      content.append(i % 50 == 7 ? Long.MAX_VALUE : i).append(',');
      content.append(names[random.nextInt(names.length)]).append(',');
      content.append(random.nextInt(4)).append(',');
      content.append(random.nextInt(10) == 0 ? "-" : "" + random.nextInt(9)).append(',');
      content.append(
          random.nextInt(5) == 0
              ? reals[random.nextInt(reals.length)]
              : "" + random.nextInt(1000) / 7.0);
      content.append(',');
      content.append(random.nextInt(10) == 0 ? "-" : "" + random.nextInt(999) / 100.0).append(',');
      content.append(random.nextInt(10) == 0 ? "-" : "" + random.nextBoolean()).append(',');
      content.append("2024-01-01 00:0").append(random.nextInt(10)).append(":0");
      content.append(random.nextInt(10)).append(".5").append(random.nextInt(3) == 0 ? "67891" : "");
      content.append(',').append("note ".repeat(random.nextInt(5))).append(i).append('\n');
    }
    return content.toString();
  }
}
