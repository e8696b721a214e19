package dev.tidemark.conformance;

/** The two sides of every comparison, as values of {@code execution.target}. */
final class Targets {

  /** The side that defines what is right. */
  static final String FLINK = SharedCluster.NAME;

  /** The side under test; {@code -Dconformance.target} puts another one in its place. */
  static final String SUBJECT = System.getProperty("conformance.target", "tidemark");

  private Targets() {}

  /** Whether {@code -Dconformance.only}, a regular expression, leaves that query or program in. */
  static boolean isChosen(String name) {
    return name.matches(System.getProperty("conformance.only", ".*"));
  }
}
