package dev.tidemark.bench;

import java.nio.file.Path;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;

/**
 * Columnar operators against Flink, against the same runtime with Flink's operators, and against
 * yardsticks: each engine does each {@link Work} in turn in this JVM. A first run of each is
 * digested, compared with Flink's and not counted.
 *
 * <p>Usage: {@code ColumnarBench FOLDER ROWS ROUNDS [--nexmark] [--engine=NAME…] [NAME…]}: rows for
 * windows and scans, two fifths of them for what keeps state, in two files for joins; only engines
 * and works whose names begin so. Fails when results differ.
 */
final class ColumnarBench {
  /** A fast engine gets more than one run to warm up. */
  private static final long WARM_MILLIS = 5_000;

  private static final int WARM_RUNS = 10;

  private static final String ENGINE_OPTION = "--engine=";
  private static final String NEXMARK_OPTION = "--nexmark";

  private static final List<Engine> ENGINES =
      List.of(
          TableEngine.FLINK,
          TableEngine.FLINK_TWO,
          TableEngine.ROWS,
          TableEngine.COLUMNS,
          new DuckEngine("DuckDB, 1 thread", 1),
          new DuckEngine("DuckDB, 2 threads", 2),
          new NewlineLoop("newline loop, reads", false),
          new NewlineLoop("newline loop, mapped", true));

  private ColumnarBench() {}

  public static void main(String[] args) throws Exception {
    Path folder = Path.of(args[0]).toAbsolutePath();
    int rows = Integer.parseInt(args[1]);
    int rounds = Integer.parseInt(args[2]);
    List<String> names = new ArrayList<>();
    List<String> engineNames = new ArrayList<>();
    boolean nexmark = false;
    for (String each : List.of(args).subList(3, args.length)) {
      if (each.startsWith(ENGINE_OPTION)) {
        engineNames.add(each.substring(ENGINE_OPTION.length()));
      } else if (each.equals(NEXMARK_OPTION)) {
        nexmark = true;
      } else {
        names.add(each);
      }
    }
    List<Engine> engines =
        ENGINES.stream().filter(each -> isNamed(each.name(), engineNames)).toList();
    System.out.printf(
        Locale.ROOT,
        "Java %s, %d processors, load %.1f, medians of %d rounds%n",
        Runtime.version(),
        Runtime.getRuntime().availableProcessors(),
        java.lang.management.ManagementFactory.getOperatingSystemMXBean().getSystemLoadAverage(),
        rounds);
    List<String> notes = new ArrayList<>();
    Map<String, Double> ratios = new LinkedHashMap<>();
    for (Work work : nexmark ? Nexmark.QUERIES : Work.ALL) {
      if (isNamed(work.name(), names)) {
        int count = work.data().wide() ? rows : Math.max(1, rows / 5 * 2);
        count = work.data().tables().containsKey("u") ? Math.max(1, count / 2) : count; // in each
        count = work.data().isNexmark() ? rows : count;
        Path file = WorkFiles.of(folder, work.data(), count);
        Map<Engine, Measured> medians = measure(work, file, engines, rounds, notes);
        print(work, count, medians);
        if (medians.containsKey(TableEngine.FLINK) && medians.containsKey(TableEngine.COLUMNS)) {
          ratios.put(work.name(), ratio(medians, TableEngine.COLUMNS));
        }
      }
    }
    System.out.println();
    ratios.forEach((name, ratio) -> System.out.printf(Locale.ROOT, "%s: %.1f%n", name, ratio));
    if (!ratios.isEmpty()) {
      System.out.printf(
          Locale.ROOT,
          "columnar operators, times Flink's speed with p=1, geometric mean of %d: %.1f%n%n",
          ratios.size(),
          Math.exp(ratios.values().stream().mapToDouble(Math::log).average().orElseThrow()));
    }
    notes.forEach(System.out::println);
    System.exit(0);
  }

  private static boolean isNamed(String name, List<String> beginnings) {
    return beginnings.isEmpty() || beginnings.stream().anyMatch(name::startsWith);
  }

  private static Map<Engine, Measured> measure(
      Work work, Path file, List<Engine> engines, int rounds, List<String> notes) throws Exception {
    Map<Engine, List<Measured>> runs = new LinkedHashMap<>();
    Digest expected = null;
    for (Engine engine : engines) {
      String obstacle = engine.obstacle(work, file);
      if (obstacle != null) {
        notes.add(work.name() + ": " + engine.name() + " is left out, " + obstacle);
        continue;
      }
      Measured first = engine.run(work, file, true);
      expected = expected == null ? first.digest() : expected;
      if (!check(work, engine, expected, first.digest(), true)) {
        notes.add(work.name() + ": " + engine.name() + " has other rows, and is left out");
        continue;
      }
      runs.put(engine, new ArrayList<>());
      long warm = first.millis() + first.planMillis();
      for (int i = 0; i < WARM_RUNS && warm < WARM_MILLIS; i++) {
        Measured run = engine.run(work, file, false);
        warm += run.millis() + run.planMillis();
      }
    }
    for (int round = 0; round < rounds; round++) {
      for (Map.Entry<Engine, List<Measured>> each : runs.entrySet()) {
        Measured run = each.getKey().run(work, file, false);
        if (check(work, each.getKey(), expected, run.digest(), false)) {
          each.getValue().add(run);
        }
      }
    }
    if (expected != null) {
      notes.add(
          work.name()
              + ": columnar are "
              + String.join(", ", TableEngine.COLUMNS.columnarSteps(work, file))
              + "; out came "
              + changes(expected));
    }
    Map<Engine, Measured> medians = new LinkedHashMap<>();
    runs.values().removeIf(List::isEmpty);
    runs.forEach((engine, each) -> medians.put(engine, Measured.median(each)));
    return medians;
  }

  private static String changes(Digest digest) {
    return String.format(
        Locale.ROOT,
        "+I %,d, -U %,d, +U %,d, -D %,d, digest %016x",
        digest.inserts(),
        digest.befores(),
        digest.afters(),
        digest.deletes(),
        digest.changes());
  }

  /**
   * Whether results are equal. They have to be, but for Flink's with two threads: what is late
   * there is a matter of when which thread runs.
   */
  private static boolean check(
      Work work, Engine engine, Digest expected, Digest found, boolean content) {
    boolean same =
        switch (work.data() == Work.Data.AUCTIONS && engine.outcome() == Engine.Outcome.CHANGES
            ? Engine.Outcome.TABLE // what is updated when is a matter of turns
            : engine.outcome()) {
          case NONE -> true;
          case CHANGES -> content ? expected.equals(found) : expected.sameCounts(found);
          case TABLE ->
              content
                  ? expected.sameTable(found)
                  : expected.inserts() - expected.deletes() == found.inserts() - found.deletes();
        };
    if (!same && engine != TableEngine.FLINK_TWO) {
      System.out.println(
          "DIFFERENT "
              + work.name()
              + ": "
              + engine.name()
              + " has "
              + found
              + ", not "
              + expected);
      System.exit(1);
    }
    return same;
  }

  private static void print(Work work, int rows, Map<Engine, Measured> medians) {
    System.out.printf(
        Locale.ROOT,
        "%n%s, %,d rows%n%n| engine | time | rows/s | CPU | peak memory | grown by | planning | speed, Flink p=1 is 1 |%n"
            + "| --- | ---: | ---: | ---: | ---: | ---: | ---: | ---: |%n",
        work.name(),
        rows);
    Measured flink = medians.get(TableEngine.FLINK);
    medians.forEach(
        (engine, median) ->
            System.out.printf(
                Locale.ROOT,
                "| %s | %.3f s | %.2f M | %s | %s | %s | %.2f s | %s |%n",
                engine.name(),
                median.millis() / 1000.0,
                rows / 1000.0 / Math.max(1, median.millis()),
                Sides.seconds(median.cpuMillis()),
                Sides.mebibytes(median.peakKib()),
                Sides.mebibytes(median.grownKib()),
                median.planMillis() / 1000.0,
                flink == null ? "" : String.format(Locale.ROOT, "%.1f", ratio(medians, engine))));
  }

  private static double ratio(Map<Engine, Measured> medians, Engine engine) {
    return (double) medians.get(TableEngine.FLINK).millis()
        / Math.max(1, medians.get(engine).millis());
  }
}
