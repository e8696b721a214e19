package dev.tidemark.bench;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.function.ToDoubleFunction;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Stream;

/**
 * Runs many queries on one server, each from a process of its own, and watches what the server
 * keeps: every answer has to be that of the first time, and after the first tenth nothing may grow.
 *
 * <p>Usage: {@code Soak ROOT QUERIES SCRIPT...}; the scripts take turns.
 */
final class Soak {

  private static final int STEPS = 10;

  /** How many steps, after the first, are compared with as many at the end. */
  private static final int COMPARED = 3;

  /**
   * By how much the mean of the last steps may be above that of the early ones: two steps side by
   * side differ by as much, up or down, with what was compiled or collected just then.
   */
  private static final double NOISE = 1.05;

  /** How often in a step the resident set is looked at. */
  private static final int LOOKS = 10;

  /** Of so many full collections one leaves nothing behind: others skip what is hardly garbage. */
  private static final int COLLECTIONS = 4;

  private Soak() {}

  public static void main(String[] args) throws IOException, InterruptedException {
    if (args.length < 3) {
      System.err.println("usage: Soak ROOT QUERIES SCRIPT...");
      System.exit(2);
    }
    Path root = Path.of(args[0]).toAbsolutePath();
    int queries = Integer.parseInt(args[1]);
    List<String> scripts = List.of(args).subList(2, args.length);
    Path state = Files.createTempDirectory("tidemark-soak");
    boolean good;
    try (WarmProcess.Server server = new WarmProcess.Server(root, state)) {
      good = run(server, queries, scripts);
    }
    System.exit(good ? 0 : 1);
  }

  /** What the server has after a step; the resident set is the mean of its looks. */
  private record Kept(
      double heapBytes,
      double classes,
      double metaBytes,
      double codeBytes,
      double threads,
      double rssKib) {}

  @SuppressWarnings("ImmutableEnumChecker") // its functions keep nothing
  private enum Figure {
    HEAP("heap, live", Kept::heapBytes),
    CLASSES("classes", Kept::classes),
    METASPACE("their space", Kept::metaBytes),
    CODE("compiled code", Kept::codeBytes),
    THREADS("threads", Kept::threads),
    RESIDENT("resident", Kept::rssKib);

    private final String name;
    private final ToDoubleFunction<Kept> of;

    Figure(String name, ToDoubleFunction<Kept> of) {
      this.name = name;
      this.of = of;
    }

    /** How many times what it was early it is late. */
    double growth(List<Kept> steps) {
      return mean(steps.subList(STEPS - COMPARED, STEPS)) / mean(steps.subList(1, 1 + COMPARED));
    }

    private double mean(List<Kept> steps) {
      return steps.stream().mapToDouble(of).average().orElseThrow();
    }
  }

  private static boolean run(WarmProcess.Server server, int queries, List<String> scripts)
      throws IOException, InterruptedException {
    Map<String, String> first = new HashMap<>();
    List<Kept> steps = new ArrayList<>();
    long pid = field(status(server), "pid");
    System.out.println(
        "| queries | heap, live | classes | their space | compiled code | threads | resident | median query |");
    System.out.println(
        "| ------: | ---------: | ------: | ----------: | ------------: | ------: | -------: | -----------: |");
    for (int step = 1; step <= STEPS; step++) {
      Stream.Builder<Long> times = Stream.builder();
      int begin = queries * (step - 1) / STEPS;
      int end = queries * step / STEPS;
      List<Long> resident = new ArrayList<>();
      for (int i = begin; i < end; i++) {
        String script = scripts.get(i % scripts.size());
        Run answer = server.run(script);
        times.add(answer.wallMillis());
        String earlier = first.putIfAbsent(script, Sides.comparable(answer));
        if (answer.exitCode() != 0
            || (earlier != null && !earlier.equals(Sides.comparable(answer)))) {
          System.out.println("query " + (i + 1) + ", " + script + ": not what it was");
          System.out.println(Sides.comparable(answer));
          return false;
        }
        if ((i + 1 - begin) % Math.max(1, (end - begin) / LOOKS) == 0) {
          resident.add(Run.residentKib(pid));
        }
      }
      Kept kept = kept(server, pid, resident);
      steps.add(kept);
      System.out.printf(
          "| %d | %s | %,.0f | %s | %s | %.0f | %s | %s |%n",
          end,
          mebibytes(kept.heapBytes / 1024),
          kept.classes,
          mebibytes(kept.metaBytes / 1024),
          mebibytes(kept.codeBytes / 1024),
          kept.threads,
          mebibytes(kept.rssKib),
          Sides.seconds(Sides.median(times.build().toList())));
    }
    return isLevel(steps);
  }

  private static boolean isLevel(List<Kept> steps) {
    boolean level = true;
    for (Figure figure : Figure.values()) {
      double growth = figure.growth(steps);
      System.out.printf("%s: %+.1f %%%n", figure.name, 100 * (growth - 1));
      level &= growth <= NOISE;
    }
    System.out.println(level ? "nothing has grown" : "IT GROWS");
    return level;
  }

  private static String mebibytes(double kib) {
    return Sides.mebibytes(Math.round(kib));
  }

  private static Kept kept(WarmProcess.Server server, long pid, List<Long> resident)
      throws IOException, InterruptedException {
    Path jcmd = Path.of(System.getProperty("java.home"), "bin", "jcmd");
    for (int i = 0; i < COLLECTIONS; i++) {
      new ProcessBuilder(jcmd.toString(), Long.toString(pid), "GC.run")
          .redirectOutput(ProcessBuilder.Redirect.DISCARD)
          .start()
          .waitFor();
    }
    String status = status(server);
    return new Kept(
        field(status, "heapBytes"),
        field(status, "classes"),
        field(status, "otherBytes") - field(status, "codeBytes"),
        field(status, "codeBytes"),
        field(status, "threads"),
        resident.stream().mapToLong(each -> each).average().orElseThrow());
  }

  private static String status(WarmProcess.Server server) {
    return server.command("status", "--format", "json").stdout();
  }

  private static long field(String json, String name) {
    Matcher value = Pattern.compile("\"" + name + "\":(\\d+)").matcher(json);
    if (!value.find()) {
      throw new IllegalStateException("no " + name + " in " + json);
    }
    return Long.parseLong(value.group(1));
  }
}
