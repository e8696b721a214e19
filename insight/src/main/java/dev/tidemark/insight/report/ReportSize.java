package dev.tidemark.insight.report;

/**
 * How much a report shows of what it knows.
 *
 * @param text characters of a row's text
 * @param drops dropped rows of a statement
 */
record ReportSize(int text, int drops) {
  /** The most that is shown. */
  static final ReportSize FULL = new ReportSize(400, 10_000);

  private static final int SHORTEST_TEXT = 50;

  /** Less: shorter texts first, then fewer rows; null if there is no less. */
  ReportSize smaller() {
    if (text > SHORTEST_TEXT) {
      return new ReportSize(text / 2, drops);
    }
    return drops > 1 ? new ReportSize(text, drops / 2) : null;
  }

  /** A row's text, cut if it is too long. */
  String cut(String whole) {
    if (whole.length() <= text) {
      return whole;
    }
    int end = text - 1;
    return whole.substring(0, Character.isHighSurrogate(whole.charAt(end - 1)) ? end - 1 : end)
        + "…";
  }
}
