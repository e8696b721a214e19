package dev.tidemark.columnar.plan;

/** Says why a node of a plan stays Flink's operator. */
final class NotColumnar extends Exception {
  private static final long serialVersionUID = 1L;

  /**
   * @param reason completes "the operator stays Flink's: …"
   */
  NotColumnar(String reason) {
    super(reason, null, false, false);
  }
}
