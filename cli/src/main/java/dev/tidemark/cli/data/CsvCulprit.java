package dev.tidemark.cli.data;

import dev.tidemark.cli.errors.Position;
import dev.tidemark.cli.errors.RootCause;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Optional;
import java.util.function.Predicate;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/**
 * Finds the line of a CSV file that made a job fail. Flink names the value, or a line, but not the
 * file; so the files of the statement are read again, as far as the first line that fits.
 */
public final class CsvCulprit {

  private static final Pattern MISSING_FIELDS =
      Pattern.compile("Row length mismatch\\. \\d+ fields expected but was (\\d+)");
  private static final Pattern AT_LINE = Pattern.compile("line: (\\d+), column: (\\d+)\\]");
  private static final Pattern VALUE =
      Pattern.compile("For input string: \"(.*?)\"|Text '(.*?)' could not be parsed");
  private static final String NULL_TIME = "RowTime field should not be null";
  private static final char REPLACEMENT = '\uFFFD';

  private final List<FileTable> tables;

  /** Looks in the files of some tables. */
  public CsvCulprit(List<FileTable> tables) {
    this.tables = tables.stream().filter(table -> table.format().equals("csv")).toList();
  }

  /** The place in the data, if it can be told. */
  public Optional<Position> find(RootCause cause) {
    for (FileTable table : tables) {
      Optional<Test> test = testFor(cause.fullMessage(), table);
      if (test.isEmpty()) {
        continue;
      }
      for (Path file : table.files()) {
        Optional<Position> found = find(file, separator(table), test.get());
        if (found.isPresent()) {
          return found;
        }
      }
    }
    return Optional.empty();
  }

  /** What to look for in a record, and the field that is meant. */
  private record Test(Predicate<CsvLines.CsvRecord> matches, FieldOf field) {}

  private interface FieldOf {
    int index(CsvLines.CsvRecord found);
  }

  private static Optional<Test> testFor(String message, FileTable table) {
    int expected = table.columns().size();
    Matcher missing = MISSING_FIELDS.matcher(message);
    if (missing.find()) {
      int count = Integer.parseInt(missing.group(1));
      return Optional.of(
          new Test(
              record -> record.fields().size() == count && count != expected,
              record -> record.fields().size() - 1));
    }
    Matcher atLine = AT_LINE.matcher(message);
    if (atLine.find()) {
      int line = Integer.parseInt(atLine.group(1));
      int column = Integer.parseInt(atLine.group(2));
      return Optional.of(
          new Test(record -> record.line() == line, record -> fieldAt(record, column)));
    }
    Matcher value = VALUE.matcher(message);
    if (value.find()) {
      String wanted = value.group(1) != null ? value.group(1) : value.group(2);
      return Optional.of(withField(field -> field.trim().equals(wanted.trim())));
    }
    if (message.contains("CharConversionException") || message.contains("Invalid UTF-8")) {
      return Optional.of(withField(field -> field.indexOf(REPLACEMENT) >= 0));
    }
    if (message.contains(NULL_TIME) && table.timeColumn().isPresent()) {
      int index = table.columns().indexOf(table.timeColumn().get());
      return Optional.of(
          new Test(
              record -> index < record.fields().size() && record.fields().get(index).isEmpty(),
              record -> index));
    }
    return Optional.empty();
  }

  private static int fieldAt(CsvLines.CsvRecord record, int column) {
    int index = 0;
    while (index + 1 < record.columns().size() && record.columns().get(index + 1) <= column) {
      index++;
    }
    return index;
  }

  private static Test withField(Predicate<String> wanted) {
    return new Test(
        record -> record.fields().stream().anyMatch(wanted),
        record -> {
          List<String> fields = record.fields();
          for (int i = 0; i < fields.size(); i++) {
            if (wanted.test(fields.get(i))) {
              return i;
            }
          }
          return 0;
        });
  }

  private static Optional<Position> find(Path file, char separator, Test test) {
    if (!Files.isReadable(file)) {
      return Optional.empty();
    }
    try {
      CsvLines.CsvRecord found = new CsvLines(file, separator).find(test.matches());
      if (found == null) {
        return Optional.empty();
      }
      int field = test.field().index(found);
      return Optional.of(
          new Position(
              file.toString(),
              found.line(),
              found.columns().get(field),
              Math.max(1, found.fields().get(field).length()),
              found.text()));
    } catch (IOException e) {
      return Optional.empty();
    }
  }

  private static char separator(FileTable table) {
    String told = table.options().getOrDefault("csv.field-delimiter", ",");
    return told.equals("\\t") ? '\t' : told.isEmpty() ? ',' : told.charAt(0);
  }
}
