package dev.tidemark.insight.ledger;

/** Source rows that have lost anything, each counted once however many operators lose it. */
public final class LostRows {
  private int source = -1;
  private long ordinal;
  private boolean lastIsWhole;
  private long any;
  private long whole;

  /**
   * The row on its way is lost, or a part of it. All that a row causes happens in its turn.
   *
   * @param ofSource index of its source in the plan
   * @param number among the source's rows
   */
  void add(int ofSource, long number, boolean isWhole) {
    if (ofSource != source || number != ordinal) {
      source = ofSource;
      ordinal = number;
      lastIsWhole = false;
      any++;
    }
    if (isWhole && !lastIsWhole) {
      lastIsWhole = true;
      whole++;
    }
  }

  /**
   * Rows are lost that an operator has made, or earlier ones.
   *
   * @param more rows that had lost nothing so far
   * @param moreWhole rows that are lost whole now
   */
  void addOthers(long more, long moreWhole) {
    any += more;
    whole += moreWhole;
  }

  /** Rows with any loss. */
  public long any() {
    return any;
  }

  /** Rows that at least one operator has dropped whole. */
  public long whole() {
    return whole;
  }
}
