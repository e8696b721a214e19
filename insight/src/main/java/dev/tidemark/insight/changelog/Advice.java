package dev.tidemark.insight.changelog;

/**
 * Something about a changelog that its author may want to know.
 *
 * @param kind what it is about
 * @param operator number of the operator that it is about
 * @param text what to say, in whole sentences
 * @param rowsNow rows that the operator has emitted
 * @param rowsThen rows that it would emit if the advice were followed; -1 if that is not known
 */
public record Advice(Kind kind, int operator, String text, long rowsNow, long rowsThen) {

  /** What advice can be about. */
  public enum Kind {
    /** A Top-N emits rank numbers, which makes its log longer. */
    RANK_NUMBER,
    /** A deduplication that keeps the last row takes the one before back each time. */
    KEEP_LAST,
    /** A sink's primary key is not what identifies the rows that it gets. */
    SINK_KEY,
    /** A grouping emits each of its steps. */
    MINI_BATCH;

    /** As JSON has it. */
    public String id() {
      return name().toLowerCase(java.util.Locale.ROOT).replace('_', '-');
    }
  }
}
