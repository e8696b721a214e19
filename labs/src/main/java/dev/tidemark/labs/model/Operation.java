package dev.tidemark.labs.model;

import java.util.List;

/** A part of a query: what it makes of the changes that come in, one after the other. */
interface Operation {
  List<Change> apply(List<Change> input, Mode mode);

  /** The columns of what it makes of rows with these columns. */
  default List<String> columns(List<String> input) {
    return input;
  }
}
