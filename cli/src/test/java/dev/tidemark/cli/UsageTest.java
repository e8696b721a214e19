package dev.tidemark.cli;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.File;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Arrays;
import org.apache.flink.shaded.jackson2.com.fasterxml.jackson.databind.JsonNode;
import org.apache.flink.shaded.jackson2.com.fasterxml.jackson.databind.ObjectMapper;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** How the command talks about itself. */
class UsageTest {

  @TempDir Path folder;

  @Test
  void helpNamesTheSubcommandsAndGoesToStandardOutput() {
    Command done = Command.run("--help");

    assertThat(done.out()).contains("  sql  ").contains("  run  ").contains("  classpath  ");
    assertThat(done.out()).contains("  doctor  ").contains("Exit codes: 0 done");
    assertThat(done.err()).isEmpty();
    assertThat(done.exitCode()).isZero();
  }

  @Test
  void eachSubcommandHasHelp() {
    for (String name : TidemarkCommand.SUBCOMMANDS) {
      Command done = Command.run(name, "--help");

      assertThat(done.out()).as(name).contains("Usage:").contains("Options:");
      assertThat(done.exitCode()).as(name).isZero();
    }
  }

  @Test
  void noSubcommandIsWrongUsage() {
    Command done = Command.run();

    assertThat(done.err()).contains("Usage: tidemark");
    assertThat(done.out()).isEmpty();
    assertThat(done.exitCode()).isEqualTo(2);
  }

  @Test
  void unknownWordsGetAHint() {
    Command done = Command.run("sqll");

    assertThat(done.err()).contains("Did you mean: tidemark sql?");
    assertThat(done.exitCode()).isEqualTo(2);
  }

  @Test
  void unknownFormat() {
    Command done = Command.run("sql", "--format", "xml", "-e", "SELECT 1;");

    assertThat(done.err())
        .contains(
            "'xml' is not a format; there are sql-client, table, csv, json, jsonl, markdown.");
    assertThat(done.exitCode()).isEqualTo(2);
  }

  @Test
  void scriptAndStatementsExcludeEachOther() {
    Command done = Command.run("sql", "-f", "x.sql", "-e", "SELECT 1;");

    assertThat(done.err()).contains("mutually exclusive");
    assertThat(done.exitCode()).isEqualTo(2);
  }

  @Test
  void remoteNeedsAnAddress() {
    Command done = Command.run("sql", "--target", "remote", "-e", "SELECT 1;");

    assertThat(done.err()).contains("add -D rest.address=HOST");
    assertThat(done.exitCode()).isEqualTo(2);
  }

  @Test
  void version() {
    Command done = Command.run("--version");

    assertThat(done.out()).contains("tidemark ").contains("Apache Flink 2.3.0").contains("Java ");
    assertThat(done.exitCode()).isZero();
  }

  @Test
  void doctorSaysWhereJobsRun() {
    Command done = Command.run("doctor");

    assertThat(done.out()).contains("Flink        2.3.0").contains("target tidemark");
    assertThat(done.exitCode()).isZero();
  }

  @Test
  void doctorAsJson() throws IOException {
    JsonNode said = new ObjectMapper().readTree(Command.run("doctor", "--format", "json").out());

    assertThat(said.get("schema").asText()).isEqualTo("tidemark.doctor/1");
    assertThat(said.get("sound").asBoolean()).isTrue();
    assertThat(said.get("flink").asText()).isEqualTo("2.3.0");
    assertThat(said.at("/java/home").asText()).isEqualTo(System.getProperty("java.home"));
    assertThat(said.get("target").asText()).isEqualTo("tidemark");
    assertThat(said.get("targets").toString()).contains("\"local\"", "\"remote\"", "\"tidemark\"");
    assertThat(Command.run("doctor", "--format", "csv").exitCode()).isEqualTo(2);
  }

  @Test
  void doctorFailsOnATargetThatIsNotThere() {
    Command done = Command.run("doctor", "-D", "execution.target=nosuch");

    assertThat(done.out()).contains("nowhere: the target nosuch is not on the class path");
    assertThat(done.exitCode()).isEqualTo(1);
  }

  @Test
  void classpathHasTheRuntimeAndFlinkButNotTheCommand() {
    String[] entries = Command.run("classpath").out().trim().split(File.pathSeparator, -1);

    assertThat(Arrays.asList(entries)).anyMatch(entry -> entry.contains("flink-clients-2.3.0"));
    assertThat(Arrays.asList(entries)).anyMatch(entry -> entry.contains("runtime"));
    assertThat(Arrays.asList(entries)).noneMatch(entry -> entry.contains("picocli"));
    assertThat(Arrays.asList(entries)).allMatch(entry -> new File(entry).isAbsolute());
  }

  @Test
  void classpathOnlyHasNoFlink() {
    assertThat(Command.run("classpath", "--only").out())
        .contains("runtime")
        .doesNotContain("flink-");
  }

  @Test
  void opensAreJvmOptions() {
    assertThat(Command.run("classpath", "--opens").out())
        .contains("--add-opens=java.base/java.util=ALL-UNNAMED");
  }

  @Test
  void statementsFromAPipe() {
    Command done = Command.runWithInput("SELECT 7 AS x;\n", "sql", "--format", "csv");

    assertThat(done.out()).isEqualTo("x\n7\n");
    assertThat(done.exitCode()).isZero();
  }

  @Test
  void nothingToDo() {
    Command done = Command.runWithInput("", "sql", "--format", "csv");

    assertThat(done.out()).isEmpty();
    assertThat(done.err()).startsWith("tidemark: 0 statements, 0 rows printed");
    assertThat(done.exitCode()).isZero();
  }

  @Test
  void aJarThatIsNone() throws IOException {
    Path text = Files.writeString(folder.resolve("a.jar"), "words");

    String expected = "tidemark: " + text + " is not a jar.\n";
    assertThat(Command.run("run", text.toString())).isEqualTo(new Command(2, "", expected));
    assertThat(Command.sql("-j", text.toString(), "-e", "SELECT 1;"))
        .isEqualTo(new Command(2, "", expected));
  }

  @Test
  void severalStatementsInOneLine() {
    Command done =
        Command.sql(
            "--format",
            "csv",
            "-e",
            "SELECT ';' AS x; /* ; */ SELECT 2 AS `y;`; SELECT nosuch; --");

    assertThat(done.out()).isEqualTo("x\n;\n\ny;\n2\n");
    assertThat(done.err()).startsWith("-e:1:51: error: Column 'nosuch' not found in any table");
    assertThat(done.exitCode()).isEqualTo(1);
  }

  @Test
  void severalStatementsInOneLineWithCommentsAndASet() {
    Command done =
        Command.sql(
            "--format",
            "csv",
            "-e",
            "CREATE TABLE b (x INT) WITH ('connector'='blackhole'); EXECUTE STATEMENT SET BEGIN"
                + " INSERT INTO b VALUES (1); INSERT INTO b VALUES (2); END; SELECT 3 AS x; -- done");

    assertThat(done.out()).isEqualTo("x\n3\n");
    assertThat(done.err()).startsWith("tidemark: 3 statements, 1 row printed");
    assertThat(done.exitCode()).isZero();
  }

  @Test
  void helpBreaksBetweenWordsOnly() {
    for (String name : TidemarkCommand.SUBCOMMANDS) {
      String help = Command.run(name, "--help").out();

      assertThat(help.lines().map(String::length)).as(name).allMatch(length -> length <= 80);
      assertThat(help).as(name).doesNotContain("-D=").doesNotContain("\n\n\n");
      assertThat(help).as(name).doesNotContainPattern("\\.\\n +[a-z]");
    }
    assertThat(Command.run("sql", "--help").out())
        .contains("Usage: tidemark sql [OPTIONS] [-f SCRIPT.sql | -e STATEMENTS]\n\n")
        .contains("  -D  KEY=VALUE              A setting of Flink's, such as\n")
        .contains("      --fail-on-late[=N|N%]  Exit with 3 if");
  }

  @Test
  void aSettingNeedsAValue() {
    for (String command : new String[] {"sql", "run", "drops", "doctor"}) {
      Command done = Command.run(command, "-D", "bogus");

      assertThat(done.err()).contains("KEY=VALUE").contains("bogus");
      assertThat(done.out()).as(command).isEmpty();
      assertThat(done.exitCode()).as(command).isEqualTo(2);
    }
  }

  @Test
  void resultsThatAreNotPrintedAreNotCalledPrinted() {
    Command done = Command.run("changelog", "-e", "SELECT * FROM (VALUES (1), (2)) AS t(x);");

    assertThat(done.err()).startsWith("tidemark: 1 statement, 2 result rows, ");
  }
}
