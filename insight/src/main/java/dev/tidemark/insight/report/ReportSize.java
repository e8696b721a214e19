package dev.tidemark.insight.report;

/**
 * How much a report shows of what it knows.
 *
 * @param text characters of a row's text
 * @param drops dropped rows of a statement
 * @param points rows of a statement on its timelines, besides those
 */
record ReportSize(int text, int drops, int points) {
  /** The most that is shown. */
  static final ReportSize FULL = new ReportSize(400, 10_000, 2 * TimelineProbe.BUCKETS);

  private static final int SHORT_TEXT = 50;
  private static final int FEW_DROPS = 1_000;
  private static final int FEW_POINTS = 200;

  /** Less: shorter texts first, then fewer dropped rows, then fewer others; null if too little. */
  ReportSize smaller() {
    if (text > SHORT_TEXT) {
      return new ReportSize(text / 2, drops, points);
    }
    if (drops > FEW_DROPS) {
      return new ReportSize(text, drops / 2, points);
    }
    if (points > FEW_POINTS) {
      return new ReportSize(text, drops, points / 2);
    }
    return drops > 1 ? new ReportSize(text, drops / 2, points) : null;
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
