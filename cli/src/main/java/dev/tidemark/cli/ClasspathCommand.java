package dev.tidemark.cli;

import java.io.File;
import java.lang.management.ManagementFactory;
import java.nio.file.Path;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Set;
import java.util.concurrent.Callable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Option;

/** {@code tidemark classpath}. */
@Command(
    name = "classpath",
    mixinStandardHelpOptions = true,
    versionProvider = Versions.class,
    header = "Prints the class path that gives a JVM program the target tidemark.",
    description = {
      "",
      "With it,",
      "  java $(tidemark classpath --opens) -cp \"app.jar:$(tidemark classpath)\" MyJob",
      "runs a Flink program here, if it sets execution.target: tidemark in the",
      "configuration of its TableEnvironment, or in a StreamExecutionEnvironment by",
      "env.configure(conf): getExecutionEnvironment(conf) alone sets the target local."
    },
    optionListHeading = "%nOptions:%n")
final class ClasspathCommand implements Callable<Integer> {

  /** Of no use to a program: the command itself, and its silent log, which would silence theirs. */
  private static final List<String> OF_THE_COMMAND =
      List.of("tidemark-cli", "picocli", "slf4j-simple", "flink-sql-client");

  private static final List<String> OF_TIDEMARK =
      List.of("tidemark-runtime", "tidemark-columnar", "tidemark-insight");

  private final CliStreams streams;

  @Option(
      names = "--opens",
      description = "Print instead the JVM options that Flink needs on Java 17 and later.")
  private boolean opens;

  @Option(
      names = "--only",
      description = "Print Tidemark's own jars only, for a program that has Flink already.")
  private boolean only;

  ClasspathCommand(CliStreams streams) {
    this.streams = streams;
  }

  @Override
  public Integer call() {
    var out = streams.outWriter();
    out.println(opens ? String.join(" ", opens()) : String.join(File.pathSeparator, entries()));
    out.flush();
    return ExitCode.DONE;
  }

  private Set<String> entries() {
    Set<String> kept = new LinkedHashSet<>();
    for (String entry : System.getProperty("java.class.path").split(File.pathSeparator, -1)) {
      Path path = Path.of(entry).toAbsolutePath().normalize();
      boolean command = OF_THE_COMMAND.stream().anyMatch(name -> isOf(path, name));
      boolean own = OF_TIDEMARK.stream().anyMatch(name -> isOf(path, name));
      if (only ? own : !command) {
        kept.add(path.toString());
      }
    }
    return kept;
  }

  /** Whether an entry is a module's jar, or its classes in a source tree. */
  private static boolean isOf(Path entry, String module) {
    String directory = module.replaceFirst("^tidemark-", "");
    return entry.getFileName().toString().startsWith(module + "-")
        || entry.endsWith(Path.of(directory, "target", "classes"));
  }

  /** The options of this JVM, which runs Flink. */
  private static List<String> opens() {
    return ManagementFactory.getRuntimeMXBean().getInputArguments().stream()
        .filter(option -> option.startsWith("--add-"))
        .toList();
  }
}
