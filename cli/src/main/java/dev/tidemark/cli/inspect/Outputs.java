package dev.tidemark.cli.inspect;

import java.nio.file.Path;

/**
 * What a command makes of its runs besides what it prints.
 *
 * @param ledger the file for every dropped row; null for none
 * @param limit rows that may be lost; null for no limit
 * @param report the report's file; null for none
 */
public record Outputs(Path ledger, LateLimit limit, Path report) {
  /** Nothing. */
  public static final Outputs NONE = new Outputs(null, null, null);

  /** A report, if its file is not null. */
  public static Outputs report(Path report) {
    return new Outputs(null, null, report);
  }

  /** Whether there is anything to make. */
  public boolean any() {
    return ledger != null || limit != null || report != null;
  }
}
