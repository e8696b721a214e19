package dev.tidemark.cli.rows;

import java.io.PrintWriter;
import java.util.Arrays;
import java.util.List;
import java.util.Locale;
import java.util.stream.Collectors;

/** How results are printed. */
public enum RowFormat {
  /** As Flink's SQL client prints them, with all that it prints around them. */
  SQL_CLIENT,
  /** Columns as wide as their content. */
  TABLE,
  /** Comma-separated values (RFC 4180): a header line; NULL is empty, an empty text is quoted. */
  CSV,
  /** An array of objects. */
  JSON,
  /** An object a line. */
  JSONL,
  /** A table for a README or an issue. */
  MARKDOWN;

  /** The name on the command line. */
  @Override
  public String toString() {
    return name().toLowerCase(Locale.ROOT).replace('_', '-');
  }

  /** The format of a name, or null. */
  public static RowFormat named(String name) {
    return Arrays.stream(values())
        .filter(format -> format.toString().equals(name))
        .findFirst()
        .orElse(null);
  }

  /** All names, for messages. */
  public static String names() {
    return Arrays.stream(values()).map(RowFormat::toString).collect(Collectors.joining(", "));
  }

  /**
   * The name under which a changelog shows how a row changes the result: {@code op}, with as many
   * underscores before it as it takes to be no column's name.
   */
  static String kindName(List<ResultColumn> columns) {
    String name = "op";
    while (isNamed(columns, name)) {
      name = "_" + name;
    }
    return name;
  }

  private static boolean isNamed(List<ResultColumn> columns, String name) {
    return columns.stream().anyMatch(column -> column.name().equals(name));
  }

  /**
   * A writer for one result; not for {@link #SQL_CLIENT}, which Flink's client writes.
   *
   * @param columns names and types, without the kind of change
   * @param changelog whether rows say how they change the result
   * @param out where to write; the writer flushes it when it pauses
   */
  public ResultWriter writer(List<ResultColumn> columns, boolean changelog, PrintWriter out) {
    String kind = changelog ? kindName(columns) : null;
    return switch (this) {
      case TABLE -> new TableWriter(columns, kind, out);
      case CSV -> new CsvWriter(columns, kind, out);
      case JSON -> new JsonWriter(columns, kind, out, false);
      case JSONL -> new JsonWriter(columns, kind, out, true);
      case MARKDOWN -> new MarkdownWriter(columns, kind, out);
      case SQL_CLIENT -> throw new IllegalArgumentException("Flink's client writes this itself");
    };
  }
}
