package dev.tidemark.cli.rows;

import org.apache.flink.types.RowKind;

/** Writes one result. */
public interface ResultWriter {

  /**
   * Writes a row.
   *
   * @param kind how it changes the result; shown in a changelog only
   * @param row its values, in two readings
   */
  void row(RowKind kind, ResultRow row);

  /** Writes rows that are held back, if any, and shows all: more may be long in coming. */
  void release();

  /** Writes what is still to come; there are no more rows. */
  void end();

  /** A row as values and as the texts that Flink's client shows. */
  interface ResultRow {

    /** The text of a column as Flink casts it to STRING, or null for NULL. */
    String text(int column);

    /** The value of a column as null, Boolean, Number, String, List or Map. */
    Object value(int column);
  }
}
