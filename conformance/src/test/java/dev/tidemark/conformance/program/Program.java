package dev.tidemark.conformance.program;

/** A DataStream program that the suite runs on both targets. */
@FunctionalInterface
public interface Program {

  /** Builds the job graph in {@code bench}'s environment and names its outputs there. */
  void build(Bench bench) throws Exception;
}
