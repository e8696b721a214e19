package dev.tidemark.cli;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import org.apache.flink.shaded.jackson2.com.fasterxml.jackson.databind.JsonNode;
import org.apache.flink.shaded.jackson2.com.fasterxml.jackson.databind.ObjectMapper;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** {@code tidemark run}: programs in jars, good and bad. */
class ProgramRunTest {

  @TempDir Path folder;

  /** A jar with the sample program, its main class named or not. */
  private String jar(boolean namesMainClass) throws IOException {
    return jar(SampleProgram.class, namesMainClass);
  }

  private String jar(Class<?> program, boolean namesMainClass) throws IOException {
    return CompiledProgram.jar(folder, program, namesMainClass).toString();
  }

  private static Command run(String... args) {
    List<String> all = new ArrayList<>(List.of("run"));
    all.addAll(Arrays.asList(args));
    SampleOutput.last = null;
    return Command.run(all.toArray(new String[0]));
  }

  @Test
  void runsTheMainMethodAndWaitsForItsJobs() throws IOException {
    // The class loader is told to take the program from the tests, to see what it computed.
    Command done =
        run(
            jar(true),
            "-D",
            "classloader.resolve-order=parent-first",
            "--target",
            Command.target(),
            "21",
            "4");

    assertThat(done.err()).startsWith("tidemark: 2 jobs, ");
    assertThat(done.exitCode()).isZero();
    assertThat(SampleOutput.last).isEqualTo("42 8");
  }

  @Test
  void mainClassByOptionBeforeTheJar() throws IOException {
    Command done =
        run(
            "-c",
            SampleProgram.class.getName(),
            "-Dclassloader.resolve-order=parent-first",
            jar(false),
            "3");

    assertThat(done.exitCode()).as(done.err()).isZero();
    assertThat(SampleOutput.last).isEqualTo("6");
  }

  @Test
  void jarWithoutMainClass() throws IOException {
    Command done = run(jar(false));

    assertThat(done.err())
        .isEqualTo(
            "tidemark: "
                + folder.resolve("job.jar")
                + " names no main class in its manifest: add -c with the name of the class.\n");
    assertThat(done.exitCode()).isEqualTo(2);
  }

  @Test
  void mainClassThatIsNotInTheJar() throws IOException {
    Command done = run(jar(true), "-c", "no.such.Job");

    assertThat(done.err()).contains("no.such.Job").doesNotContain("\tat ");
    assertThat(done.err().lines()).hasSize(1);
    assertThat(done.exitCode()).isEqualTo(2);
  }

  @Test
  void missingJar() {
    assertThat(run("nosuch.jar"))
        .isEqualTo(new Command(2, "", "tidemark: there is no jar nosuch.jar.\n"));
  }

  @Test
  void fileThatIsNoJar() throws IOException {
    Path file = Files.writeString(folder.resolve("text.jar"), "not a jar");

    Command done = run(file.toString());

    assertThat(done.err()).isEqualTo("tidemark: " + file + " is not a jar.\n");
    assertThat(done.err().lines()).hasSize(1);
    assertThat(done.exitCode()).isEqualTo(2);
  }

  @Test
  void mainThatThrows() throws IOException {
    Command done = run(jar(true), "throw");

    assertThat(done.err()).startsWith("tidemark: error: thrown by main\n").doesNotContain("\tat ");
    assertThat(done.exitCode()).isEqualTo(1);
  }

  @Test
  void jobThatFails() throws IOException {
    Command done = run(jar(true), "1", "two");

    assertThat(done.err()).startsWith("tidemark: error: 'two' is not a number\n");
    assertThat(done.err()).doesNotContain("\tat ");
    assertThat(done.exitCode()).isEqualTo(1);
  }

  @Test
  void nothingListensAtTheAddressOfTheCluster() throws IOException {
    Command done =
        run(jar(true), "--target", "remote", "-Drest.address=localhost", "-Drest.port=1", "1");

    assertThat(done.err())
        .startsWith("tidemark: error: no Flink cluster answers at localhost:1 (Connection refused)")
        .contains("advice: start the cluster, or correct rest.address and rest.port");
    assertThat(done.exitCode()).isEqualTo(1);
  }

  @Test
  void tablesOfAProgramRunInColumns() throws IOException {
    Path rows = Files.writeString(folder.resolve("rows.csv"), "1,a\n2,b\n");
    Path plan = folder.resolve("plan.json");
    for (String enabled : List.of("true", "false")) {
      Command done =
          run(
              jar(TableProgram.class, true),
              "-Dtidemark.columnar.enabled=" + enabled,
              rows.toString(),
              plan.toString());

      assertThat(done.exitCode()).as(done.err()).isZero();
      assertThat(Files.readString(plan).contains("Columnar(TableSourceScan("))
          .isEqualTo(enabled.equals("true"));
      assertThat(Files.readAllLines(folder.resolve("plan.json.rows")))
          .containsExactly("+I[1, a!]", "+I[2, b!]");
    }
  }

  @Test
  void aSourceInColumnsBesideAnotherIsRefused() throws IOException {
    Path rows = Files.writeString(folder.resolve("rows.csv"), "1,a\n2,b\n");
    String[] words = {
      jar(TableProgram.class, true), "-Dtidemark.columnar.enabled=true", rows.toString(), "beside"
    };
    Command refused = run(words);
    assertThat(refused.err()).contains("Set tidemark.columnar.enabled to false");
    assertThat(refused.exitCode()).isEqualTo(ExitCode.FAILED);

    words[1] = "-Dtidemark.columnar.enabled=false";
    assertThat(run(words).exitCode()).isZero();
  }

  private String lateProgram() throws IOException {
    return jar(LateProgram.class, true);
  }

  @Test
  void theLastLineTellsWhatFlinksCountersSay() throws IOException {
    Command done = run(lateProgram(), "-Dclassloader.resolve-order=parent-first");

    assertThat(done.err())
        .startsWith(
            "tidemark: 1 job, at least 1 late record dropped by Flink's counters (--drops names"
                + " each), ");
    assertThat(done.exitCode()).isZero();
  }

  @Test
  void tellsWhatTheProgramsJobsDropped() throws IOException {
    Path ledger = folder.resolve("drops.jsonl");

    Command done =
        run(
            lateProgram(),
            "-Dclassloader.resolve-order=parent-first",
            "--drops",
            "--ledger",
            ledger.toString(),
            "--fail-on-late");

    assertThat(done.err())
        .contains(
            "drops: 1 row of 4 dropped (25.0 %). A watermark delay of 7 s 1 ms (now 0 s) would have kept it.")
        .contains("row 4  ")
        .contains("job.jar: --fail-on-late: 1 row of 4 dropped");
    assertThat(done.exitCode()).isEqualTo(3);
    assertThat(Files.readString(ledger)).contains("\"reason\":\"datastream-window\"");
  }

  @Test
  void windowsOfOneKindAreToldApartAndShownOnTheTimeline() throws IOException {
    Path json = folder.resolve("drops.json");
    Path report = folder.resolve("report.html");

    Command done =
        run(
            lateProgram(),
            "-Dclassloader.resolve-order=parent-first",
            "--drops-json",
            json.toString(),
            "--report",
            report.toString(),
            "twice");

    assertThat(done.exitCode()).as(done.err()).isZero();
    JsonNode document = new ObjectMapper().readTree(Files.readString(json));
    assertThat(document.get("schema").asText()).isEqualTo("tidemark.drops/1");
    JsonNode job = document.at("/statements/0");
    assertThat(job.get("operators").findValuesAsText("operator"))
        .containsExactly(
            "Window TumblingEventTimeWindows(5000) (1)",
            "Window TumblingEventTimeWindows(5000) (2)");
    assertThat(job.at("/rows/0/operator").asText())
        .isEqualTo("Window TumblingEventTimeWindows(5000) (1)");
    assertThat(Files.readString(report))
        .contains("{\"name\":\"Window TumblingEventTimeWindows(5000) (1)\",\"count\":2,")
        .contains("\"windows\":[[0,5000],[10000,15000]]");
  }

  @Test
  void otherTargetsCannotBeLookedInto() throws IOException {
    Command done = run(lateProgram(), "--target", "local", "--drops");

    assertThat(done.err()).startsWith("tidemark: only jobs of the target tidemark can be looked");
    assertThat(done.exitCode()).isEqualTo(2);
    assertThat(Command.run("drops", "--target", "local", "-e", "SELECT 1").exitCode()).isEqualTo(2);
  }

  @Test
  void theOptionsAboutJobsAreThoseOfScripts() throws IOException {
    Path drops = folder.resolve("drops.json");
    List<Integer> rowsIn = new ArrayList<>();
    for (String option : List.of("--verbose", "--no-final-watermark")) {
      Command done =
          run(jar(LateProgram.class, true), option, "--drops-json", drops.toString(), "again");
      assertThat(done.exitCode()).as(done.err()).isZero();
      JsonNode job = new ObjectMapper().readTree(drops.toFile()).at("/statements/0");
      rowsIn.add(job.at("/operators/1/rows_in").asInt());
    }
    // The second window comes to its operator only because the input ends.
    assertThat(rowsIn).containsExactly(2, 1);
  }
}
