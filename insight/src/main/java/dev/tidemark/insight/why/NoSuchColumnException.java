package dev.tidemark.insight.why;

/** A question is about a column that no source of the job has: the job ends before it answers. */
public final class NoSuchColumnException extends IllegalArgumentException {
  private static final long serialVersionUID = 1L;

  NoSuchColumnException(String column) {
    super("no source has a column '" + column + "'");
  }
}
