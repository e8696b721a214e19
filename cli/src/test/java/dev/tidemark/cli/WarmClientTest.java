package dev.tidemark.cli;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.net.URI;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.Callable;
import java.util.concurrent.TimeUnit;
import java.util.regex.MatchResult;
import java.util.regex.Pattern;
import java.util.stream.Collectors;
import org.apache.flink.shaded.jackson2.com.fasterxml.jackson.databind.ObjectMapper;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.MethodOrderer;
import org.junit.jupiter.api.Order;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.TestMethodOrder;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.condition.DisabledOnOs;
import org.junit.jupiter.api.condition.OS;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** {@code bin/sql-client.sh} while a server is up, beside the same call while none is. */
@DisabledOnOs(OS.WINDOWS)
@Timeout(value = 5, unit = TimeUnit.MINUTES)
@TestMethodOrder(MethodOrderer.OrderAnnotation.class)
class WarmClientTest {

  private static final Pattern TIMES = Pattern.compile("\\d+\\.\\d\\d s");
  private static final Pattern PRINTED = Pattern.compile("mine> .*\\n");
  private static final Pattern ID = Pattern.compile("(Job ID: |sql-gateway-)[0-9a-f-]{32,36}");

  private static final String TABLE =
      """
      CREATE TABLE t (name STRING, n INT) WITH
        ('connector' = 'filesystem', 'path' = 'data/rows.csv', 'format' = 'csv');
      """;

  private static final String ENDLESS =
      """
      CREATE TABLE g (a BIGINT) WITH ('connector'='datagen', 'rows-per-second'='50',
        'fields.a.kind'='sequence', 'fields.a.start'='1', 'fields.a.end'='1000000');
      SELECT a FROM g;
      SELECT 'never' AS x;
      """;

  @TempDir static Path shared;

  private static TestServer server;
  private static TestServer none;
  private static Path client;

  @TempDir Path folder;

  @BeforeAll
  static void up() throws Exception {
    Path real = shared.toRealPath();
    server = new TestServer(real);
    client = server.install().resolve("bin/sql-client.sh");
    none = new TestServer(Files.createDirectory(real.resolve("none")));
    Command up = server.run("up", "--port", "0");
    assertThat(up.exitCode()).as(up.err()).isZero();
  }

  @AfterAll
  static void down() throws Exception {
    server.close();
  }

  @BeforeEach
  void data() throws IOException {
    Files.createDirectory(folder.resolve("data"));
    Files.writeString(folder.resolve("data/rows.csv"), "a,1\nb,2\na,3\n");
    Files.writeString(folder.resolve("ddl.sql"), TABLE);
  }

  private ProcessBuilder call(String... words) {
    List<String> command = new ArrayList<>(List.of(client.toString()));
    command.addAll(List.of(words));
    return new ProcessBuilder(command).directory(folder.toFile());
  }

  private void script(String name, String text) throws IOException {
    Files.writeString(folder.resolve(name), text);
  }

  private static Command comparable(Command call) {
    return new Command(
        call.exitCode(), withoutTimes(printedLast(call.out())), withoutTimes(call.err()));
  }

  /**
   * Where between the client's lines an INSERT's prints come is a matter of luck; their order not.
   */
  private static String printedLast(String text) {
    String printed =
        PRINTED.matcher(text).results().map(MatchResult::group).collect(Collectors.joining());
    return PRINTED.matcher(text).replaceAll("") + printed;
  }

  private static String withoutTimes(String text) {
    return ID.matcher(TIMES.matcher(text).replaceAll("0.00 s")).replaceAll("$1x");
  }

  /** Runs it in the server and in a process of its own; what comes out has to be the same. */
  private Command sameAsAlone(String... words) throws Exception {
    Command warm = comparable(server.run(call(words)));
    Command alone = comparable(none.run(call(words)));
    assertThat(warm).isEqualTo(alone);
    return warm;
  }

  private static int status(String field) throws Exception {
    return new ObjectMapper()
        .readTree(server.run("status", "--format", "json").out())
        .get(field)
        .asInt();
  }

  private static void await(Process process, Callable<Boolean> condition) throws Exception {
    while (!condition.call()) {
      assertThat(process.isAlive()).as("process still runs").isTrue();
      Thread.sleep(20);
    }
  }

  @Test
  @Order(1)
  void relativePathsBeginWhereTheCallerIs() throws Exception {
    script(
        "q.sql",
        """
        SET 'execution.runtime-mode' = 'batch';
        SELECT name, SUM(n) AS total FROM t GROUP BY name;
        CREATE TABLE sink (name STRING) WITH
          ('connector' = 'filesystem', 'path' = 'made', 'format' = 'csv');
        INSERT INTO sink SELECT UPPER(name) FROM t WHERE n < 3;
        SELECT * FROM sink;
        """);

    Command warm = server.run(call("-i", "ddl.sql", "-f", "q.sql"));

    assertThat(warm.exitCode()).as(warm.err()).isZero();
    assertThat(warm.out())
        .startsWith("Successfully initialized from sql script: ddl.sql\n")
        .contains("|    a |     4 |")
        .contains("|    B |\n");
    assertThat(folder.resolve("made")).isNotEmptyDirectory();
    assertThat(server.runs())
        .contains("\"words\":\"sql -i ddl.sql -f q.sql\"", "\"exitCode\":0")
        .contains("\"directory\":\"" + folder + "\"");
  }

  @Test
  @Order(1)
  void errorsAreTheSame() throws Exception {
    script("data/rows.csv", "a,1\nb,two\n");
    script("q.sql", "SELECT * FROM t;\nSELECT * FROM nowhere;\nSELECT 1 AS x;\n");

    Command call = sameAsAlone("-i", "ddl.sql", "-f", "q.sql");

    assertThat(call.exitCode()).isEqualTo(1);
    assertThat(call.err()).contains("data/rows.csv:2:3");
  }

  /** The server has a /dev/stdin, too. */
  @Test
  @Order(1)
  void aScriptFromAPipeIsTheCallersOwn() throws Exception {
    for (String call :
        List.of("echo 'SELECT 9;' | %s -f /dev/stdin", "mkfifo p; echo 'SELECT 9;' >p & %s -f p")) {
      ProcessBuilder shell =
          new ProcessBuilder("sh", "-c", call.formatted("'" + client + "'"))
              .directory(folder.toFile());

      Command piped = server.run(shell);

      assertThat(piped.exitCode()).as(piped.err()).isZero();
      assertThat(piped.out()).contains("|           9 |\n");
    }
  }

  @Test
  @Order(1)
  void settingsAndWhatIsPrintedFromWithin() throws Exception {
    script(
        "q.sql",
        """
        SET;
        CREATE TABLE p (n INT) WITH ('connector' = 'print', 'print-identifier' = 'mine');
        CREATE TABLE e (n INT) WITH ('connector' = 'print', 'standard-error' = 'true');
        INSERT INTO p SELECT n FROM t;
        INSERT INTO e SELECT n + 10 FROM t;
        """);

    Command call =
        sameAsAlone("-D", "table.local-time-zone=Asia/Tokyo", "-i", "ddl.sql", "-f", "q.sql");

    assertThat(call.out()).contains("Asia/Tokyo").contains("mine> +I[3]\n");
    assertThat(call.err()).contains("+I[13]\n");
  }

  @Test
  @Order(1)
  void whatCannotShareAProcessHasItsOwn() throws Exception {
    script("q.sql", "EXPLAIN JSON_EXECUTION_PLAN SELECT name FROM t;\n");

    Command call = sameAsAlone("-i", "ddl.sql", "-f", "q.sql");

    assertThat(call.out()).contains("\"id\" : 1");
  }

  @Test
  @Order(1)
  void aLargeScriptHasAProcessOfItsOwn() throws Exception {
    script("large.sql", "SELECT 8 AS x;\n".indent(1 << 20));

    Command call = server.run(call("-f", "large.sql"));

    assertThat(call.exitCode()).as(call.err()).isZero();
    assertThat(call.out()).contains("|           8 |\n");
    assertThat(server.runs()).doesNotContain("large.sql");
  }

  @Test
  @Order(1)
  void anUpdateAndWrongUsage() throws Exception {
    Command update = sameAsAlone("-i", "ddl.sql", "--update", "SELECT COUNT(*) AS c FROM t");
    assertThat(update.out()).contains("| +U |                    3 |");

    Command wrong = sameAsAlone("-f", "no.sql");
    assertThat(wrong).isEqualTo(new Command(2, "", "tidemark: there is no script no.sql.\n"));
  }

  @Test
  @Order(1)
  void callersDoNotMixUp() throws Exception {
    List<Process> processes = new ArrayList<>();
    for (int i = 0; i < 8; i++) {
      script(
          "q" + i + ".sql",
          "CREATE TABLE p (n INT) WITH ('connector' = 'print', 'print-identifier' = 'of"
              + i
              + "');\nINSERT INTO p SELECT n FROM t;\nSELECT SUM(n) * "
              + i
              + " AS s FROM t;\n");
      processes.add(
          server.start(
              call("-i", "ddl.sql", "-f", "q" + i + ".sql")
                  .redirectOutput(folder.resolve("out" + i).toFile())
                  .redirectError(folder.resolve("err" + i).toFile())));
    }
    for (int i = 0; i < 8; i++) {
      assertThat(processes.get(i).waitFor()).isZero();
      String out = Files.readString(folder.resolve("out" + i));
      assertThat(out)
          // The INSERT runs beside what the client prints next.
          .containsSubsequence(
              "of" + i + "> +I[1]\n", "of" + i + "> +I[2]\n", "of" + i + "> +I[3]\n")
          .containsPattern("\\+U \\| +" + 6 * i + " \\|")
          .doesNotContain("of" + (i + 1) % 8 + ">");
    }
  }

  @Test
  @Order(2)
  void anInterruptStopsTheQueryInTheServer() throws Exception {
    assertThat(exitCodeAfter("INT", "commands", "-f", "q.sql")).isEqualTo(130);
  }

  @ParameterizedTest
  @CsvSource({"INT, 130", "TERM, 143"})
  @Order(2)
  void anInterruptClosesTheSessionInAGateway(String signal, int exitCode) throws Exception {
    String gateway = URI.create(server.url()).getAuthority();

    int code = exitCodeAfter(signal, "sessions", "gateway", "-e", gateway, "-f", "q.sql");

    assertThat(code).isEqualTo(exitCode);
    assertThat(status("jobs")).isZero();
  }

  /**
   * Sends a signal to a call that runs an endless query.
   *
   * @param counted what the server counts one of meanwhile, and none afterwards
   */
  private int exitCodeAfter(String signal, String counted, String... words) throws Exception {
    script("q.sql", ENDLESS);
    Path out = folder.resolve("out");
    Path err = folder.resolve("err");
    Process process =
        server.start(call(words).redirectOutput(out.toFile()).redirectError(err.toFile()));
    await(process, () -> Files.readString(out).contains("| +I |                    3 |\n"));
    assertThat(status(counted)).isEqualTo(1);

    new ProcessBuilder("kill", "-" + signal, Long.toString(process.pid())).start().waitFor();

    assertThat(process.waitFor(60, TimeUnit.SECONDS)).isTrue();
    assertThat(Files.readString(err))
        .isEqualTo("tidemark: interrupted; what was printed so far stands.\n");
    assertThat(Files.readString(out)).doesNotContain("never").doesNotContain("Shutting down");
    assertThat(status(counted)).isZero();
    return process.exitValue();
  }

  @Test
  @Order(2)
  void aCallerWhoLeavesTakesTheQueryAlong() throws Exception {
    script("q.sql", ENDLESS);
    Path out = folder.resolve("out");
    Process process = server.start(call("-f", "q.sql").redirectOutput(out.toFile()));
    await(process, () -> Files.readString(out).contains("| +I |                    3 |\n"));

    process.destroyForcibly();

    long until = System.nanoTime() + TimeUnit.SECONDS.toNanos(60);
    while (status("commands") > 0 && System.nanoTime() < until) {
      Thread.sleep(50);
    }
    assertThat(status("commands")).isZero();
  }

  @Test
  @Order(3)
  void aServerThatIsKilledIsMissed() throws Exception {
    script("q.sql", ENDLESS);
    Path out = folder.resolve("out");
    Path err = folder.resolve("err");
    Process process =
        server.start(call("-f", "q.sql").redirectOutput(out.toFile()).redirectError(err.toFile()));
    await(process, () -> Files.readString(out).contains("| +I |                    3 |\n"));

    long pid = server.state().pid();
    ProcessHandle.of(pid).orElseThrow().destroyForcibly();

    assertThat(process.waitFor(60, TimeUnit.SECONDS)).isTrue();
    assertThat(process.exitValue()).isEqualTo(1);
    assertThat(Files.readString(err))
        .isEqualTo(
            "tidemark: the server has ended before the command was over; what was printed so far"
                + " stands. 'tidemark up' starts a new one.\n");
    assertThat(server.run("status"))
        .isEqualTo(
            new Command(
                1, "tidemark is not up: process " + pid + " has ended without a word\n", ""));
    assertThat(server.run("up", "--port", "0").err())
        .isEqualTo(
            "tidemark: the server with process id "
                + pid
                + " has ended without 'tidemark down'; starting a new one.\n");
    assertThat(server.run(call("-i", "ddl.sql", "-u", "SELECT COUNT(*) AS c FROM t")).out())
        .contains("| +U |                    3 |");
  }
}
