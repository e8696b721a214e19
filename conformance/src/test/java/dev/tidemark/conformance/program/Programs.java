package dev.tidemark.conformance.program;

import java.util.Map;
import java.util.TreeMap;

/** All DataStream programs, by name. */
public final class Programs {

  private Programs() {}

  /** A fresh map of all programs, in the order of their names. */
  public static Map<String, Program> all() {
    Map<String, Program> programs = new TreeMap<>();
    programs.putAll(TimerPrograms.all());
    programs.putAll(WindowPrograms.all());
    programs.putAll(StatePrograms.all());
    programs.putAll(JoinPrograms.all());
    programs.putAll(MultipleInputPrograms.all());
    programs.putAll(SourceAndSinkPrograms.all());
    return programs;
  }
}
