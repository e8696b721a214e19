package dev.tidemark.cli;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.File;
import java.io.InputStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.TimeUnit;
import java.util.jar.JarEntry;
import java.util.jar.JarOutputStream;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.condition.EnabledOnOs;
import org.junit.jupiter.api.condition.OS;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/** Standard output that cannot be written is a failure that is told, whoever writes to it. */
@Timeout(value = 5, unit = TimeUnit.MINUTES)
@EnabledOnOs(OS.LINUX) // the others have no /dev/full
class FullDiskTest {

  private static final String FULL =
      "tidemark: cannot write to standard output: No space left on device. The output ends here,"
          + " and so does the run.\n";

  private static final String ENDLESS =
      """
      CREATE TABLE g (a BIGINT) WITH ('connector'='datagen', 'rows-per-second'='5000',
        'fields.a.kind'='random');
      """;

  /** Its job is announced as endless before it begins to print. */
  private static final String PRINTING =
      ENDLESS
          + "CREATE TABLE p (a BIGINT) WITH ('connector'='print');"
          + "INSERT INTO p SELECT a FROM g;";

  @TempDir Path folder;

  private int run(File output, String... args) throws Exception {
    return ChildProcess.builder(folder, List.of(), args)
        .redirectInput(new File("/dev/null"))
        .redirectOutput(output)
        .redirectError(folder.resolve("err").toFile())
        .start()
        .waitFor();
  }

  private String err() throws Exception {
    return Files.readString(folder.resolve("err"));
  }

  static Stream<List<String>> commands() {
    String little = "SHOW CATALOGS;";
    String query = ENDLESS + "SELECT 'first' AS x FROM g;";
    return Stream.of(
        // What fits into a buffer, and is written when the run is over.
        List.of("sql", "--format", "sql-client", "-e", little),
        List.of("sql", "--format", "table", "-e", little),
        List.of("sql", "--format", "csv", "-e", little),
        List.of("sql", "--format", "json", "-e", little),
        List.of("sql", "--format", "jsonl", "-e", little),
        List.of("sql", "--format", "markdown", "-e", little),
        List.of("drops", "-e", little),
        List.of("classpath"),
        List.of("--help"),
        // What never ends by itself.
        List.of("sql", "-e", query),
        List.of("sql", "--format", "csv", "-e", query),
        List.of("drops", "--format", "jsonl", "-e", query),
        List.of("sql", "--format", "csv", "-e", PRINTING));
  }

  @ParameterizedTest
  @MethodSource("commands")
  void isTold(List<String> command) throws Exception {
    int code = run(new File("/dev/full"), command.toArray(new String[0]));

    assertThat(err()).endsWith(FULL).hasLineCount(command.contains(PRINTING) ? 2 : 1);
    assertThat(code).isEqualTo(1);
  }

  @Test
  void aProgramThatPrintsIsEnded() throws Exception {
    Path jar = folder.resolve("job.jar");
    String entry = EndlessPrinter.class.getName().replace('.', '/') + ".class";
    try (JarOutputStream file = new JarOutputStream(Files.newOutputStream(jar));
        InputStream bytes = getClass().getResourceAsStream("/" + entry)) {
      file.putNextEntry(new JarEntry(entry));
      bytes.transferTo(file);
    }

    int code =
        run(new File("/dev/full"), "run", jar.toString(), "-c", EndlessPrinter.class.getName());

    assertThat(err()).isEqualTo(FULL);
    assertThat(code).isEqualTo(1);
  }

  @Test
  void aStandardOutputThatIsClosed() throws Exception {
    List<String> command = new ArrayList<>(List.of("sh", "-c", "exec \"$@\" >&-", "sh"));
    command.addAll(
        ChildProcess.builder(folder, List.of(), "sql", "-e", "SHOW CATALOGS;").command());

    int code =
        new ProcessBuilder(command)
            .redirectInput(new File("/dev/null"))
            .redirectError(folder.resolve("err").toFile())
            .start()
            .waitFor();

    assertThat(err()).isEqualTo(FULL.replace("No space left on device", "Bad file descriptor"));
    assertThat(code).isEqualTo(1);
  }
}
