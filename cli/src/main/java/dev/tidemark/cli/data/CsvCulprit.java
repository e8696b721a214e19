package dev.tidemark.cli.data;

import dev.tidemark.cli.data.CsvRecords.CsvRecord;
import dev.tidemark.cli.data.CsvRecords.Field;
import dev.tidemark.cli.errors.Position;
import dev.tidemark.cli.errors.RootCause;
import dev.tidemark.cli.files.WorkingDirectory;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Optional;
import java.util.function.Predicate;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.apache.flink.table.types.DataType;

/**
 * Finds the record of a CSV file that made a job fail. Flink names the value, or a line, but not
 * the file; so the files of the statement are read again, as far as the first record that fits.
 */
public final class CsvCulprit {

  private static final Pattern MISSING_FIELDS =
      Pattern.compile("Row length mismatch\\. \\d+ fields expected but was (\\d+)");
  private static final String TOO_MANY_FIELDS = "Too many entries: expected at most";
  private static final Pattern AT_LINE = Pattern.compile("line: (\\d+), column: (\\d+)\\]");
  private static final Pattern AT_FIELD =
      Pattern.compile("Fail to deserialize at field: (.*)\\.(?:\\R|$)");
  private static final Pattern VALUE =
      Pattern.compile("For input string: \"(.*?)\"|Text '(.*?)' could not be parsed");
  private static final String NULL_TIME = "RowTime field should not be null";
  private static final char REPLACEMENT = '\uFFFD';

  private final List<FileTable> tables;

  /** Looks in the files of some tables. */
  public CsvCulprit(List<FileTable> tables) {
    this.tables = tables.stream().filter(table -> table.format().equals("csv")).toList();
  }

  /**
   * What made the job fail.
   *
   * @param position where it is in the data
   * @param problem what is wrong with it, when Flink's message does not name the value
   */
  public record Finding(Position position, Optional<String> problem) {}

  /** The place in the data, if it can be told. */
  public Optional<Finding> find(RootCause cause) {
    return tables.stream().map(table -> findIn(table, cause)).flatMap(Optional::stream).findFirst();
  }

  private static Optional<Finding> findIn(FileTable table, RootCause cause) {
    try {
      Optional<Test> test = testFor(cause, table);
      for (Path file : test.isPresent() ? table.files() : List.<Path>of()) {
        Optional<Finding> found = find(file, CsvRecords.of(file, table.options()), test.get());
        if (found.isPresent()) {
          return found;
        }
      }
      return Optional.empty();
    } catch (RuntimeException e) {
      // Options or bytes that only Flink's job can make sense of: the message has to do without.
      return Optional.empty();
    }
  }

  /**
   * What to look for.
   *
   * @param matches whether a record is the one
   * @param field which of its fields is meant
   * @param noun what a field's value should have been, or null when the message says it
   */
  private record Test(Predicate<CsvRecord> matches, FieldOf field, String noun) {
    Test(Predicate<CsvRecord> matches, FieldOf field) {
      this(matches, field, null);
    }
  }

  private interface FieldOf {
    int index(CsvRecord found);
  }

  private static Optional<Test> testFor(RootCause cause, FileTable table) {
    String message = cause.fullMessage();
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
      return Optional.of(atLine(message, Integer.parseInt(atLine.group(1)), expected));
    }
    Matcher field = AT_FIELD.matcher(message);
    if (field.find() && table.columns().contains(field.group(1))) {
      return Optional.of(unreadable(table, table.columns().indexOf(field.group(1)), cause));
    }
    Matcher value = VALUE.matcher(message);
    if (value.find()) {
      String wanted = value.group(1) != null ? value.group(1) : value.group(2);
      return Optional.of(withField(text -> text.trim().equals(wanted.trim())));
    }
    if (message.contains("CharConversionException") || message.contains("Invalid UTF-8")) {
      return Optional.of(withField(text -> text.indexOf(REPLACEMENT) >= 0));
    }
    if (message.contains(NULL_TIME) && table.timeColumn().isPresent()) {
      int index = table.columns().indexOf(table.timeColumn().get());
      CsvColumn time = new CsvColumn(table, index);
      return Optional.of(new Test(record -> time.isNull(record.text()), record -> index));
    }
    return Optional.empty();
  }

  /** A record that Flink's parser has stumbled over in a line: the record's last, if several. */
  private static Test atLine(String message, int line, int expected) {
    if (message.contains(TOO_MANY_FIELDS)) {
      return new Test(
          record -> record.fields().size() > expected && covers(record, line), record -> expected);
    }
    return new Test(
        record ->
            record.failure() != null
                && record.failure().getLocation().getLineNr() == line
                && message.contains(record.failure().getOriginalMessage()),
        record -> record.fields().size() - 1);
  }

  private static boolean covers(CsvRecord record, int line) {
    return record.line() <= line && line <= record.lastLine();
  }

  /** A record at whose column Flink throws the exception that the job failed with. */
  private static Test unreadable(FileTable table, int index, RootCause cause) {
    CsvColumn column = new CsvColumn(table, index);
    String message = String.valueOf(cause.chain().get(cause.chain().size() - 1).getMessage());
    return new Test(
        record -> {
          Throwable failure = column.failure(record.text());
          return failure != null && message.contains(String.valueOf(failure.getMessage()));
        },
        record -> index,
        VALUE.matcher(cause.fullMessage()).find() ? null : noun(table, index));
  }

  private static String noun(FileTable table, int index) {
    DataType type = DataType.getFieldDataTypes(table.row()).get(index);
    return type.getLogicalType().asSummaryString() + " (column " + table.columns().get(index) + ")";
  }

  private static Test withField(Predicate<String> wanted) {
    return new Test(
        record -> record.fields().stream().map(Field::value).anyMatch(wanted),
        record -> {
          List<Field> fields = record.fields();
          for (int i = 0; i < fields.size(); i++) {
            if (wanted.test(fields.get(i).value())) {
              return i;
            }
          }
          return 0;
        });
  }

  private static Optional<Finding> find(Path file, CsvRecords records, Test test) {
    if (!Files.isReadable(WorkingDirectory.resolve(file))) {
      return Optional.empty();
    }
    try {
      CsvRecord found = records.find(test.matches());
      if (found == null) {
        return Optional.empty();
      }
      // A row that is too short lacks the field: its last one stands for it.
      int index = Math.min(test.field().index(found), found.fields().size() - 1);
      Field field = found.fields().get(index);
      Position position =
          new Position(
              file.toString(),
              field.line(),
              field.column(),
              Math.max(1, firstLine(field.value()).length()),
              field.lineText());
      return Optional.of(
          new Finding(
              position,
              Optional.ofNullable(test.noun())
                  .map(noun -> "'" + field.value() + "' is no " + noun)));
    } catch (IOException e) {
      return Optional.empty();
    }
  }

  private static String firstLine(String value) {
    return value.lines().findFirst().orElse("");
  }
}
