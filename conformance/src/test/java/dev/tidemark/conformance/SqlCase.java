package dev.tidemark.conformance;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Stream;

/**
 * One file of {@code queries/}: a header of {@code -- key: value} lines, then statements that end
 * with a semicolon at the end of a line; the last one is the query that is compared.
 *
 * <p>Header keys: {@code compare} (see {@link Comparison}), {@code modes} ({@code streaming},
 * {@code batch} or both, separated by commas), {@code batch-compare} where batch mode needs another
 * comparison, and any number of {@code set: key = value}. Other comment lines are for the reader.
 */
record SqlCase(
    String name,
    Map<Mode, Comparison> comparisons,
    Map<String, String> settings,
    List<String> statements) {

  private static final Pattern HEADER = Pattern.compile("-- ([a-z-]+): (.*)");

  /** The value of {@code execution.runtime-mode}. */
  enum Mode {
    STREAMING,
    BATCH
  }

  /** All files of {@code queries/}, by name. */
  static List<SqlCase> all() {
    try (Stream<Path> files = Files.list(Resources.path("queries"))) {
      return files
          .filter(file -> file.toString().endsWith(".sql"))
          .sorted()
          .map(SqlCase::parse)
          .toList();
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  private static SqlCase parse(Path file) {
    String name = file.getFileName().toString().replace(".sql", "");
    Map<String, String> header = new LinkedHashMap<>();
    Map<String, String> settings = new LinkedHashMap<>();
    List<String> lines = Resources.lines(file);
    for (String line : lines) {
      Matcher matcher = HEADER.matcher(line);
      if (!matcher.matches()) {
        continue;
      }
      String key = matcher.group(1);
      String value = matcher.group(2).strip();
      switch (key) {
        case "set" -> settings.put(before(value, "="), after(value, "="));
        case "compare", "batch-compare", "modes" -> header.put(key, value);
        default -> throw new IllegalArgumentException(name + ": unknown header " + key);
      }
    }
    Map<Mode, Comparison> comparisons = new LinkedHashMap<>();
    String compare = header.getOrDefault("compare", "exact");
    for (String word : header.getOrDefault("modes", "streaming").split(",\\s*", -1)) {
      Mode mode = Mode.valueOf(word.toUpperCase(Locale.ROOT));
      String kind = mode == Mode.BATCH ? header.getOrDefault("batch-compare", compare) : compare;
      comparisons.put(mode, Comparison.parse(kind));
    }
    return new SqlCase(name, comparisons, settings, statements(lines));
  }

  /** Splits at semicolons that end a line: a semicolon inside a line belongs to its statement. */
  static List<String> statements(List<String> lines) {
    List<String> statements = new ArrayList<>();
    StringBuilder statement = new StringBuilder();
    for (String line : lines) {
      if (line.isBlank() || line.startsWith("--")) {
        continue;
      }
      boolean last = line.endsWith(";");
      statement.append(last ? line.substring(0, line.length() - 1) : line).append('\n');
      if (last) {
        statements.add(statement.toString());
        statement.setLength(0);
      }
    }
    if (!statement.isEmpty()) {
      throw new IllegalArgumentException("no semicolon ends: " + statement);
    }
    return statements;
  }

  private static String before(String text, String separator) {
    return text.substring(0, text.indexOf(separator)).strip();
  }

  private static String after(String text, String separator) {
    return text.substring(text.indexOf(separator) + separator.length()).strip();
  }
}
