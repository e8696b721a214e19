package dev.tidemark.cli;

/** What the sample program has computed. */
public final class SampleOutput {

  static String last;

  private SampleOutput() {}
}
