package dev.tidemark.cli;

import dev.tidemark.cli.rows.RowFormat;
import java.io.PrintWriter;
import java.lang.management.ManagementFactory;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalLong;
import java.util.Set;
import java.util.concurrent.Callable;
import org.apache.flink.configuration.Configuration;
import org.apache.flink.configuration.CoreOptions;
import org.apache.flink.configuration.DeploymentOptions;
import org.apache.flink.configuration.RestOptions;
import org.apache.flink.core.execution.DefaultExecutorServiceLoader;
import org.apache.flink.shaded.jackson2.com.fasterxml.jackson.databind.ObjectMapper;
import org.apache.flink.shaded.jackson2.com.fasterxml.jackson.databind.node.ArrayNode;
import org.apache.flink.shaded.jackson2.com.fasterxml.jackson.databind.node.ObjectNode;
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

  private static final String SCHEMA = "tidemark.doctor/1";
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

  @Option(
      names = "--format",
      paramLabel = "FORMAT",
      defaultValue = "table",
      description = "How it is printed: table or json. Default: table.",
      converter = SqlOptions.FormatName.class)
  private RowFormat format;

  private boolean sound = true;

  DoctorCommand(CliStreams streams) {
    this.streams = streams;
  }

  @Override
  public Integer call() {
    if (!List.of(RowFormat.SQL_CLIENT, RowFormat.TABLE, RowFormat.JSON).contains(format)) {
      throw new UsageException("doctor prints text or --format json.");
    }
    FlinkLogging.configure(null);
    String flinkConfDir = System.getenv("FLINK_CONF_DIR");
    List<Path> files = Settings.filesFound(Path.of(""), flinkConfDir);
    Configuration configuration = Settings.load(Path.of(""), flinkConfDir, options, target);
    String jobsRun = whereJobsRun(configuration);
    PrintWriter out = streams.outWriter();
    if (format == RowFormat.JSON) {
      out.print(json(files, configuration, jobsRun));
    } else {
      print(out, "Tidemark", Versions.tidemark());
      print(out, "Flink", Versions.flink());
      print(out, "Java", java());
      print(out, "Memory", memory());
      print(out, "Cores", cores() + ", of which a job uses one");
      print(
          out,
          "Fast start",
          archive()
              .map(file -> "class-data archive " + file)
              .orElse("no class-data archive: each start loads its classes anew"));
      print(out, "Settings", files.isEmpty() ? "no file; Flink's defaults" : files.toString());
      print(out, "Jobs run", jobsRun);
      print(out, "Targets", String.join(", ", targets()));
    }
    out.flush();
    return sound ? ExitCode.DONE : ExitCode.FAILED;
  }

  private static void print(PrintWriter out, String what, String value) {
    out.printf(Locale.ROOT, "%-12s %s%n", what, value);
  }

  /** docs/json.md describes the fields. */
  private String json(List<Path> files, Configuration configuration, String jobsRun) {
    ObjectNode json = new ObjectMapper().createObjectNode();
    json.put("schema", SCHEMA);
    json.put("sound", sound);
    json.put("tidemark", Versions.tidemark());
    json.put("flink", Versions.flink());
    ObjectNode java = json.putObject("java");
    java.put("version", Runtime.version().toString());
    java.put("vendor", System.getProperty("java.vendor"));
    java.put("home", System.getProperty("java.home"));
    java.put("supported", isTestedJava());
    json.put("heap_bytes", Runtime.getRuntime().maxMemory());
    OptionalLong machine = machineMemory();
    json.put("memory_bytes", machine.isPresent() ? (Long) machine.getAsLong() : null);
    json.put("cores", cores());
    json.put("class_data_archive", archive().map(Path::toString).orElse(null));
    ArrayNode settings = json.putArray("settings");
    files.forEach(file -> settings.add(file.toString()));
    json.put("target", configuration.get(DeploymentOptions.TARGET));
    json.put("parallelism", configuration.get(CoreOptions.DEFAULT_PARALLELISM));
    json.put("jobs_run", jobsRun);
    ArrayNode all = json.putArray("targets");
    targets().forEach(all::add);
    return json.toPrettyString() + "\n";
  }

  private static int cores() {
    return Runtime.getRuntime().availableProcessors();
  }

  private static boolean isTestedJava() {
    return TESTED_JAVA.contains(Runtime.version().feature());
  }

  private static String java() {
    String version = Runtime.version() + " (" + System.getProperty("java.vendor") + "), ";
    String tested = isTestedJava() ? "supported" : "not tested; 17, 21 and 25 are";
    return version + System.getProperty("java.home") + ", " + tested;
  }

  private static String memory() {
    long heap = Runtime.getRuntime().maxMemory();
    OptionalLong all = machineMemory();
    String machine =
        all.isPresent() ? String.format(Locale.ROOT, " of %.1f GiB", all.getAsLong() / GIB) : "";
    return String.format(
        Locale.ROOT, "heap up to %.1f GiB%s (TIDEMARK_HEAP sets it)", heap / GIB, machine);
  }

  private static OptionalLong machineMemory() {
    return ManagementFactory.getOperatingSystemMXBean()
            instanceof com.sun.management.OperatingSystemMXBean system
        ? OptionalLong.of(system.getTotalMemorySize())
        : OptionalLong.empty();
  }

  private static Optional<Path> archive() {
    return ManagementFactory.getRuntimeMXBean().getInputArguments().stream()
        .filter(option -> option.startsWith(ARCHIVE_OPTION))
        .map(option -> Path.of(option.substring(ARCHIVE_OPTION.length())))
        .filter(Files::exists)
        .findFirst();
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
