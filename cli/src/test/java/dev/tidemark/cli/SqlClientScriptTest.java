package dev.tidemark.cli;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.condition.DisabledOnOs;
import org.junit.jupiter.api.condition.OS;
import org.junit.jupiter.api.io.TempDir;

/** What {@code bin/sql-client.sh} makes of the options of Flink's: it prints a word a line here. */
@DisabledOnOs(OS.WINDOWS)
class SqlClientScriptTest {

  @TempDir Path home;
  private Path client;

  @BeforeEach
  void install() throws IOException {
    Files.createDirectory(home.resolve("bin"));
    client = Files.copy(Path.of("../bin/sql-client.sh"), home.resolve("bin/sql-client.sh"));
    Path launcher = home.resolve("tidemark");
    Files.writeString(launcher, "#!/bin/sh\nprintf '%s\\n' \"$@\"\n");
    assertThat(client.toFile().setExecutable(true)).isTrue();
    assertThat(launcher.toFile().setExecutable(true)).isTrue();
  }

  private record Called(int exitCode, List<String> out, String err) {}

  private Called call(String... words) throws Exception {
    List<String> command = new ArrayList<>(List.of(client.toString()));
    command.addAll(List.of(words));
    Path err = home.resolve("err");
    Path out = home.resolve("out");
    int code =
        new ProcessBuilder(command)
            .redirectOutput(out.toFile())
            .redirectError(err.toFile())
            .start()
            .waitFor();
    return new Called(code, Files.readAllLines(out), Files.readString(err));
  }

  @Test
  void theOptionsOfALab() throws Exception {
    assertThat(call("-i", "ddl.sql", "-f", "my query.sql").out())
        .containsExactly("sql", "-i", "ddl.sql", "-f", "my query.sql");
  }

  @Test
  void longNamesAndAttachedValues() throws Exception {
    assertThat(call("embedded", "--init=a.sql", "--file", "b.sql", "-Dx=1", "-D", "y='2 3'").out())
        .containsExactly("sql", "-i", "a.sql", "-f", "b.sql", "-D", "x=1", "-D", "y='2 3'");
  }

  @Test
  void anUpdateIsAStatement() throws Exception {
    assertThat(call("-u", "INSERT INTO t SELECT 1;").out())
        .containsExactly("sql", "-e", "INSERT INTO t SELECT 1;");
    assertThat(call("--update=INSERT INTO t SELECT 1").out())
        .containsExactly("sql", "-e", "INSERT INTO t SELECT 1;");
  }

  @Test
  void sessionsAndHistoryAreAccepted() throws Exception {
    assertThat(call("-s", "mine", "-hist", "/dev/null", "-f", "a.sql").out())
        .containsExactly("sql", "-f", "a.sql");
  }

  @Test
  void jarsOfAFolder() throws Exception {
    Path jars = Files.createDirectory(home.resolve("my jars"));
    Files.createFile(jars.resolve("a.jar"));
    Files.createFile(jars.resolve("b.jar"));
    Files.createFile(jars.resolve("notes.txt"));

    assertThat(call("-j", "c.jar", "-l", jars.toString()).out())
        .containsExactly("sql", "-j", "c.jar", "-j", jars + "/a.jar", "-j", jars + "/b.jar");
  }

  @Test
  void aLinkToItFindsItsHome() throws Exception {
    client = Files.createSymbolicLink(home.resolve("link"), Path.of("bin/sql-client.sh"));

    assertThat(call("-f", "a.sql").out()).containsExactly("sql", "-f", "a.sql");
  }

  @Test
  void aGateway() throws Exception {
    assertThat(call("gateway", "-e", "localhost:8083", "-f", "a.sql", "-s", "mine").out())
        .containsExactly("sql", "--gateway", "localhost:8083", "-f", "a.sql");
    assertThat(call("gateway", "--endpoint=http://localhost:8083", "-f", "a.sql").out())
        .containsExactly("sql", "--gateway", "http://localhost:8083", "-f", "a.sql");
  }

  @Test
  void wrongUsage() throws Exception {
    assertThat(call("--foo"))
        .isEqualTo(new Called(2, List.of(), "sql-client.sh: '--foo' is not known; try --help.\n"));
    assertThat(call("-f"))
        .isEqualTo(new Called(2, List.of(), "sql-client.sh: -f needs a value; try --help.\n"));
    assertThat(call("gateway").err())
        .isEqualTo("sql-client.sh: 'gateway' needs -e HOST:PORT; try --help.\n");
    assertThat(call("-e", "localhost:8083").err())
        .isEqualTo("sql-client.sh: -e goes with 'gateway' only; try --help.\n");
    assertThat(call("-l", "/no/such").err())
        .isEqualTo("sql-client.sh: there is no folder /no/such.\n");
    assertThat(call("-h").out()).contains("Usage: sql-client.sh [embedded] [OPTIONS]");
  }
}
