package dev.tidemark.bench;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Stream;

/**
 * Runs many queries on one server, each from a process of its own, and watches what the server
 * keeps: every answer has to be that of the first time, and after the first three tenths nothing
 * may grow.
 *
 * <p>Usage: {@code Soak ROOT QUERIES SCRIPT...}; the scripts take turns.
 */
final class Soak {

  private static final int STEPS = 10;

  /** After which step nothing may grow: Flink keeps the last 300 classes that it has generated. */
  private static final int FULL = 3;

  /** What may be added and still be called the same: the JIT goes on compiling. */
  private static final double TOLERANCE = 1.15;

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

  private record Kept(long heapBytes, long otherBytes, long codeBytes, long threads, long rssKib) {

    /** Whether this is no more than there was before, give or take a little. */
    boolean isNoMoreThan(Kept before) {
      return heapBytes <= before.heapBytes * TOLERANCE
          && otherBytes <= before.otherBytes * TOLERANCE
          && threads <= before.threads + 2;
    }
  }

  private static boolean run(WarmProcess.Server server, int queries, List<String> scripts)
      throws IOException, InterruptedException {
    Map<String, String> first = new HashMap<>();
    Kept before = null;
    Kept after = null;
    System.out.println(
        "| queries | heap, live | classes | compiled code | threads | resident | median query |");
    System.out.println(
        "| ------: | ---------: | ------: | ------------: | ------: | -------: | -----------: |");
    for (int step = 1; step <= STEPS; step++) {
      Stream.Builder<Long> times = Stream.builder();
      for (int i = queries * (step - 1) / STEPS; i < queries * step / STEPS; i++) {
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
      }
      after = kept(server);
      before = step <= FULL ? after : before;
      System.out.printf(
          "| %d | %s | %s | %s | %d | %s | %s |%n",
          queries * step / STEPS,
          Sides.mebibytes(after.heapBytes >> 10),
          Sides.mebibytes((after.otherBytes - after.codeBytes) >> 10),
          Sides.mebibytes(after.codeBytes >> 10),
          after.threads,
          Sides.mebibytes(after.rssKib),
          Sides.seconds(Sides.median(times.build().toList())));
    }
    boolean same = after.isNoMoreThan(before);
    System.out.println(same ? "nothing has grown" : "IT GROWS");
    return same;
  }

  private static Kept kept(WarmProcess.Server server) throws IOException, InterruptedException {
    String status = server.command("status", "--format", "json").stdout();
    long pid = field(status, "pid");
    Path jcmd = Path.of(System.getProperty("java.home"), "bin", "jcmd");
    new ProcessBuilder(jcmd.toString(), Long.toString(pid), "GC.run")
        .redirectOutput(ProcessBuilder.Redirect.DISCARD)
        .start()
        .waitFor();
    status = server.command("status", "--format", "json").stdout();
    return new Kept(
        field(status, "heapBytes"),
        field(status, "otherBytes"),
        field(status, "codeBytes"),
        field(status, "threads"),
        Run.residentKib(pid));
  }

  private static long field(String json, String name) {
    Matcher value = Pattern.compile("\"" + name + "\":(\\d+)").matcher(json);
    if (!value.find()) {
      throw new IllegalStateException("no " + name + " in " + json);
    }
    return Long.parseLong(value.group(1));
  }
}
