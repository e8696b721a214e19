package dev.tidemark.labs.model;

/** A row of a changelog. */
record Change(Kind kind, Row row) {

  static Change insert(Row row) {
    return new Change(Kind.INSERT, row);
  }
}
