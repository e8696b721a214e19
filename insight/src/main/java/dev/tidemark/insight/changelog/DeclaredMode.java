package dev.tidemark.insight.changelog;

import java.util.Arrays;

/**
 * The changelog mode that a plan declares for what an operator emits, written as Flink's EXPLAIN
 * CHANGELOG_MODE writes it: {@code I}, {@code UB}, {@code UA}, {@code D} or {@code PD} (a deletion
 * that may carry the key only), separated by commas.
 *
 * @param text for example {@code I,UB,UA,D}
 */
public record DeclaredMode(String text) {
  /** What every operator of a batch plan emits. */
  public static final DeclaredMode INSERT_ONLY = new DeclaredMode("I");

  /** Whether rows are only added. */
  public boolean insertOnly() {
    return text.equals("I");
  }

  /** Whether an update comes without the row that it replaces: applying it takes a key. */
  public boolean upsert() {
    return has("UA") && !has("UB");
  }

  /** Whether rows of a kind may occur: {@code I}, {@code UB}, {@code UA}, {@code D}. */
  public boolean has(String kind) {
    return Arrays.asList(text.split(",", -1)).contains(kind);
  }

  @Override
  public String toString() {
    return text;
  }
}
