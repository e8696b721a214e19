package dev.tidemark.cli;

import java.io.IOException;
import java.lang.management.ManagementFactory;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.stream.Stream;

/** The command in a process of its own. */
final class ChildProcess {

  /** What makes root as powerless before closed files as everybody else; from util-linux. */
  private static final Path SETPRIV = Path.of("/usr/bin/setpriv");

  /** As the launcher does: newer JVMs warn of what Flink's libraries still do. */
  private static final List<String> QUIET =
      List.of("--sun-misc-unsafe-memory-access=allow", "--enable-native-access=ALL-UNNAMED");

  private static final int QUIET_SINCE = 24;

  private static final int SIGINT = 2;
  private static final boolean SIGINT_IS_IGNORED = sigintIsIgnored();

  private ChildProcess() {}

  /**
   * A process on this JVM's Java and class path.
   *
   * @param home where it keeps what it keeps
   */
  static ProcessBuilder builder(Path home, List<String> jvmOptions, String... args) {
    List<String> command = new ArrayList<>(hearingInterrupts());
    command.add(Path.of(System.getProperty("java.home"), "bin", "java").toString());
    ManagementFactory.getRuntimeMXBean().getInputArguments().stream()
        .filter(option -> option.startsWith("--add-") || option.startsWith("-Dfile"))
        .forEach(command::add);
    if (Runtime.version().feature() >= QUIET_SINCE) {
      command.addAll(QUIET);
    }
    command.addAll(List.of("-XX:TieredStopAtLevel=1", "-Duser.home=" + home));
    command.addAll(jvmOptions);
    command.addAll(List.of("-cp", System.getProperty("java.class.path"), Main.class.getName()));
    command.addAll(Arrays.asList(args));
    return new ProcessBuilder(command);
  }

  /**
   * A shell that starts the tests in the background without job control has them ignore SIGINT, and
   * a JVM hands that on to its children: coreutils' env takes it back.
   */
  private static List<String> hearingInterrupts() {
    return SIGINT_IS_IGNORED ? List.of("env", "--default-signal=INT") : List.of();
  }

  private static boolean sigintIsIgnored() {
    Path status = Path.of("/proc/self/status");
    if (!Files.isReadable(status)) {
      return false;
    }
    try (Stream<String> lines = Files.lines(status)) {
      return lines
          .filter(line -> line.startsWith("SigIgn:"))
          .map(line -> Long.parseUnsignedLong(line.substring("SigIgn:".length()).strip(), 16))
          .anyMatch(mask -> (mask & 1L << (SIGINT - 1)) != 0);
    } catch (IOException e) {
      return false;
    }
  }

  /** Whether {@link #withoutPrivileges} works here. */
  static boolean canDropPrivileges() {
    return !isRoot() || Files.isExecutable(SETPRIV);
  }

  /** The same process, to which closed files are closed even for root. */
  static ProcessBuilder withoutPrivileges(ProcessBuilder process) {
    if (isRoot()) {
      process
          .command()
          .addAll(0, List.of(SETPRIV.toString(), "--bounding-set=-dac_override,-dac_read_search"));
    }
    return process;
  }

  private static boolean isRoot() {
    return System.getProperty("user.name").equals("root");
  }
}
