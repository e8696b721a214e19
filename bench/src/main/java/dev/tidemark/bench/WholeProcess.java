package dev.tidemark.bench;

import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.function.Function;
import java.util.function.Supplier;

/**
 * Runs SQL scripts through Flink's own client and through {@code tidemark}, each time in a fresh
 * process, the two in turn, and prints the medians.
 *
 * <p>Usage: {@code WholeProcess ROOT RUNS JVM_OPTIONS SCRIPT...}; the JVM options, split at spaces,
 * are for both sides. Fails when the two sides do not print the same.
 */
final class WholeProcess {

  private WholeProcess() {}

  public static void main(String[] args) {
    if (args.length < 4) {
      System.err.println("usage: WholeProcess ROOT RUNS JVM_OPTIONS SCRIPT...");
      System.exit(2);
    }
    Path root = Path.of(args[0]).toAbsolutePath();
    int runs = Integer.parseInt(args[1]);
    List<String> jvmOptions = args[2].isBlank() ? List.of() : List.of(args[2].strip().split(" +"));
    System.out.println("Java " + Runtime.version() + ", medians of " + runs + " cold runs each");
    boolean same = true;
    for (int i = 3; i < args.length; i++) {
      Sides sides = new Sides(root);
      String script = args[i];
      same &=
          compare(
              script,
              runs,
              () -> sides.flink(script, jvmOptions),
              () -> sides.tidemark(script, jvmOptions));
    }
    System.exit(same ? 0 : 1);
  }

  /**
   * Runs a script on both sides in turn, and prints the medians.
   *
   * @return whether both sides have printed the same
   */
  static boolean compare(
      String script, int runs, Supplier<Run> flinkSide, Supplier<Run> tidemarkSide) {
    List<Run> flink = new ArrayList<>();
    List<Run> tidemark = new ArrayList<>();
    boolean same = true;
    for (int i = 0; i < runs; i++) {
      Run theirs = flinkSide.get();
      Run ours = tidemarkSide.get();
      flink.add(theirs);
      tidemark.add(ours);
      if (ours.exitCode() != 0 || !Sides.comparable(theirs).equals(Sides.comparable(ours))) {
        same = false;
        System.out.println("DIFFERENT: " + script + ", run " + (i + 1));
        System.out.println("--- Flink, exit code " + theirs.exitCode());
        System.out.println(Sides.comparable(theirs));
        System.out.println("--- tidemark, exit code " + ours.exitCode());
        System.out.println(Sides.comparable(ours));
        break;
      }
    }
    report(script, flink, tidemark);
    return same;
  }

  private static void report(String script, List<Run> flink, List<Run> tidemark) {
    System.out.println();
    System.out.println(script);
    System.out.printf("| %-10s | %10s | %10s | %8s |%n", "", "Flink", "tidemark", "ratio");
    System.out.println("| ---------- | ---------: | ---------: | -------: |");
    row("wall time", flink, tidemark, Run::wallMillis, Sides::seconds);
    row("CPU time", flink, tidemark, Run::cpuMillis, Sides::seconds);
    row("peak RSS", flink, tidemark, Run::peakKib, Sides::mebibytes);
  }

  private static void row(
      String name,
      List<Run> flink,
      List<Run> tidemark,
      Function<Run, Long> figure,
      Function<Long, String> unit) {
    long theirs = Sides.median(flink.stream().map(figure).toList());
    long ours = Sides.median(tidemark.stream().map(figure).toList());
    System.out.printf(
        "| %-10s | %10s | %10s | %8s |%n",
        name, unit.apply(theirs), unit.apply(ours), Sides.ratio(ours, theirs));
  }
}
