package dev.tidemark.cli;

import static org.assertj.core.api.Assertions.assertThat;

import dev.tidemark.cli.server.ServerState;
import java.net.InetAddress;
import java.net.ServerSocket;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse.BodyHandlers;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFilePermissions;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.concurrent.Callable;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.concurrent.TimeUnit;
import org.apache.flink.shaded.jackson2.com.fasterxml.jackson.databind.JsonNode;
import org.apache.flink.shaded.jackson2.com.fasterxml.jackson.databind.ObjectMapper;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.condition.DisabledOnOs;
import org.junit.jupiter.api.condition.OS;
import org.junit.jupiter.api.io.TempDir;

/** A server's life: it comes up once, and goes down. */
@DisabledOnOs(OS.WINDOWS)
@Timeout(value = 5, unit = TimeUnit.MINUTES)
class UpDownTest {

  @TempDir Path folder;

  @Test
  void aServerComesUpOnceAndGoesDown() throws Exception {
    try (TestServer server = TestServer.up(folder)) {
      ServerState state = server.state();

      Command again = server.run("up");
      assertThat(again.exitCode()).isZero();
      assertThat(again.out())
          .startsWith(
              "tidemark is up already: "
                  + state.url()
                  + " (process "
                  + state.pid()
                  + ")\npage: "
                  + state.page()
                  + "\nlog: "
                  + server.stateFolder().logFile());
      assertThat(
              PosixFilePermissions.toString(
                  Files.getPosixFilePermissions(server.stateFolder().stateFile())))
          .isEqualTo("rw-------");
      assertThat(Files.readString(server.stateFolder().logFile())).isEmpty();
      assertThat(again.err()).isEmpty();

      String said = Files.readString(server.stateFolder().stateFile());
      Files.writeString(
          server.stateFolder().stateFile(), said.replaceFirst("build=.*", "build=older"));
      assertThat(server.run("up").err()).contains("it is of another build than this command");

      assertThat(server.run("up", "--port", "0", "--max-sessions", "100", "-Da.b=c").err())
          .contains("than these: -D a.b (it does not set this). 'tidemark down'");
      Path token = Files.writeString(folder.resolve("token"), "0123456789abcdef");
      Command other =
          server.run(
              "up", "--port", "1", "--token-file", token.toString(), "--idle-timeout", "600 s");
      int port = URI.create(state.url()).getPort();
      assertThat(other.err())
          .contains(
              "it was started with other options than these: --port 1 (it has "
                  + port
                  + "), --token-file (it wants no token). 'tidemark down' and 'tidemark up' start"
                  + " one that has them.");
      assertThat(other.exitCode()).isEqualTo(1);
      assertThat(server.run("up", "--port", Integer.toString(port)).exitCode()).isZero();

      HttpRequest page = HttpRequest.newBuilder(URI.create(state.page())).build();
      assertThat(HttpClient.newHttpClient().send(page, BodyHandlers.ofString()).body())
          .contains("<title>Tidemark</title>");

      Command status = server.run("status", "--format", "json");
      JsonNode json = new ObjectMapper().readTree(status.out());
      assertThat(json.get("up").asBoolean()).isTrue();
      assertThat(json.get("pid").asLong()).isEqualTo(state.pid());
      assertThat(json.get("sessions").asInt()).isZero();
      assertThat(json.get("token").asBoolean()).isFalse();
      assertThat(status.exitCode()).isZero();

      assertThat(server.run("down")).isEqualTo(new Command(0, "tidemark is down\n", ""));
      assertThat(server.run("down")).isEqualTo(new Command(0, "tidemark is not up\n", ""));
      assertThat(server.run("status")).isEqualTo(new Command(1, "tidemark is not up\n", ""));
    }
  }

  /** The second waits for the first. And who hangs is not said to be up. */
  @Test
  void twoAtOnceStartOneServerAndAHungOneIsTold() throws Exception {
    TestServer server = new TestServer(folder);
    Path client = server.install().resolve("bin/sql-client.sh");
    ExecutorService threads = Executors.newFixedThreadPool(2);
    try {
      Callable<Command> up = () -> server.run("up", "--port", "0");
      List<Command> ups = new ArrayList<>();
      for (Future<Command> each : threads.invokeAll(List.of(up, up))) {
        ups.add(each.get());
      }
      ups.sort(Comparator.comparing(Command::out).reversed());
      assertThat(ups).extracting(Command::exitCode).containsOnly(0);
      assertThat(ups).extracting(Command::err).containsOnly("");
      assertThat(ups.get(0).out()).startsWith("tidemark is up: " + server.url());
      assertThat(ups.get(1).out()).startsWith("tidemark is up already: " + server.url());

      long pid = server.state().pid();
      new ProcessBuilder("kill", "-STOP", Long.toString(pid)).start().waitFor();
      assertThat(server.run("up"))
          .isEqualTo(
              new Command(
                  1,
                  "",
                  "tidemark: a server is up, but does not answer (process "
                      + pid
                      + "): 'tidemark down' and 'tidemark up' start a new one.\n"));
      assertThat(server.run(new ProcessBuilder(client.toString(), "-u", "SELECT 1")))
          .isEqualTo(
              new Command(
                  1,
                  "",
                  "tidemark: the server does not answer; 'tidemark down' and 'tidemark up' start a"
                      + " new one.\n"));
    } finally {
      threads.shutdown();
      assertThat(server.run("down")).isEqualTo(new Command(0, "tidemark is down\n", ""));
    }
  }

  @Test
  void aDamagedStateFileIsNone() throws Exception {
    TestServer server = new TestServer(folder);
    Path file = server.stateFolder().stateFile();
    Files.createDirectories(file.getParent());
    byte[] damage = {'p', 'i', 'd', '=', (byte) 0xff, '\n', 0};
    Files.write(file, damage);
    String damaged = "tidemark: the state file " + file + " is damaged";
    assertThat(server.run("status"))
        .isEqualTo(new Command(1, "tidemark is not up\n", damaged + ".\n"));
    Command up = server.run("up", "--port", "0");
    assertThat(up.err()).isEqualTo(damaged + "; starting a new server.\n");
    assertThat(up.exitCode()).isZero();

    Files.write(file, damage);
    Command again = server.run("up");
    assertThat(again.err())
        .isEqualTo(
            "tidemark: a server is up, but its state file "
                + file
                + " is damaged: 'tidemark down' and 'tidemark up' start a new one.\n");
    assertThat(again.exitCode()).isEqualTo(1);
    assertThat(server.run("down"))
        .isEqualTo(new Command(0, "tidemark is down\n", damaged + ", and is removed.\n"));
    Files.write(file, damage);
    assertThat(server.run("down"))
        .isEqualTo(new Command(0, "tidemark is not up\n", damaged + ", and is removed.\n"));
    assertThat(file).doesNotExist();
  }

  @Test
  void aPortInUseIsNamed() throws Exception {
    TestServer server = new TestServer(folder);
    try (ServerSocket taken = new ServerSocket(0, 1, InetAddress.getLoopbackAddress())) {
      assertThat(server.run("up", "--port", Integer.toString(taken.getLocalPort())))
          .isEqualTo(
              new Command(
                  1,
                  "",
                  "tidemark: port "
                      + taken.getLocalPort()
                      + " of 127.0.0.1 is in use: stop what listens there, or choose another with"
                      + " --port.\n"));
    }
  }

  @Test
  void aServerThatDoesNotAnswerInTimeIsStopped() throws Exception {
    TestServer server = new TestServer(folder);

    Command up = server.run("up", "--port", "0", "--wait", "1");

    assertThat(up.exitCode()).isEqualTo(1);
    assertThat(up.err())
        .isEqualTo(
            "tidemark: the server did not answer within 1 s; the end of "
                + server.stateFolder().logFile()
                + ":\n");
    assertThat(server.run("status").exitCode()).isEqualTo(1);
  }

  @Test
  void wrongUsage() throws Exception {
    Path guessable = Files.writeString(folder.resolve("token"), "12345\n");

    assertThat(Command.run("up", "--address", "0.0.0.0"))
        .isEqualTo(
            new Command(
                2,
                "",
                "tidemark: --address 0.0.0.0 can be reached from other machines: say who may come"
                    + " in with --token-file.\n"));
    assertThat(Command.run("up", "--token-file", guessable.toString()).err())
        .isEqualTo(
            "tidemark: --token-file "
                + guessable
                + ": a token has 16 or more letters, digits or signs, without blanks\n");
    assertThat(Command.run("up", "--address", "203.0.113.1").err())
        .isEqualTo("tidemark: --address 203.0.113.1 is not an address of this machine.\n");
    assertThat(Command.run("up", "--port", "70000").exitCode()).isEqualTo(2);
    assertThat(Command.run("up", "--idle-timeout", "soon").err())
        .contains("'soon' is not a time such as 30s or 10 min.");
    assertThat(Command.run("status", "--format", "csv").exitCode()).isEqualTo(2);
  }
}
