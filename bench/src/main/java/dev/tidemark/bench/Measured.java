package dev.tidemark.bench;

import com.sun.management.OperatingSystemMXBean;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.lang.management.ManagementFactory;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.concurrent.TimeUnit;
import java.util.function.ToLongFunction;
import java.util.stream.Stream;

/**
 * One run of a work in this JVM.
 *
 * @param millis from the start of the execution to its end
 * @param planMillis what came before and after: parsing, planning, starting and ending a cluster
 * @param cpuMillis of all threads of the process in both
 * @param peakKib highest resident set size in both, or -1 where {@code /proc} does not tell
 * @param grownKib how much higher that is than the resident set size before, after a collection
 * @param digest what came out; null where nothing does
 */
record Measured(
    long millis, long planMillis, long cpuMillis, long peakKib, long grownKib, Digest digest) {

  /** An execution: takes as long as it takes, and says how much of it was the engine. */
  @FunctionalInterface
  interface Execution {
    Executed run() throws Exception;
  }

  /**
   * What an execution tells.
   *
   * @param millis that the engine worked, without planning
   * @param digest what came out; null where nothing does
   */
  record Executed(long millis, Digest digest) {}

  static Measured of(Execution execution) throws Exception {
    System.gc(); // nobody pays for the garbage of the one before
    resetPeak();
    long before = currentPeakKib();
    long cpu = cpuNanos();
    long start = System.nanoTime();
    Executed executed = execution.run();
    long wall = TimeUnit.NANOSECONDS.toMillis(System.nanoTime() - start);
    long cpuMillis = TimeUnit.NANOSECONDS.toMillis(cpuNanos() - cpu);
    long peak = currentPeakKib();
    return new Measured(
        executed.millis(),
        Math.max(0, wall - executed.millis()),
        cpuMillis,
        peak,
        Math.max(0, peak - before),
        executed.digest());
  }

  /** Each figure's median; the digest is the first one's. */
  static Measured median(List<Measured> runs) {
    return new Measured(
        median(runs, Measured::millis),
        median(runs, Measured::planMillis),
        median(runs, Measured::cpuMillis),
        median(runs, Measured::peakKib),
        median(runs, Measured::grownKib),
        runs.get(0).digest());
  }

  private static long median(List<Measured> runs, ToLongFunction<Measured> figure) {
    return Sides.median(runs.stream().mapToLong(figure).boxed().toList());
  }

  private static long cpuNanos() {
    return ((OperatingSystemMXBean) ManagementFactory.getOperatingSystemMXBean())
        .getProcessCpuTime();
  }

  /** Makes the kernel forget this process's peak; without /proc there is none to forget. */
  private static void resetPeak() {
    try {
      Files.writeString(Path.of("/proc/self/clear_refs"), "5");
    } catch (IOException e) {
      return; // then the peak is that of all runs so far, or unknown
    }
  }

  /** Peak resident set size since the last reset. */
  private static long currentPeakKib() {
    try (Stream<String> lines = Files.lines(Path.of("/proc/self/status"))) {
      return lines
          .filter(line -> line.startsWith("VmHWM:"))
          .mapToLong(line -> Long.parseLong(line.replaceAll("\\D", "")))
          .findFirst()
          .orElse(-1);
    } catch (IOException | UncheckedIOException e) {
      return -1;
    }
  }
}
