package dev.tidemark.labs.model;

import dev.tidemark.labs.Spec;
import java.nio.charset.StandardCharsets;
import java.time.LocalDateTime;
import java.time.format.DateTimeParseException;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/**
 * A CSV file without a header, whose lines are in the order of arrival. Fields are plain: no
 * quotes, no separators in them.
 *
 * @param file its name
 * @param columns types by name, as in SQL
 * @param learners whether the learner writes the file; blanks and empty lines in it do not matter
 */
public record SourceTable(String file, Map<String, String> columns, boolean learners) {

  /** Reads the table's description in a lab. */
  public static SourceTable of(Spec spec) {
    spec.only("file", "columns", "learners");
    SourceTable table =
        new SourceTable(spec.text("file"), spec.textMap("columns"), spec.flag("learners"));
    spec.map("columns").values().forEach(SourceTable::checkType);
    return table;
  }

  private static void checkType(Spec type) {
    if (!isNumber(type.text()) && !isTime(type.text()) && !type.text().equals("STRING")) {
      throw type.wrong("the grader knows BIGINT, INT, STRING and TIMESTAMP(3).");
    }
  }

  private static boolean isNumber(String type) {
    return type.equals("BIGINT") || type.equals("INT");
  }

  private static boolean isTime(String type) {
    return type.startsWith("TIMESTAMP(");
  }

  /**
   * The rows of a file.
   *
   * @throws IllegalArgumentException naming the line that is not of this table
   */
  List<Row> rows(byte[] csv) {
    List<Row> rows = new ArrayList<>();
    int number = 0;
    for (String line : new String(csv, StandardCharsets.UTF_8).lines().toList()) {
      number++;
      if (learners && line.isBlank()) {
        continue;
      }
      try {
        rows.add(row((learners ? line.strip().replaceAll(" *, *", ",") : line).split(",", -1)));
      } catch (IllegalArgumentException | DateTimeParseException e) {
        throw new IllegalArgumentException(
            file + ":" + number + ": not a row of this table: " + line, e);
      }
    }
    return rows;
  }

  private Row row(String[] fields) {
    if (fields.length != columns.size()) {
      throw new IllegalArgumentException(fields.length + " fields");
    }
    Map<String, Object> values = new LinkedHashMap<>();
    int field = 0;
    for (Map.Entry<String, String> column : columns.entrySet()) {
      if (learners && column.getValue().equals("STRING") && !fields[field].matches("[^\\s=]+")) {
        // A program prints it as name=value.
        throw new IllegalArgumentException("a text that is not one word");
      }
      values.put(column.getKey(), value(fields[field++], column.getValue()));
    }
    return new Row(values, null);
  }

  private static Object value(String text, String type) {
    if (isNumber(type)) {
      return Long.valueOf(text);
    }
    return isTime(type) ? LocalDateTime.parse(text.replace(' ', 'T')) : text;
  }
}
