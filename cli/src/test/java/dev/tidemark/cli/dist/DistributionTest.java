package dev.tidemark.cli.dist;

import static org.assertj.core.api.Assertions.assertThat;

import dev.tidemark.cli.WholeCommand;
import java.io.File;
import java.io.IOException;
import java.io.OutputStream;
import java.lang.management.ManagementFactory;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.concurrent.TimeUnit;
import java.util.jar.JarOutputStream;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import java.util.zip.ZipEntry;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.condition.DisabledOnOs;
import org.junit.jupiter.api.condition.OS;
import org.junit.jupiter.api.io.TempDir;

/** The archive runs where it is unpacked, in a folder with a space in its name. */
@DisabledOnOs(OS.WINDOWS)
@Timeout(value = 4, unit = TimeUnit.MINUTES)
class DistributionTest {

  private static final Path ROOT = Path.of("..").toAbsolutePath().normalize();

  /** What only tests need of this JVM's class path. */
  private static final List<String> OF_TESTS =
      List.of(
          "/org/junit/",
          "/org/assertj/",
          "/net/jqwik/",
          "opentest4j",
          "apiguardian",
          "bytebuddy",
          // The browser's driver and what it needs.
          "/org/seleniumhq/",
          "/com/deque/",
          "/io/opentelemetry/",
          "/dev/failsafe/",
          "/org/jspecify/",
          "/org/checkerframework/",
          "/commons-exec/",
          "/com/google/auto/",
          "/com/google/guava/",
          "/com/google/errorprone/",
          "/com/google/j2objc/");

  @TempDir static Path folder;
  private static Path home;

  private record Ran(int exitCode, String out, String err) {}

  @BeforeAll
  static void unpack() throws Exception {
    Path archive = folder.resolve("tidemark.tar.gz");
    Path options =
        Files.writeString(
            folder.resolve("jvm.options"),
            ManagementFactory.getRuntimeMXBean().getInputArguments().stream()
                .filter(option -> option.startsWith("--add-"))
                .collect(Collectors.joining("\n")));
    new Distribution(ROOT, jars(), options).writeTo(archive, WholeCommand.get(), "tidemark");
    Path where = Files.createDirectory(folder.resolve("some where"));
    assertThat(run(where, Map.of(), "tar", "xzf", archive.toString()).exitCode()).isZero();
    home = where.resolve("tidemark");
    // What a longer script would teach the class-data archive takes longer, too.
    Files.writeString(home.resolve("lib/training/training.sql"), "SELECT 1;\n");
  }

  /** This JVM's class path as jars: the modules' classes are still in folders. */
  private static List<Path> jars() throws IOException {
    List<Path> jars = new ArrayList<>();
    for (String entry : System.getProperty("java.class.path").split(File.pathSeparator, -1)) {
      Path path = Path.of(entry);
      if (Files.isRegularFile(path) && OF_TESTS.stream().noneMatch(entry::contains)) {
        jars.add(path);
      } else if (path.endsWith("target/classes")) {
        jars.add(jar(path));
      }
    }
    return jars;
  }

  private static Path jar(Path classes) throws IOException {
    String module = classes.getParent().getParent().getFileName().toString();
    Path jar = folder.resolve("tidemark-" + module + "-test.jar");
    try (Stream<Path> files = Files.walk(classes);
        OutputStream out = Files.newOutputStream(jar);
        JarOutputStream entries = new JarOutputStream(out)) {
      for (Path file : files.filter(Files::isRegularFile).sorted().toList()) {
        entries.putNextEntry(new ZipEntry(classes.relativize(file).toString()));
        Files.copy(file, entries);
      }
    }
    return jar;
  }

  private static Ran run(Path in, Map<String, String> environment, String... command)
      throws Exception {
    Path out = folder.resolve("out");
    Path err = folder.resolve("err");
    ProcessBuilder process = new ProcessBuilder(command);
    process.environment().put("JAVA_HOME", System.getProperty("java.home"));
    process.environment().put("TIDEMARK_JAVA_OPTS", "-Duser.home=" + folder);
    // No server of whoever runs the tests.
    process.environment().put("TIDEMARK_STATE_DIR", folder.resolve("state").toString());
    process.environment().putAll(environment);
    int code =
        process
            .directory(in.toFile())
            .redirectOutput(out.toFile())
            .redirectError(err.toFile())
            .start()
            .waitFor();
    return new Ran(code, Files.readString(out), Files.readString(err));
  }

  @Test
  void aScriptRunsThroughItAndTheSecondStartIsPrepared() throws Exception {
    String script = home.resolve("examples/sql/watermark/w5.sql").toString();

    Ran first =
        run(
            home,
            Map.of(),
            home.resolve("bin/tidemark").toString(),
            "sql",
            "--format=csv",
            "-f",
            script);

    assertThat(first.exitCode()).as(first.err()).isZero();
    assertThat(first.out())
        .startsWith(
            "window_start,window_end,cnt,total\n2026-03-02 09:00:00.000,2026-03-02 09:01:00.000,30,");
    assertThat(first.err()).startsWith("tidemark: preparing fast starts on Java ");
    try (Stream<Path> made = Files.list(home.resolve(".tidemark"))) {
      assertThat(made.map(Path::toString)).anyMatch(name -> name.endsWith(".jsa"));
    }

    Ran second =
        run(
            home,
            Map.of(),
            home.resolve("bin/sql-client.sh").toString(),
            "-u",
            "SELECT 'it runs';");

    assertThat(second.exitCode()).as(second.err()).isZero();
    assertThat(second.out()).contains(" it runs |\n", "Received a total of 1 row");
    assertThat(second.err()).startsWith("tidemark: 1 statement, 1 row printed");
  }

  /** The program of the lab comes compiled: whoever does it has a Java, and perhaps no JDK. */
  @Test
  void aLabWithAProgram() throws Exception {
    String tidemark = home.resolve("bin/tidemark").toString();
    Path lab = folder.resolve("my lab");
    Ran start = run(home, Map.of(), tidemark, "lab", "start", "lateness", "--dir", lab.toString());
    assertThat(start.exitCode()).as(start.err()).isZero();

    Ran program =
        run(
            lab,
            Map.of(),
            tidemark,
            "run",
            "lateness-lab.jar",
            "--file",
            "data/lateness_gates.csv",
            "--side",
            "--predictions",
            "predictions.json");

    assertThat(program.exitCode()).as(program.err()).isZero();
    assertThat(program.out())
        .startsWith("predictions { \"watch\": {")
        .endsWith("\nend    row=20 mark=0 fires=7 again=0 late=6\n");
  }

  @Test
  void whatIsInIt() throws IOException {
    assertThat(home.resolve("man/man1/tidemark.1")).isRegularFile();
    assertThat(home.resolve("completion/tidemark.bash")).isRegularFile();
    assertThat(home.resolve("LICENSE")).hasSameBinaryContentAs(ROOT.resolve("LICENSE"));
    assertThat(home.resolve("NOTICE")).isRegularFile();
    assertThat(home.resolve("licenses/BSD-3-Clause.txt")).isRegularFile();
    assertThat(home.resolve("licenses/icu4j-67.1/LICENSE")).isNotEmptyFile();
    assertThat(home.resolve("config")).doesNotExist();
    try (Stream<Path> scripts = Files.list(ROOT.resolve("bin"))) {
      assertThat(scripts)
          .allSatisfy(
              script ->
                  assertThat(home.resolve("bin").resolve(script.getFileName())).isExecutable());
    }
    assertThat(Files.readAllLines(home.resolve("lib/classpath")))
        .allSatisfy(jar -> assertThat(home.resolve("lib").resolve(jar)).isRegularFile());
  }

  @Test
  void withoutJava() throws Exception {
    Path tools = Files.createDirectory(folder.resolve("tools"));
    for (String tool : List.of("readlink", "sh", "tr", "sed", "cksum", "cut")) {
      Path there =
          Stream.of("/bin", "/usr/bin")
              .map(d -> Path.of(d, tool))
              .filter(Files::exists)
              .findFirst()
              .get();
      Files.createSymbolicLink(tools.resolve(tool), there);
    }

    Ran ran =
        run(home, Map.of("JAVA_HOME", "", "PATH", tools.toString()), home + "/tidemark", "doctor");

    assertThat(ran)
        .isEqualTo(
            new Ran(1, "", "tidemark: no java found: install Java 17 or later or set JAVA_HOME\n"));
  }

  @Test
  void withAnOldJava() throws Exception {
    Path old = folder.resolve("jdk-11");
    Path java = Files.createDirectories(old.resolve("bin")).resolve("java");
    Files.writeString(java, "#!/bin/sh\nexit 9\n");
    assertThat(java.toFile().setExecutable(true)).isTrue();
    Files.writeString(old.resolve("release"), "JAVA_VERSION=\"11.0.24\"\n");

    Ran ran = run(home, Map.of("JAVA_HOME", old.toString()), home + "/bin/tidemark", "doctor");

    assertThat(ran)
        .isEqualTo(
            new Ran(1, "", "tidemark: Java 17 or later is needed; " + java + " is 11.0.24\n"));
  }
}
