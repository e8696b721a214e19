package dev.tidemark.cli.sql;

import dev.tidemark.cli.data.FileTable;
import java.util.List;
import java.util.Set;
import java.util.TreeSet;
import java.util.stream.Collectors;
import org.apache.flink.configuration.ConfigOption;
import org.apache.flink.formats.csv.CsvFormatFactory;
import org.apache.flink.formats.json.JsonFormatFactory;

/** The options of the formats that come with Tidemark. File tables take any option of a format. */
final class FormatOptions {

  private FormatOptions() {}

  /** The options of a table's format that the format does not have. */
  static List<String> unknown(FileTable table) {
    String prefix = table.format() + ".";
    Set<String> known = known(table.format());
    if (known.isEmpty()) {
      return List.of();
    }
    return table.options().keySet().stream()
        .filter(key -> key.startsWith(prefix) && !known.contains(key.substring(prefix.length())))
        .sorted()
        .toList();
  }

  /** The options that a format has, for a message. */
  static String names(String format) {
    return known(format).stream()
        .map(name -> format + "." + name)
        .collect(Collectors.joining(", "));
  }

  private static Set<String> known(String format) {
    Set<ConfigOption<?>> options =
        switch (format) {
          case "csv" -> new CsvFormatFactory().optionalOptions();
          case "json" -> new JsonFormatFactory().optionalOptions();
          default -> Set.of();
        };
    return options.stream().map(ConfigOption::key).collect(Collectors.toCollection(TreeSet::new));
  }
}
