package dev.tidemark.insight.run;

import java.util.Map;
import java.util.NavigableMap;
import java.util.TreeMap;

/** Which file the rows of a source came from, and which of its rows they are. */
final class FileStretches {
  /** By the number, in the source, of the first row of a stretch of rows from one file. */
  private final NavigableMap<Long, Stretch> stretches = new TreeMap<>();

  /**
   * Rows that follow each other in the source and in a file.
   *
   * @param file null if it is not known
   * @param before how many rows of the file came before
   */
  private record Stretch(String file, long before) {}

  /**
   * A stretch begins.
   *
   * @param number of its first row in the source, from 1
   * @param file null if it is not known
   * @param before how many rows of the file came before
   */
  void begin(long number, String file, long before) {
    stretches.put(number, new Stretch(file, before));
  }

  /**
   * A row that has left the source.
   *
   * @param number its number in the source, from 1
   */
  SourceRow row(int source, long number) {
    Map.Entry<Long, Stretch> in = stretches.floorEntry(number);
    if (in == null || in.getValue().file == null) {
      return new SourceRow(source, number, null, 0);
    }
    long inFile = in.getValue().before + number - in.getKey() + 1;
    return new SourceRow(source, number, in.getValue().file, inFile);
  }
}
