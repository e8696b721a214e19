package dev.tidemark.labs.model;

import java.util.Arrays;
import java.util.Optional;

/** How a row changes the result. */
public enum Kind {
  /** A new row. */
  INSERT("+I"),
  /** The row that is about to be replaced. */
  UPDATE_BEFORE("-U"),
  /** The row that takes its place. */
  UPDATE_AFTER("+U"),
  /** A row that goes. */
  DELETE("-D");

  private final String symbol;

  Kind(String symbol) {
    this.symbol = symbol;
  }

  /** As Flink's client prints it. */
  public String symbol() {
    return symbol;
  }

  /** Whether the row is there afterwards. */
  public boolean adds() {
    return this == INSERT || this == UPDATE_AFTER;
  }

  /** The kind with this symbol. */
  public static Optional<Kind> of(String symbol) {
    return Arrays.stream(values()).filter(kind -> kind.symbol.equals(symbol)).findFirst();
  }
}
