package dev.tidemark.cli;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;

import dev.tidemark.labs.Lab;
import dev.tidemark.labs.Labs;
import dev.tidemark.labs.Language;
import dev.tidemark.labs.grade.Finding;
import dev.tidemark.labs.grade.StepResult;
import java.io.IOException;
import java.io.PrintStream;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Random;
import java.util.concurrent.TimeUnit;
import java.util.stream.IntStream;
import java.util.stream.Stream;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/**
 * The grader's model and the engine, which know nothing of each other, make the same of random
 * data: the labs' scripts and programs run on it, and the grader must find each output right.
 * {@code -Dtidemark.labs.tries=N} tries more than the default.
 */
class LabModelTest {

  private static final int ROWS = 150;

  /** The options that the steps of the lab {@code lateness} ask for. */
  private static final Map<String, String> STORIES =
      Map.of(
          "watch", "--delay 2s",
          "side", "--delay 2s --side",
          "again", "--delay 2s --lateness 3s --side",
          "delay", "--delay 5s --side",
          "marks", "--generator punctuated --side",
          "patient", "--generator punctuated --lateness 3s --side");

  @TempDir Path folder;

  static IntStream seeds() {
    return IntStream.rangeClosed(1, Integer.getInteger("tidemark.labs.tries", 2));
  }

  @ParameterizedTest
  @MethodSource("seeds")
  void windows(int seed) throws IOException {
    Random random = new Random(seed);
    List<String> lines = new ArrayList<>();
    int millis = 0;
    for (int i = 1; i <= ROWS; i++) {
      millis += random.nextInt(4) * (random.nextBoolean() ? 1000 : 5000);
      int at = Math.max(0, millis - (random.nextInt(3) == 0 ? random.nextInt(90_000) : 0));
      // With an odd seed in steps shorter than the watermark interval.
      at = seed % 2 == 0 ? at / 1000 * 1000 : at + random.nextInt(4) * 70;
      lines.add(i + ",s" + random.nextInt(3) + "," + random.nextInt(50) + "," + time(at));
    }

    assertGradedRight("watermark", Map.of("watermark_events.csv", csv(lines)));
  }

  @ParameterizedTest
  @MethodSource("seeds")
  void deduplicationsAndRankings(int seed) throws IOException {
    Random random = new Random(seed);
    List<String> events = new ArrayList<>();
    List<String> sales = new ArrayList<>();
    int millis = 0;
    for (int i = 1; i <= ROWS; i++) {
      // Out of order and with ties, which the lab's own data do not have.
      millis += random.nextInt(3) * 1000;
      int at = Math.max(0, millis - random.nextInt(3) * random.nextInt(4000) / 1000 * 1000);
      String status = List.of("created", "paid", "shipped").get(random.nextInt(3));
      events.add(
          "o" + random.nextInt(40) + "," + status + "," + random.nextInt(5) + "," + time(at));
      String product = "c" + random.nextInt(2) + ",p" + random.nextInt(6);
      sales.add(i + "," + product + "," + random.nextInt(4) + "," + time(millis));
    }

    assertGradedRight(
        "dedup", Map.of("dedup_events.csv", csv(events), "dedup_sales.csv", csv(sales)));
  }

  /** The program of the lab {@code lateness}; of it, Flink's own cluster must say the same. */
  @ParameterizedTest
  @MethodSource("seeds")
  void stories(int seed) throws Exception {
    Random random = new Random(seed);
    List<String> lines = new ArrayList<>();
    int millis = 0;
    for (int i = 1; i <= ROWS; i++) {
      millis += random.nextInt(4) * (random.nextBoolean() ? 250 : 1000);
      int at = Math.max(0, millis - (random.nextInt(3) == 0 ? random.nextInt(12_000) : 0));
      lines.add(i + ",g" + random.nextInt(3) + "," + random.nextInt(9) + "," + time(at));
      if (random.nextInt(8) == 0) {
        // Now and then one that is not ahead of the one before.
        lines.add("0,#,0," + time(Math.max(0, millis - random.nextInt(8000))));
      }
    }
    byte[] data = csv(lines);
    Files.write(folder.resolve("lateness_gates.csv"), data);
    Files.writeString(folder.resolve("predictions.json"), "{}");
    Lab lab = new Labs(null).lab("lateness");
    Files.write(folder.resolve("lab.jar"), lab.furtherFile("lateness-lab.jar"));
    STORIES.forEach(this::tell);
    assertOnlyPredictionsAreMissing(lab, data);
    if (seed == 1) {
      // On a cluster a clock asks the other generator.
      tellOnACluster("patient");
      assertOnlyPredictionsAreMissing(lab, data);
    }
  }

  private void tell(String step, String options) {
    PrintStream own = System.out;
    try (PrintStream out = new PrintStream(folder.resolve(step + ".out").toString(), UTF_8)) {
      System.setOut(out);
      Command done = Command.run(words(Command.target(), options));
      assertThat(done.exitCode()).as(done.err()).isZero();
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    } finally {
      System.setOut(own);
    }
  }

  /**
   * In a JVM of its own: Flink keeps a thread group for ever, and that of a script ends with it.
   */
  private void tellOnACluster(String step) throws IOException, InterruptedException {
    Process cluster =
        ChildProcess.builder(folder, List.of(), words("local", STORIES.get(step)))
            .redirectOutput(folder.resolve(step + ".out").toFile())
            .redirectError(folder.resolve("err").toFile())
            .start();
    try {
      assertThat(cluster.waitFor(2, TimeUnit.MINUTES)).isTrue();
    } finally {
      cluster.destroyForcibly();
    }
    assertThat(cluster.exitValue()).as(Files.readString(folder.resolve("err"))).isZero();
  }

  private String[] words(String target, String options) {
    List<String> words = new ArrayList<>(List.of("run", "--target", target));
    words.addAll(List.of(folder.resolve("lab.jar").toString(), "--file"));
    words.add(folder.resolve("lateness_gates.csv").toString());
    words.addAll(List.of("--predictions", folder.resolve("predictions.json").toString()));
    words.addAll(List.of(options.split(" ", -1)));
    return words.toArray(new String[0]);
  }

  private void assertOnlyPredictionsAreMissing(Lab lab, byte[] data) {
    List<StepResult> results = lab.grader(Language.EN, file -> data).grade(folder);
    assertThat(results.subList(0, STORIES.size()))
        .allSatisfy(
            step ->
                assertThat(step.findings())
                    .as(step.id())
                    .extracting(Finding::mistake)
                    .containsExactly("missing-prediction"));
  }

  private static byte[] csv(List<String> lines) {
    return (String.join("\n", lines) + "\n").getBytes(UTF_8);
  }

  private static String time(int millis) {
    return "2026-03-02 09:%02d:%02d.%03d"
        .formatted(millis / 60_000, millis / 1000 % 60, millis % 1000);
  }

  private void assertGradedRight(String name, Map<String, byte[]> data) throws IOException {
    for (Map.Entry<String, byte[]> file : data.entrySet()) {
      Files.write(folder.resolve(file.getKey()), file.getValue());
    }
    try (Stream<Path> scripts = Files.list(Path.of("../examples/sql", name))) {
      for (Path script : scripts.filter(file -> file.toString().endsWith(".sql")).toList()) {
        String sql = Files.readString(script).replace("'examples/data/", "'" + folder + "/");
        Files.writeString(folder.resolve(script.getFileName()), sql);
      }
    }
    Lab lab = new Labs(null).lab(name);
    for (String step : lab.steps().subList(0, lab.steps().size() - 1)) {
      List<String> words = new ArrayList<>(List.of("-f", folder.resolve(step + ".sql").toString()));
      if (name.equals("dedup")) {
        words.addAll(List.of("-i", folder.resolve("ddl.sql").toString()));
      }
      Files.writeString(
          folder.resolve(step + ".out"), Command.sql(words.toArray(new String[0])).out());
    }

    List<StepResult> results = lab.grader(Language.EN, data::get).grade(folder);

    assertThat(results.subList(0, results.size() - 1))
        .allSatisfy(step -> assertThat(step.findings()).as(step.id()).isEmpty());
  }
}
