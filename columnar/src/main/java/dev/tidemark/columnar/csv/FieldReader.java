package dev.tidemark.columnar.csv;

import dev.tidemark.columnar.data.Column;

/** Turns one field of some records into the values of a column. */
interface FieldReader {

  /**
   * Reads the field of every record.
   *
   * @return how many records could be read, from the first on: the one after that is written in a
   *     way that only Flink's reader understands, or refuses
   */
  int read(byte[] buffer, Records records, int field, Column into);
}
