package dev.tidemark.cli.plans;

/** Thrown by a listener to whom the plan is enough: it is not to run. */
public final class PlannedOnly extends RuntimeException {
  private static final long serialVersionUID = 1L;

  public PlannedOnly() {
    super("planned, and not to run", null, false, false);
  }

  /** Whether this is what has ended a statement. */
  public static boolean ended(Throwable failure) {
    for (Throwable each = failure; each != null; each = each.getCause()) {
      if (each instanceof PlannedOnly) {
        return true;
      }
    }
    return false;
  }
}
