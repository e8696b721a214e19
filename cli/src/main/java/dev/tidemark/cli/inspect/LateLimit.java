package dev.tidemark.cli.inspect;

import dev.tidemark.insight.run.RunInsight;

/**
 * How many rows a statement may lose.
 *
 * @param amount rows, or per cent of the rows that came
 * @param percent whether the amount is per cent
 */
public record LateLimit(double amount, boolean percent) {

  /** Reads {@code 10} or {@code 0.5%}; null if it is neither. */
  public static LateLimit parse(String text) {
    boolean percent = text.endsWith("%");
    try {
      double amount =
          percent
              ? Double.parseDouble(text.substring(0, text.length() - 1).trim())
              : Long.parseLong(text.trim());
      return amount >= 0 && amount <= (percent ? 100 : Long.MAX_VALUE)
          ? new LateLimit(amount, percent)
          : null;
    } catch (NumberFormatException e) {
      return null;
    }
  }

  /** Whether a run lost more. */
  boolean isExceeded(RunInsight run) {
    long lost = run.ledger().lostRows().any();
    if (!percent) {
      return lost > amount;
    }
    long rows = run.rowsJudged();
    return rows > 0 && 100.0 * lost / rows > amount;
  }

  @Override
  public String toString() {
    String number =
        amount == Math.rint(amount) ? String.valueOf((long) amount) : String.valueOf(amount);
    return percent ? number + " %" : number;
  }
}
