package dev.tidemark.cli.data;

import java.io.BufferedReader;
import java.io.IOException;
import java.io.InputStreamReader;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.function.Predicate;
import org.apache.commons.text.StringEscapeUtils;

/**
 * Looks for a record in a CSV file by a test. It reads what people write (a separator, double
 * quotes, a record a line); for the rest there is Flink's reader, which has failed already.
 */
final class CsvLines {

  private static final String NO_QUOTE = "\0";

  private final Path file;
  private final char separator;
  private final char quote;

  private CsvLines(Path file, char separator, char quote) {
    this.file = file;
    this.separator = separator;
    this.quote = quote;
  }

  /** The lines of a file of a table with these options. */
  static CsvLines of(Path file, Map<String, String> options) {
    String quote =
        Boolean.parseBoolean(options.get("csv.disable-quote-character"))
            ? NO_QUOTE
            : options.getOrDefault("csv.quote-character", "\"");
    String separator =
        StringEscapeUtils.unescapeJava(options.getOrDefault("csv.field-delimiter", ","));
    return new CsvLines(file, separator.charAt(0), quote.charAt(0));
  }

  /**
   * A record.
   *
   * @param line number of its first line, from 1
   * @param text that line
   * @param fields values, without quotes
   * @param columns column of each field in the line, from 1
   */
  record CsvRecord(int line, String text, List<String> fields, List<Integer> columns) {}

  /** The first record that passes a test, or null. */
  CsvRecord find(Predicate<CsvRecord> test) throws IOException {
    // What is not UTF-8 becomes U+FFFD here, and does no harm.
    try (BufferedReader reader =
        new BufferedReader(
            new InputStreamReader(Files.newInputStream(file), StandardCharsets.UTF_8))) {
      String line;
      for (int number = 1; (line = reader.readLine()) != null; number++) {
        CsvRecord candidate = split(number, line);
        if (test.test(candidate)) {
          return candidate;
        }
      }
      return null;
    }
  }

  private CsvRecord split(int number, String line) {
    List<String> fields = new ArrayList<>();
    List<Integer> columns = new ArrayList<>();
    StringBuilder field = new StringBuilder();
    boolean quoted = false;
    int start = 0;
    for (int i = 0; i < line.length(); i++) {
      char c = line.charAt(i);
      if (c == quote) {
        quoted = !quoted;
      } else if (c == separator && !quoted) {
        fields.add(field.toString());
        columns.add(start + 1);
        field.setLength(0);
        start = i + 1;
      } else {
        field.append(c);
      }
    }
    fields.add(field.toString());
    columns.add(start + 1);
    return new CsvRecord(number, line, fields, columns);
  }
}
