package dev.tidemark.examples.sql;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.regex.Pattern;

/** A result table as the SQL client draws it: column names and the rows below them. */
record Tableau(List<String> columns, List<List<String>> rows) {

  /** The first border of a table stands right behind the echoed statement. */
  private static final Pattern BORDER = Pattern.compile("\\+(-+\\+)+$");

  /** The tables in a client's output, from first to last. */
  static List<Tableau> all(String output) {
    List<Tableau> tables = new ArrayList<>();
    int borders = 0;
    for (String line : output.lines().toList()) {
      if (BORDER.matcher(line).find()) {
        borders++;
      } else if (borders % 3 == 1) {
        tables.add(new Tableau(cells(line), new ArrayList<>()));
      } else if (borders % 3 == 2) {
        tables.get(tables.size() - 1).rows().add(cells(line));
      }
    }
    return tables;
  }

  /** The values of one column, from top to bottom. */
  List<String> column(String name) {
    int index = columns.indexOf(name);
    return rows.stream().map(row -> row.get(index)).toList();
  }

  /** The sum of a column of integers. */
  long sum(String name) {
    return column(name).stream().mapToLong(Long::parseLong).sum();
  }

  /** How many rows have this operation in the column {@code op}. */
  long count(String operation) {
    return column("op").stream().filter(operation::equals).count();
  }

  /**
   * What a changelog leaves: the rows that were added and not taken back, without {@code op}, by
   * the values of the given key columns, in the order in which the keys last appeared.
   */
  Map<List<String>, List<String>> finalRows(String... key) {
    Map<List<String>, List<String>> rowsByKey = new LinkedHashMap<>();
    for (List<String> row : rows) {
      List<String> keyValues = Arrays.stream(key).map(k -> row.get(columns.indexOf(k))).toList();
      List<String> values = row.subList(1, row.size());
      boolean removes = row.get(0).startsWith("-");
      if (!removes) {
        rowsByKey.put(keyValues, values);
      } else if (!rowsByKey.remove(keyValues, values)) {
        throw new AssertionError("takes back a row that is not there: " + row);
      }
    }
    return rowsByKey;
  }

  private static List<String> cells(String line) {
    return Arrays.stream(line.substring(1, line.lastIndexOf('|')).split("\\|", -1))
        .map(String::trim)
        .toList();
  }
}
