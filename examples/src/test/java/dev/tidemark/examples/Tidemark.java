package dev.tidemark.examples;

import dev.tidemark.cli.CliStreams;
import dev.tidemark.cli.Main;
import java.io.ByteArrayOutputStream;
import java.io.File;
import java.io.IOException;
import java.io.InputStream;
import java.lang.management.ManagementFactory;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.concurrent.TimeUnit;
import java.util.stream.Collectors;

/** A call of the command {@code tidemark}, and what came of it. */
public record Tidemark(int exitCode, String out, String err) {

  private static final int PATIENCE_SECONDS = 180;

  /** Runs the command in this JVM, with nothing on standard input. */
  public static Tidemark here(List<String> arguments) {
    ByteArrayOutputStream out = new ByteArrayOutputStream();
    ByteArrayOutputStream err = new ByteArrayOutputStream();
    int code =
        Main.run(
            arguments.toArray(new String[0]),
            CliStreams.of(InputStream.nullInputStream(), out, err));
    return new Tidemark(
        code, out.toString(StandardCharsets.UTF_8), err.toString(StandardCharsets.UTF_8));
  }

  /**
   * Runs the command in a process of its own, whose class path lacks this module: what it needs of
   * it must come from a jar.
   *
   * @param folder where the process's output is kept
   */
  public static Tidemark process(Path folder, List<String> arguments)
      throws IOException, InterruptedException {
    Path out = Files.createTempFile(folder, "out", ".txt");
    Path err = Files.createTempFile(folder, "err", ".txt");
    List<String> command = new ArrayList<>();
    command.add(Path.of(System.getProperty("java.home"), "bin", "java").toString());
    command.addAll(jvmOptions());
    command.addAll(List.of("-cp", classPathWithoutThisModule(), Main.class.getName()));
    command.addAll(arguments);
    Process process =
        new ProcessBuilder(command)
            .redirectInput(
                ProcessBuilder.Redirect.from(Files.createTempFile(folder, "in", "").toFile()))
            .redirectOutput(out.toFile())
            .redirectError(err.toFile())
            .start();
    try {
      if (!process.waitFor(PATIENCE_SECONDS, TimeUnit.SECONDS)) {
        throw new AssertionError("not done after " + PATIENCE_SECONDS + " s: " + arguments);
      }
    } finally {
      process.destroyForcibly();
    }
    return new Tidemark(process.exitValue(), Files.readString(out), Files.readString(err));
  }

  /** What Flink needs opened, as this JVM was started. */
  private static List<String> jvmOptions() {
    List<String> options = new ArrayList<>(List.of("-Xmx512m", "-XX:TieredStopAtLevel=1"));
    ManagementFactory.getRuntimeMXBean().getInputArguments().stream()
        .filter(option -> option.startsWith("--add-") || option.startsWith("-Duser."))
        .forEach(options::add);
    return options;
  }

  private static String classPathWithoutThisModule() {
    Path target = Path.of("examples", "target").toAbsolutePath();
    return Arrays.stream(System.getProperty("java.class.path").split(File.pathSeparator, -1))
        .filter(entry -> !Path.of(entry).toAbsolutePath().startsWith(target))
        .collect(Collectors.joining(File.pathSeparator));
  }
}
