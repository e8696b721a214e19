package dev.tidemark.conformance.flinktests;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.LinkedHashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;

/** The files of the module's folder {@code flink-tests}: lists, exclusions, settings, baseline. */
final class Committed {
  static final Path BASELINE = file("baseline.txt");

  private static final String INVOCATIONS = "# invocations:";

  private Committed() {}

  private static Path file(String name) {
    return Path.of(System.getProperty("basedir", "."), "flink-tests", name);
  }

  /**
   * The test classes to run, one a line in {@code classes-*.txt}, with the number of invocations of
   * each test with parameters: that of the list's line {@code # invocations: n}; 0 means all.
   */
  static Map<String, Integer> classes() {
    Map<String, Integer> classes = new LinkedHashMap<>();
    String lists = System.getProperty("flinkTests.lists", "semantic,stream-sql");
    for (String list : lists.split(",", -1)) {
      Path file = file("classes-" + list + ".txt");
      int invocations =
          read(file).stream()
              .filter(line -> line.startsWith(INVOCATIONS))
              .mapToInt(line -> Integer.parseInt(line.substring(INVOCATIONS.length()).strip()))
              .findFirst()
              .orElse(0);
      lines(file).forEach(name -> classes.put(name, invocations));
    }
    return classes;
  }

  /** Test to reason, from {@code excluded.tsv}. */
  static Map<String, String> exclusions() {
    Map<String, String> exclusions = new LinkedHashMap<>();
    for (String line : lines(file("excluded.tsv"))) {
      List<String> columns = columns(line, 2);
      exclusions.put(columns.get(0), columns.get(1));
    }
    return exclusions;
  }

  /** Test to its own settings, from {@code settings.tsv}: test, key, value, reason. */
  static Map<String, Map<String, String>> settings() {
    Map<String, Map<String, String>> settings = new LinkedHashMap<>();
    for (String line : lines(file("settings.tsv"))) {
      List<String> columns = columns(line, 4);
      settings
          .computeIfAbsent(columns.get(0), ignored -> new LinkedHashMap<>())
          .put(columns.get(1), columns.get(2));
    }
    return settings;
  }

  /** Names of the tests that have passed and must go on to pass. */
  static Set<String> baseline() {
    return Files.exists(BASELINE) ? new LinkedHashSet<>(lines(BASELINE)) : new LinkedHashSet<>();
  }

  private static List<String> columns(String line, int count) {
    List<String> columns = Arrays.asList(line.split("\t", -1));
    if (columns.size() != count) {
      throw new IllegalArgumentException("expected " + count + " columns: " + line);
    }
    return columns;
  }

  private static List<String> lines(Path file) {
    return read(file).stream().filter(line -> !line.isBlank() && !line.startsWith("# ")).toList();
  }

  private static List<String> read(Path file) {
    try {
      return Files.readAllLines(file);
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }
}
