package dev.tidemark.cli;

import java.io.PrintWriter;
import java.lang.management.ManagementFactory;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.Callable;
import org.apache.flink.configuration.Configuration;
import org.apache.flink.configuration.CoreOptions;
import org.apache.flink.configuration.DeploymentOptions;
import org.apache.flink.configuration.RestOptions;
import org.apache.flink.core.execution.DefaultExecutorServiceLoader;
import picocli.CommandLine.Command;
import picocli.CommandLine.Option;

/** {@code tidemark doctor}. */
@Command(
    name = "doctor",
    mixinStandardHelpOptions = true,
    versionProvider = Versions.class,
    header = "Says what this installation is and what would run where.",
    description = {"", "Exit code 1 when something stands in the way."},
    optionListHeading = "%nOptions:%n")
final class DoctorCommand implements Callable<Integer> {

  private static final Set<Integer> TESTED_JAVA = Set.of(17, 21, 25);
  private static final String ARCHIVE_OPTION = "-XX:SharedArchiveFile=";
  private static final double GIB = 1 << 30;

  private final CliStreams streams;

  @Option(
      names = "-D",
      paramLabel = "KEY=VALUE",
      description = "A setting of Flink's, as for sql and run.")
  private Map<String, String> options = new LinkedHashMap<>();

  @Option(
      names = "--target",
      paramLabel = "TARGET",
      description = "The target, as for sql and run.")
  private Target target;

  private boolean sound = true;

  DoctorCommand(CliStreams streams) {
    this.streams = streams;
  }

  @Override
  public Integer call() {
    FlinkLogging.configure(null);
    String flinkConfDir = System.getenv("FLINK_CONF_DIR");
    PrintWriter out = streams.outWriter();
    print(out, "Tidemark", Versions.tidemark());
    print(out, "Flink", Versions.flink());
    print(out, "Java", java());
    print(out, "Memory", memory());
    print(out, "Cores", Runtime.getRuntime().availableProcessors() + ", of which a job uses one");
    print(out, "Fast start", archive());
    List<Path> files = Settings.filesFound(Path.of(""), flinkConfDir);
    print(out, "Settings", files.isEmpty() ? "no file; Flink's defaults" : files.toString());
    Configuration configuration = Settings.load(Path.of(""), flinkConfDir, options, target);
    print(out, "Jobs run", whereJobsRun(configuration));
    print(out, "Targets", String.join(", ", targets()));
    out.flush();
    return sound ? ExitCode.DONE : ExitCode.FAILED;
  }

  private static void print(PrintWriter out, String what, String value) {
    out.printf(Locale.ROOT, "%-12s %s%n", what, value);
  }

  private static String java() {
    String version = Runtime.version() + " (" + System.getProperty("java.vendor") + "), ";
    String tested =
        TESTED_JAVA.contains(Runtime.version().feature())
            ? "supported"
            : "not tested; 17, 21 and 25 are";
    return version + System.getProperty("java.home") + ", " + tested;
  }

  private static String memory() {
    long heap = Runtime.getRuntime().maxMemory();
    String machine = "";
    if (ManagementFactory.getOperatingSystemMXBean()
        instanceof com.sun.management.OperatingSystemMXBean system) {
      machine = String.format(Locale.ROOT, " of %.1f GiB", system.getTotalMemorySize() / GIB);
    }
    return String.format(
        Locale.ROOT, "heap up to %.1f GiB%s (TIDEMARK_HEAP sets it)", heap / GIB, machine);
  }

  private static String archive() {
    return ManagementFactory.getRuntimeMXBean().getInputArguments().stream()
        .filter(option -> option.startsWith(ARCHIVE_OPTION))
        .map(option -> Path.of(option.substring(ARCHIVE_OPTION.length())))
        .filter(Files::exists)
        .map(file -> "class-data archive " + file)
        .findFirst()
        .orElse("no class-data archive: each start loads its classes anew");
  }

  private String whereJobsRun(Configuration configuration) {
    String name = configuration.get(DeploymentOptions.TARGET);
    int parallelism = configuration.get(CoreOptions.DEFAULT_PARALLELISM);
    if (!targets().contains(name)) {
      sound = false;
      return "nowhere: the target " + name + " is not on the class path";
    }
    String where =
        switch (name) {
          case "tidemark" -> "in this process, on one thread (target tidemark)";
          case "local" -> "in this process, on Flink's MiniCluster (target local)";
          case "remote" ->
              String.format(
                  Locale.ROOT,
                  "on the cluster at %s:%d (target remote)",
                  configuration.get(RestOptions.ADDRESS),
                  configuration.get(RestOptions.PORT));
          default -> "on the target " + name;
        };
    return where + ", parallelism " + parallelism;
  }

  private static List<String> targets() {
    return new DefaultExecutorServiceLoader().getExecutorNames().sorted().distinct().toList();
  }
}
