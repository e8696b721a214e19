package dev.tidemark.cli.sql;

import java.util.Locale;

/** How results are printed. */
public enum RowFormat {
  /** As Flink's SQL client prints them, with all that it prints around them. */
  SQL_CLIENT,
  /** Columns as wide as their content. */
  TABLE,
  /** Comma-separated values (RFC 4180): a header line, NULL is empty. */
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
}
