package dev.tidemark.cli;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.jar.JarEntry;
import java.util.jar.JarOutputStream;
import javax.tools.ToolProvider;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Functions from jars that are not on the class path. */
class AddJarTest {

  @TempDir private Path dir;

  private Path jar;

  @BeforeEach
  void makeJar() throws IOException {
    Path source =
        Files.writeString(
            dir.resolve("Twice.java"),
            """
            public class Twice extends org.apache.flink.table.functions.ScalarFunction {
              public int eval(int x) { return 2 * x; }
            }
            """);
    int code =
        ToolProvider.getSystemJavaCompiler()
            .run(
                null,
                null,
                null,
                "-proc:none",
                "-cp",
                System.getProperty("java.class.path"),
                "-d",
                dir.toString(),
                source.toString());
    assertThat(code).isZero();
    jar = dir.resolve("twice.jar");
    try (JarOutputStream out = new JarOutputStream(Files.newOutputStream(jar))) {
      out.putNextEntry(new JarEntry("Twice.class"));
      Files.copy(dir.resolve("Twice.class"), out);
    }
  }

  @Test
  void addJarInAScript() throws IOException {
    Path script =
        Files.writeString(
            dir.resolve("script.sql"),
            """
            ADD JAR '%s';
            CREATE TEMPORARY FUNCTION twice AS 'Twice';
            SELECT twice(x) AS y FROM (VALUES (1), (21)) AS t(x);
            """
                .formatted(jar));

    Command done = Command.sql("--format", "csv", "-f", script.toString());

    assertThat(done.err()).doesNotContain("error");
    assertThat(done.out()).endsWith("y\n2\n42\n");
  }

  @Test
  void theOption() {
    Command done =
        Command.sql(
            "--format",
            "csv",
            "-j",
            jar.toString(),
            "-e",
            "CREATE TEMPORARY FUNCTION twice AS 'Twice'; SELECT twice(4) AS y;");

    assertThat(done.err()).doesNotContain("error");
    assertThat(done.out()).endsWith("y\n8\n");
  }
}
