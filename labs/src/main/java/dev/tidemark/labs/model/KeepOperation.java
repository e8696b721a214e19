package dev.tidemark.labs.model;

import dev.tidemark.labs.Spec;
import java.util.List;

/** A filter by the watermark that each row meets. */
record KeepOperation(String time, Which which) implements Operation {

  enum Which {
    /** There is a watermark, and the row is not ahead of it. */
    LATE,
    /** There is no watermark yet, or the row is ahead of it. */
    ON_TIME,
    /**
     * There is a watermark, and the row is ahead of it: comparing with NULL takes the first row.
     */
    AHEAD
  }

  static Operation of(Spec spec) {
    spec.only("time", "rows");
    Which which =
        switch (spec.text("rows")) {
          case "late" -> Which.LATE;
          case "on time" -> Which.ON_TIME;
          case "ahead" -> Which.AHEAD;
          default -> throw spec.get("rows").wrong("there are 'late', 'on time' and 'ahead'.");
        };
    return new KeepOperation(spec.text("time"), which);
  }

  @Override
  public List<Change> apply(List<Change> input, Mode mode) {
    return input.stream().filter(change -> keeps(change.row())).toList();
  }

  private boolean keeps(Row row) {
    if (row.watermark() == null) {
      return which == Which.ON_TIME;
    }
    boolean ahead = row.time(time).isAfter(row.watermark());
    return which == Which.LATE ? !ahead : ahead;
  }
}
