package dev.tidemark.cli;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.net.InetAddress;
import java.net.ServerSocket;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** What surrounds a script: the one that sets it up, the directories and ports it meets. */
class SurroundingsTest {

  @TempDir Path folder;

  private String write(String name, String text) throws IOException {
    return Files.writeString(folder.resolve(name), text).toString();
  }

  @Test
  void anInitScriptRunsFirstAndPrintsNothingOfItsOwn() throws IOException {
    String init = write("init.sql", "SET 'a' = 'b';\nCREATE VIEW v AS SELECT 7 AS x;\n");

    Command rows = Command.sql("--format", "csv", "-i", init, "-e", "SELECT * FROM v;");
    assertThat(rows.out()).isEqualTo("x\n7\n");
    assertThat(rows.exitCode()).isZero();

    Command client = Command.sql("-i", init, "-e", "SELECT * FROM v;");
    assertThat(client.out())
        .startsWith("Successfully initialized from sql script: " + init + "\n")
        .contains("Received a total of 1 row")
        .doesNotContain("Execute statement succeeded");
    assertThat(client.exitCode()).isZero();
  }

  @Test
  void anInitScriptThatFailsIsTheEnd() throws IOException {
    String init = write("init.sql", "SET 'a' = 'b';\n\nCREATE VIEW v AS\n  SELECT nosuch;\n");

    Command done = Command.sql("-i", init, "-e", "SELECT 1;");

    assertThat(done.out())
        .startsWith("Failed to initialize from sql script: " + init)
        .doesNotContain("Received a total");
    assertThat(done.err()).startsWith(init + ":4:10: error: Column 'nosuch' not found in any");
    assertThat(done.exitCode()).isEqualTo(1);
  }

  @Test
  void aPathThatLeadsThroughAFile() throws IOException {
    String file = write("a.csv", "1\n");

    Command done =
        Command.sql(
            "-e",
            "CREATE TABLE a (x INT) WITH ('connector'='filesystem','path'='%s/b','format'='csv');\n"
                    .formatted(file)
                + "SELECT * FROM a;");

    assertThat(done.err())
        .startsWith("-e:2:1: error: File " + file + "/b does not exist")
        .contains("advice: check the table's 'path'");
    assertThat(done.exitCode()).isEqualTo(1);
  }

  @Test
  void aPortInUse() throws IOException {
    try (ServerSocket busy = new ServerSocket(0, 1, InetAddress.getLoopbackAddress())) {
      String port = Integer.toString(busy.getLocalPort());

      Command done =
          Command.run(
              "sql",
              "--target",
              "local",
              "-D",
              "rest.bind-address=127.0.0.1",
              "-D",
              "rest.bind-port=" + port,
              "-e",
              "SELECT 1;");

      assertThat(done.err())
          .startsWith("-e:1:1: error: ")
          .contains(port)
          .contains("advice: another process listens on that port");
      assertThat(done.exitCode()).isEqualTo(1);
    }
  }

  @Test
  void nobodyListensAtTheAddressOfTheCluster() throws IOException {
    int port;
    try (ServerSocket free = new ServerSocket(0, 1, InetAddress.getLoopbackAddress())) {
      port = free.getLocalPort();
    }
    long start = System.nanoTime();

    Command done =
        Command.run(
            "sql",
            "--target",
            "remote",
            "-D",
            "rest.address=127.0.0.1",
            "-D",
            "rest.port=" + port,
            "-e",
            "SET 'a' = 'b';\nSELECT 1;");

    assertThat(done.err())
        .startsWith(
            "-e:2:1: error: no Flink cluster answers at 127.0.0.1:%d (Connection refused)\n"
                .formatted(port))
        .contains("advice: start the cluster, or correct rest.address and rest.port; --target");
    assertThat(done.out())
        .contains("Reason:\njava.net.ConnectException: Connection refused\n\nShutting down");
    assertThat(done.exitCode()).isEqualTo(1);
    // Flink's client alone would take more than a minute.
    assertThat(Duration.ofNanos(System.nanoTime() - start)).isLessThan(Duration.ofSeconds(45));
  }
}
