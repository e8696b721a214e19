package dev.tidemark.labs.model;

import dev.tidemark.labs.Spec;
import java.util.Comparator;
import java.util.List;

/** The rows in the order of a time, as nobody sends them. */
record SortOperation(String by) implements Operation {

  static SortOperation of(Spec spec) {
    return new SortOperation(spec.only("by").text("by"));
  }

  @Override
  public List<Change> apply(List<Change> input, Mode mode) {
    return input.stream().sorted(Comparator.comparing(change -> change.row().time(by))).toList();
  }
}
