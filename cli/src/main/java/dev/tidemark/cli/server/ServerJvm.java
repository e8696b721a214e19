package dev.tidemark.cli.server;

import com.sun.management.HotSpotDiagnosticMXBean;
import java.lang.management.ManagementFactory;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;

/**
 * How the JVM of a server differs from that of a command: it lives long, and what it takes has to
 * stand still. bench/README.md has the figures.
 */
final class ServerJvm {

  /**
   * The first four: by the JVM's thresholds a method that each query calls once is compiled after
   * two hundred queries, so compiled code and what is noted for the compilers would grow for
   * thousands; by these it is after a dozen. The optimizing compiler keeps the launcher's
   * thresholds, which only long queries reach. Code that exceeds its space is swept, and what the C
   * library keeps of the compilers' memory is given back every ten seconds.
   */
  private static final List<String> OPTIONS =
      List.of(
          "Tier0InvokeNotifyFreqLog=3",
          "Tier3InvocationThreshold=12",
          "Tier3MinInvocationThreshold=6",
          "Tier3CompileThreshold=60",
          "ReservedCodeCacheSize=128m",
          "TrimNativeHeapInterval=10000");

  /** Few pools, and what is free at their ends given back: for the C library of GNU. */
  private static final Map<String, String> MALLOC =
      Map.of("MALLOC_ARENA_MAX", "2", "MALLOC_TRIM_THRESHOLD_", "131072");

  private ServerJvm() {}

  /**
   * Options of the server's JVM, as far as this JVM has them. Who sets others has the last word.
   */
  static List<String> options() {
    HotSpotDiagnosticMXBean jvm =
        ManagementFactory.getPlatformMXBean(HotSpotDiagnosticMXBean.class);
    List<String> options = new ArrayList<>();
    for (String each : OPTIONS) {
      if (knows(jvm, each.substring(0, each.indexOf('=')))) {
        options.add("-XX:" + each);
      }
    }
    return options;
  }

  private static boolean knows(HotSpotDiagnosticMXBean jvm, String option) {
    try {
      return jvm.getVMOption(option) != null;
    } catch (IllegalArgumentException e) {
      return false;
    }
  }

  /** Adds to a server's environment what is not set there. */
  static void prepare(Map<String, String> environment) {
    MALLOC.forEach(environment::putIfAbsent);
  }
}
