package dev.tidemark.bench;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.concurrent.TimeUnit;
import java.util.stream.Stream;

/**
 * One whole process, measured from the outside.
 *
 * @param wallMillis from its start to its end
 * @param cpuMillis user and system time of all its threads; as last seen, so a few milliseconds low
 * @param peakKib highest resident set size, or -1 where {@code /proc} does not tell
 * @param exitCode what it returned
 * @param stdout what it printed, UTF-8
 */
record Run(long wallMillis, long cpuMillis, long peakKib, int exitCode, String stdout) {

  /** How often the process is looked at: its peak is monotonic, its CPU time is not rounded up. */
  private static final long POLL_MILLIS = 10;

  /** Runs {@code command} to its end and measures it; stderr goes to ours. */
  static Run of(List<String> command, Path directory, Map<String, String> environment) {
    try {
      Path stdout = Files.createTempFile("bench", ".out");
      try {
        ProcessBuilder builder = new ProcessBuilder(command).directory(directory.toFile());
        builder.environment().putAll(environment);
        builder.redirectOutput(stdout.toFile());
        builder.redirectError(ProcessBuilder.Redirect.INHERIT);
        builder.redirectInput(Path.of("/dev/null").toFile());
        long start = System.nanoTime();
        Process process = builder.start();
        long peakKib = -1;
        Duration cpu = Duration.ZERO;
        try {
          while (!process.waitFor(POLL_MILLIS, TimeUnit.MILLISECONDS)) {
            peakKib = Math.max(peakKib, peakKib(process.pid()));
            cpu = process.info().totalCpuDuration().orElse(cpu);
          }
        } catch (InterruptedException e) {
          process.destroy();
          Thread.currentThread().interrupt();
          throw new IllegalStateException("Interrupted while " + command.get(0) + " ran", e);
        }
        long wall = System.nanoTime() - start;
        return new Run(
            TimeUnit.NANOSECONDS.toMillis(wall),
            cpu.toMillis(),
            peakKib,
            process.exitValue(),
            Files.readString(stdout));
      } finally {
        Files.delete(stdout);
      }
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  private static long peakKib(long pid) {
    return kib(pid, "VmHWM:");
  }

  /** The resident set size of a process, or -1 where {@code /proc} does not tell. */
  static long residentKib(long pid) {
    return kib(pid, "VmRSS:");
  }

  private static long kib(long pid, String field) {
    try (Stream<String> lines = Files.lines(Path.of("/proc", Long.toString(pid), "status"))) {
      return lines
          .filter(line -> line.startsWith(field))
          .mapToLong(line -> Long.parseLong(line.replaceAll("\\D", "")))
          .findFirst()
          .orElse(-1);
    } catch (IOException | UncheckedIOException e) {
      return -1; // it has just ended, or there is no /proc
    }
  }
}
