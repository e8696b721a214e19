package dev.tidemark.cli;

/** A program that prints and never ends by itself. */
public final class EndlessPrinter {

  private EndlessPrinter() {}

  /** Prints. */
  public static void main(String[] args) {
    while (true) {
      System.out.println("row");
    }
  }
}
