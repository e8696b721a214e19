package dev.tidemark.bench;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.regex.Pattern;
import java.util.stream.Collectors;

/** The two ways to run a SQL script that are compared: Flink's own client and {@code tidemark}. */
final class Sides {

  private static final Pattern COLOUR = Pattern.compile("\u001b\\[[0-9;]*m");
  private static final Pattern DURATION = Pattern.compile("\\(\\d+\\.\\d+ seconds?\\)");

  private final Path root;

  /**
   * @param root the project's root directory
   */
  Sides(Path root) {
    this.root = root;
  }

  /** Flink's SQL client, embedded, with a MiniCluster in the same process. */
  Run flink(String script, List<String> jvmOptions) {
    List<String> command = new ArrayList<>();
    command.add(Path.of(System.getProperty("java.home"), "bin", "java").toString());
    command.addAll(jvmOptions);
    command.add("@" + root.resolve("bench/target/launch/jvm.options"));
    command.add("-Dlog4j.configurationFile=" + root.resolve("bench/conf/log4j2.properties"));
    command.addAll(List.of("-cp", flinkClassPath()));
    command.add("org.apache.flink.table.client.SqlClient");
    command.addAll(options(script));
    return Run.of(command, root, Map.of("FLINK_CONF_DIR", root.resolve("bench/conf").toString()));
  }

  /** The launcher at the root, on the JDK that this program runs on. */
  Run tidemark(String script, List<String> jvmOptions) {
    List<String> command = withOptions(List.of(root.resolve("tidemark").toString(), "sql"), script);
    return Run.of(
        command,
        root,
        Map.of(
            "JAVA_HOME",
            System.getProperty("java.home"),
            "TIDEMARK_JAVA_OPTS",
            String.join(" ", jvmOptions)));
  }

  /** A command with the client's options for a script. */
  static List<String> withOptions(List<String> command, String script) {
    return with(command, options(script).toArray(String[]::new));
  }

  /** A command with more words. */
  static List<String> with(List<String> command, String... words) {
    List<String> all = new ArrayList<>(command);
    all.addAll(List.of(words));
    return all;
  }

  /** The client's options for {@code SCRIPT} or {@code INIT,SCRIPT}. */
  private static List<String> options(String script) {
    int comma = script.indexOf(',');
    return comma < 0
        ? List.of("-f", script)
        : List.of("-i", script.substring(0, comma), "-f", script.substring(comma + 1));
  }

  /** What a run printed, without colour, durations and the line that names the history file. */
  static String comparable(Run run) {
    String plain = COLOUR.matcher(run.stdout()).replaceAll("");
    return DURATION
        .matcher(plain)
        .replaceAll("(… seconds)")
        .lines()
        .filter(line -> !line.startsWith("Command history file path:"))
        .collect(Collectors.joining("\n"));
  }

  /** Every jar of Flink's, and none of ours. */
  private String flinkClassPath() {
    try {
      String all = Files.readString(root.resolve("bench/target/launch/classpath"));
      return Arrays.stream(all.strip().split(":"))
          .filter(jar -> !Path.of(jar).getFileName().toString().startsWith("tidemark-"))
          .collect(Collectors.joining(":"));
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  /** The median of some figures; of an even number of them the lower middle one. */
  static long median(List<Long> figures) {
    return figures.stream().sorted().skip((figures.size() - 1) / 2).findFirst().orElseThrow();
  }

  static String seconds(long millis) {
    return String.format(Locale.ROOT, "%.2f s", millis / 1000.0);
  }

  static String mebibytes(long kib) {
    return kib < 0 ? "–" : String.format(Locale.ROOT, "%d MiB", kib / 1024);
  }

  static String ratio(long part, long whole) {
    return String.format(Locale.ROOT, "%.2f", (double) part / whole);
  }
}
