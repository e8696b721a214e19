package dev.tidemark.cli.server;

import static org.assertj.core.api.Assertions.assertThat;

import dev.tidemark.cli.CliStreams;
import dev.tidemark.cli.Main;
import java.io.ByteArrayOutputStream;
import java.io.File;
import java.io.IOException;
import java.io.InputStream;
import java.io.OutputStream;
import java.lang.management.ManagementFactory;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.TimeUnit;
import java.util.stream.Collectors;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

/** Flink's own clients, unchanged, in processes of their own. */
@Timeout(value = 3, unit = TimeUnit.MINUTES)
class FlinksClientsTest {

  private static final Path CLIENTS = Path.of("target", "flinks-clients");
  private static final Limits LIMITS =
      new Limits(10, Duration.ofMinutes(10), Duration.ofMinutes(10), 1 << 20);
  private static final String TOKEN = "0123456789abcdef";

  @TempDir Path folder;

  private final RunningJobs jobs = new RunningJobs();

  private Path rows() throws IOException {
    return Files.writeString(
        folder.resolve("rows.csv"),
        "b,2,2026-01-01 00:00:01\na,1,2026-01-01 00:00:00\na,3,2026-01-01 00:00:03\n");
  }

  private List<String> classPath(String part) {
    return Arrays.stream(System.getProperty("java.class.path").split(File.pathSeparator, -1))
        .filter(entry -> Path.of(entry).getFileName().toString().startsWith(part))
        .toList();
  }

  private ProcessBuilder java(List<String> classPath, String... words) throws IOException {
    List<String> command = new ArrayList<>();
    command.add(Path.of(System.getProperty("java.home"), "bin", "java").toString());
    ManagementFactory.getRuntimeMXBean().getInputArguments().stream()
        .filter(option -> option.startsWith("--add-"))
        .forEach(command::add);
    command.addAll(
        List.of(
            "-XX:TieredStopAtLevel=1",
            "-Dorg.slf4j.simpleLogger.defaultLogLevel=off",
            "-Duser.home=" + folder,
            "-cp",
            String.join(File.pathSeparator, classPath)));
    command.addAll(List.of(words));
    ProcessBuilder process = new ProcessBuilder(command).redirectErrorStream(true);
    // As a cluster's own configuration has it: jobs are to run here all the same.
    Path conf = Files.createDirectories(folder.resolve("conf"));
    Files.writeString(conf.resolve("config.yaml"), "execution:\n  target: remote\n");
    process.environment().put("FLINK_CONF_DIR", conf.toString());
    return process.redirectInput(new File("/dev/null"));
  }

  private static String outputOf(ProcessBuilder builder) throws Exception {
    Process process = builder.start();
    String out = new String(process.getInputStream().readAllBytes(), StandardCharsets.UTF_8);
    assertThat(process.waitFor()).as(out).isZero();
    return out;
  }

  @Test
  void theJdbcDriver() throws Exception {
    List<String> classPath = new ArrayList<>(classPath("slf4j"));
    classPath.add(CLIENTS.resolve("flink-sql-jdbc-driver-bundle.jar").toString());
    classPath.add(Path.of("target", "test-classes").toString());
    try (TestGateway gateway = new TestGateway(folder, jobs, LIMITS, Optional.empty())) {
      String out =
          outputOf(
              java(classPath, JdbcProbe.class.getName(), gateway.authority(), rows().toString()));

      assertThat(out)
          .isEqualTo(
              """
              name STRING
              total INT
              latest TIMESTAMP(3)
              missing INT
              a 4 2026-01-01 00:00:03.0 null
              b 2 2026-01-01 00:00:01.0 null
              Flink JDBC Driver org.apache.flink.table.jdbc.FlinkDriver
              schema default_database
              catalog default_catalog
              failure true false
              failure false true
              true 42
              """);
      assertThat(gateway.sessions()).isZero();
    }
  }

  @Test
  void ourOwnInGatewayMode() throws Exception {
    try (TestGateway gateway = new TestGateway(folder, jobs, LIMITS, Optional.empty())) {
      Path init =
          Files.writeString(
              folder.resolve("init.sql"),
              "CREATE TEMPORARY VIEW v AS SELECT * FROM (VALUES (1), (2), (0)) AS t(n);\n");
      ByteArrayOutputStream out = new ByteArrayOutputStream();
      ByteArrayOutputStream err = new ByteArrayOutputStream();

      int code =
          Main.run(
              new String[] {
                "sql",
                "--gateway",
                gateway.authority(),
                "-i",
                init.toString(),
                "-e",
                "SELECT SUM(n) AS total FROM v; SELECT 2 / n AS q FROM v;"
              },
              CliStreams.of(InputStream.nullInputStream(), out, err));

      assertThat(out.toString(StandardCharsets.UTF_8))
          .startsWith("Successfully initialized from sql script: " + init)
          .contains("| +U |           3 |\n")
          .contains("[ERROR]")
          .contains("/ by zero")
          .endsWith("\nShutting down the session...\ndone.\n");
      assertThat(code).isEqualTo(1);
      assertThat(gateway.sessions()).isZero();
    }
    assertThat(
            Main.run(
                new String[] {"sql", "--gateway", "localhost", "-e", "SELECT 1;"},
                CliStreams.of(
                    InputStream.nullInputStream(),
                    OutputStream.nullOutputStream(),
                    OutputStream.nullOutputStream())))
        .isEqualTo(2);
  }

  @Test
  void theSqlClientInGatewayMode() throws Exception {
    List<String> classPath =
        Arrays.stream(System.getProperty("java.class.path").split(File.pathSeparator, -1))
            .filter(entry -> entry.endsWith(".jar") && !entry.contains("tidemark-"))
            .collect(Collectors.toCollection(ArrayList::new));
    classPath.add(CLIENTS.resolve("flink-python.jar").toString());
    Path script =
        Files.writeString(
            folder.resolve("q.sql"),
            """
            SET 'sql-client.execution.result-mode' = 'tableau';
            CREATE TABLE t (name STRING, n INT, ts TIMESTAMP(3)) WITH
              ('connector' = 'filesystem', 'path' = '%s', 'format' = 'csv');
            SELECT name, SUM(n) AS total FROM t GROUP BY name;
            SELECT * FROM nowhere;
            """
                .formatted(rows()));
    try (TestGateway gateway =
        new TestGateway(folder, jobs, LIMITS, Optional.of(new Token(TOKEN)))) {
      ProcessBuilder client =
          java(
              classPath,
              "org.apache.flink.table.client.SqlClient",
              "gateway",
              "-e",
              gateway.authority(),
              "-f",
              script.toString());
      client.environment().put("FLINK_REST_CLIENT_HEADERS", "Authorization:Bearer " + TOKEN);

      String out = outputOf(client);

      assertThat(out)
          .contains(
              """
              | +I |                              b |           2 |
              | +I |                              a |           1 |
              | -U |                              a |           1 |
              | +U |                              a |           4 |
              """)
          .contains("Received a total of 4 rows")
          .contains("Object 'nowhere' not found")
          .endsWith("Shutting down the session...\ndone.\n");
      assertThat(gateway.sessions()).isZero();
    }
  }
}
