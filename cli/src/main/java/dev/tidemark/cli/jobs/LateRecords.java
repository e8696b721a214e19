package dev.tidemark.cli.jobs;

/** What the last line of a run that nobody looks into says of drops. */
public final class LateRecords {
  private LateRecords() {}

  /**
   * Nothing if Flink's counters have not risen: some operators that drop have none.
   *
   * @param dropped what they say
   * @param namesThem the command or option that names each row
   */
  public static String told(long dropped, String namesThem) {
    return dropped == 0
        ? ""
        : "at least "
            + dropped
            + (dropped == 1 ? " late record" : " late records")
            + " dropped by Flink's counters ("
            + namesThem
            + " names each), ";
  }
}
