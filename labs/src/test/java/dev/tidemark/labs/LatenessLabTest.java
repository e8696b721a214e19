package dev.tidemark.labs;

import static org.assertj.core.api.Assertions.assertThat;

import dev.tidemark.labs.grade.Finding;
import dev.tidemark.labs.grade.StepResult;
import dev.tidemark.labs.grade.StepResult.Status;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.function.UnaryOperator;
import java.util.regex.Matcher;
import java.util.stream.Stream;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

/**
 * The lab's grader before what the program has printed on Flink's own mini cluster, with a pause in
 * front of each line so that its clock asks the generator after each, right and wrong.
 */
class LatenessLabTest {

  private static final Path RECORDED = Path.of("labs/src/test/resources/recorded/lateness");

  @TempDir Path folder;
  private final Lab lab = new Labs(null).lab("lateness");

  @BeforeEach
  void solve() throws IOException {
    try (Stream<Path> files = Files.list(RECORDED)) {
      for (Path file : files.toList()) {
        Files.copy(file, folder.resolve(file.getFileName()));
      }
    }
  }

  private String text(String file) throws IOException {
    return Files.readString(folder.resolve(file));
  }

  private void edit(String file, UnaryOperator<String> change) throws IOException {
    String before = text(file);
    String after = change.apply(before);
    assertThat(after).as("the change of " + file).isNotEqualTo(before);
    Files.writeString(folder.resolve(file), after);
  }

  /** Changes a prediction, and runs the program again with it. */
  private void predict(String step, String figure, String value) throws IOException {
    String pattern = "(?s)(\"" + step + "\".*?\"" + figure + "\": )[^,} \\n]+";
    UnaryOperator<String> change =
        text -> text.replaceFirst(pattern, "$1" + Matcher.quoteReplacement(value));
    edit("predictions.json", change);
    edit(step + ".out", change);
  }

  private List<Finding> findings(String step) {
    int number = lab.steps().indexOf(step) + 1;
    return new LabFolder(folder).grader(lab, Language.EN, false).grade(folder, number).findings();
  }

  private List<String> mistakes(String step) {
    return findings(step).stream().map(Finding::mistake).toList();
  }

  private Status status(String step) {
    int number = lab.steps().indexOf(step) + 1;
    return new LabFolder(folder).grader(lab, Language.EN, false).grade(folder, number).status();
  }

  @Test
  void whatFlinksOwnClusterPrintedIsRight() {
    assertThat(new LabFolder(folder).grader(lab, Language.EN, false).grade(folder))
        .allSatisfy(step -> assertThat(step.findings()).as(step.id()).isEmpty())
        .extracting(StepResult::status)
        .hasSize(8)
        .containsOnly(Status.RIGHT);
  }

  @ParameterizedTest
  @CsvSource({
    "watch, side, side-output-too-early",
    "watch, again, lateness-too-early",
    "watch, delay, other-delay",
    "watch, marks, different-lines",
    "side, watch, no-side-output",
    "side, again, lateness-too-early",
    "side, delay, other-delay",
    "again, side, no-lateness",
    "again, watch, no-lateness",
    "again, delay, delay-is-not-lateness",
    "delay, again, lateness-is-not-delay",
    "delay, side, same-delay-as-before",
    "marks, patient, lateness-too-early",
    "marks, side, not-punctuated",
    "patient, marks, no-lateness",
    "patient, again, not-punctuated"
  })
  void theOutputOfAnotherCommand(String step, String other, String mistake) throws IOException {
    Files.writeString(folder.resolve(step + ".out"), text(other + ".out"));

    assertThat(mistakes(step)).containsExactly(mistake);
  }

  @ParameterizedTest
  @ValueSource(strings = {"again", "delay", "marks"})
  void theSideOutputIsMissing(String step) throws IOException {
    edit(
        step + ".out",
        out -> out.replaceAll("(?m)^late .*\\R", "").replaceFirst("(?m)late=\\d+$", "late=0"));

    assertThat(mistakes(step)).containsExactly("no-side-output");
  }

  /** A wrong command gives nothing away of what the right one prints. */
  @Test
  void aWrongOutputDoesNotTellWhatIsToBePredicted() throws IOException {
    Files.writeString(folder.resolve("side.out"), text("again.out"));
    Finding finding = findings("side").get(0);
    assertThat(finding.expected()).isEqualTo("what the command of this step prints");
    assertThat(finding.found()).isEqualTo("20 row, 11 moves, 8 fires, 3 again, 2 late");
    assertThat(finding.difference())
        .isEqualTo(
            "not expected: again gate=north people=15 watermark=09:00:05.999 window=09:00:00.000 rows=4");
  }

  @Test
  void noWatermarkBeforeTheEnd() throws IOException {
    StringBuilder batch = new StringBuilder();
    text("watch.out")
        .lines()
        .filter(line -> line.startsWith("row"))
        .forEach(line -> batch.append(line.replaceFirst("watermark=\\S+", "watermark=none\n")));
    batch.append(
        """
        fires  gate=north window=09:00:00.000 people=15 rows=4 watermark=end
        fires  gate=south window=09:00:00.000 people=8 rows=3 watermark=end
        fires  gate=east window=09:00:00.000 people=7 rows=1 watermark=end
        fires  gate=south window=09:00:05.000 people=8 rows=3 watermark=end
        fires  gate=north window=09:00:05.000 people=14 rows=5 watermark=end
        fires  gate=south window=09:00:10.000 people=8 rows=2 watermark=end
        fires  gate=north window=09:00:10.000 people=3 rows=1 watermark=end
        fires  gate=north window=09:00:15.000 people=1 rows=1 watermark=end
        end    row=20 mark=0 fires=8 again=0 late=0
        """);
    Files.writeString(folder.resolve("watch.out"), batch);

    assertThat(mistakes("watch")).containsExactly("no-watermark-before-the-end");
  }

  @Test
  void outputsThatAreNotWhole() throws IOException {
    String whole = text("side.out");

    Files.writeString(folder.resolve("side.out"), whole.replaceFirst("(?m)^end .*\\R", ""));
    assertThat(mistakes("side")).containsExactly("log-without-end");
    Files.writeString(folder.resolve("side.out"), whole.replaceFirst("(?m)^late .*\\R", ""));
    assertThat(mistakes("side")).containsExactly("edited-lines");
    assertThat(findings("side").get(0).expected()).contains("6 late");
    Files.writeString(folder.resolve("side.out"), whole.replaceFirst("people=13", "people=31"));
    assertThat(mistakes("side")).containsExactly("edited-line");
    assertThat(findings("side").get(0).difference())
        .isEqualTo(
            "expected fires gate=north people=13 watermark=09:00:05.999 window=09:00:00.000 rows=3\n"
                + "found    fires gate=north people=31 watermark=09:00:05.999 window=09:00:00.000 rows=3");
    Files.writeString(folder.resolve("side.out"), whole + whole);
    assertThat(mistakes("side")).containsExactly("several-runs");
    Files.writeString(folder.resolve("side.out"), "");
    assertThat(mistakes("side")).containsExactly("empty-file");
    Files.writeString(folder.resolve("side.out"), "tidemark: 1 job, 1.9 s\n");
    assertThat(mistakes("side")).containsExactly("no-lines");
    Files.writeString(
        folder.resolve("side.out"), "predictions {}\ntidemark: error: there is no --sid; …\n");
    assertThat(mistakes("side")).containsExactly("failed-program");
    assertThat(findings("side").get(0).found()).contains("there is no --sid");
  }

  @ParameterizedTest
  @CsvSource({
    "watch, watermark_at_row_5, '\"09:00:04.000\"', sql-rule",
    "watch, watermark_at_row_5, '\"09:00:06.000\"', forgot-the-delay",
    "watch, watermark_at_row_5, '\"09:00:05.999\"', forgot-the-delay",
    "watch, watermark_at_row_5, '\"09:00:02.999\"', wrong-prediction",
    "watch, watermark_at_row_5, 4, number-for-text",
    "watch, first_fired_by, 6, sql-rule",
    "watch, first_fired_by, 4, forgot-the-delay",
    "watch, first_fired_by, 12, size-is-not-delay",
    "watch, fires, 8, predicted-from-the-sorted-file",
    "watch, fires, 4, counted-windows",
    "watch, fires, '\"7\"', text-for-number",
    "side, fires, 8, late-row-fires-nothing",
    "side, late, 9, late-is-not-too-late",
    "side, late, 2, lateness-is-zero",
    "side, late, 0, predicted-from-the-sorted-file",
    "again, fires, 11, refiring-is-no-new-window",
    "again, fires, 7, forgot-the-new-gate",
    "again, again, 4, forgot-the-new-gate",
    "again, again, 0, lateness-fires-again",
    "again, late, 6, lateness-keeps-them",
    "again, late, 0, lateness-ends",
    "again, north_in_the_end, 13, first-result-is-not-the-last",
    "again, north_in_the_end, 28, refiring-is-no-new-window",
    "delay, first_fired_by, 8, lateness-is-not-delay",
    "delay, again, 3, lateness-is-not-delay",
    "delay, fires, 7, same-delay-as-before",
    "delay, late, 6, same-delay-as-before",
    "delay, late, 0, delay-ends",
    "marks, first_fired_by, 8, only-marks-move-it",
    "marks, late, 6, only-marks-move-it",
    "marks, late, 5, late-is-not-too-late",
    "marks, late, 4, wrong-prediction",
    "patient, late, 2, lateness-counts-event-time",
    "patient, late, 3, lateness-keeps-them",
    "patient, again, 3, forgot-the-new-gate",
    "patient, fires, 7, forgot-the-new-gate"
  })
  void predictionsThatAreNotRight(String step, String figure, String value, String mistake)
      throws IOException {
    predict(step, figure, value);

    assertThat(mistakes(step)).containsExactly(mistake);
    assertThat(findings(step).get(0).found()).isEqualTo(figure + ": " + value);
  }

  @Test
  void aPredictionThatIsChangedAfterTheRun() throws IOException {
    predict("again", "late", "6");
    edit(
        "predictions.json",
        all -> all.replaceFirst("\"late\": 6, \"north", "\"late\": 2, \"north"));

    assertThat(mistakes("again")).containsExactly("changed-after-run");
    assertThat(findings("again").get(0).expected()).isEqualTo("late: 6");
    assertThat(findings("again").get(0).found()).isEqualTo("late: 2");
    assertThat(mistakes("delay")).as("a step whose prediction stays").isEmpty();
  }

  @Test
  void predictionsThatAreMissing() throws IOException {
    predict("again", "fires", "null");
    predict("again", "late", "null");
    assertThat(mistakes("again")).containsExactly("missing-prediction");
    assertThat(findings("again").get(0).expected())
        .as("what is to be predicted is not told")
        .isEqualTo("fires, late");

    edit("side.out", out -> out.replaceFirst("predictions .*\\R", ""));
    assertThat(mistakes("side")).containsExactly("run-without-predictions");

    Files.delete(folder.resolve("predictions.json"));
    assertThat(mistakes("side")).containsExactly("missing-file");
  }

  @Test
  void beforeTheRunNothingIsGivenAway() throws IOException {
    predict("side", "late", "9");
    Files.delete(folder.resolve("side.out"));
    assertThat(status("side")).isEqualTo(Status.MISSING);
    assertThat(mistakes("side")).containsExactly("missing-file");

    Files.writeString(folder.resolve("predictions.json"), "{\"side\": {\"late\": 6,}}");
    assertThat(status("side")).isEqualTo(Status.WRONG);
    assertThat(mistakes("side")).containsExactly("not-json");
  }

  private static final String FOUR_ROWS =
      """
      row    id=1 gate=a people=1 time=09:00:12.000 watermark=none
      moves  watermark=09:00:09.999
      row    id=2 gate=a people=1 time=09:00:06.000 watermark=09:00:09.999
      fires  gate=a window=09:00:05.000 people=1 rows=1 watermark=09:00:09.999
      row    id=3 gate=a people=1 time=09:00:07.000 watermark=09:00:09.999
      again  gate=a window=09:00:05.000 people=2 rows=2 watermark=09:00:09.999
      row    id=4 gate=a people=1 time=09:00:08.000 watermark=09:00:09.999
      again  gate=a window=09:00:05.000 people=3 rows=3 watermark=09:00:09.999
      fires  gate=a window=09:00:10.000 people=1 rows=1 watermark=end
      end    row=4 mark=0 fires=2 again=2 late=0
      """;

  @Test
  void rowsOfOnesOwn() throws IOException {
    String rows = text("own.csv");

    edit("own.csv", csv -> csv.replace("09:00:08", "09:00:08.500"));
    assertThat(mistakes("own")).containsExactly("other-rows");
    Files.writeString(folder.resolve("own.csv"), " " + rows.replace(",", " , ") + "\r\n\r\n");
    assertThat(mistakes("own")).as("blanks and empty lines").isEmpty();
    Files.writeString(folder.resolve("own.csv"), rows + "\n6,a,one,2026-03-02 09:00:01\n");
    assertThat(mistakes("own")).containsExactly("not-a-row");
    assertThat(findings("own").get(0).found())
        .isEqualTo("own.csv:7: not a row of this table: 6,a,one,2026-03-02 09:00:01");
    for (String odd :
        List.of(
            "6,a b,1,2026-03-02 09:00:01",
            "6,,1,2026-03-02 09:00:01",
            "6,a,1,2026-03-02 25:00:01",
            "6,a,1,-999999999-01-01 00:00:00",
            "6,a,1,+999999999-12-31 23:59:59",
            "6;a;1;2026-03-02 09:00:01")) {
      Files.writeString(folder.resolve("own.csv"), rows + odd + "\n");
      assertThat(mistakes("own")).as(odd).containsExactly("not-a-row");
    }
    Files.delete(folder.resolve("own.csv"));
    assertThat(mistakes("own")).containsExactly("missing-file");
    Files.writeString(folder.resolve("own.csv"), rows);
    Files.writeString(folder.resolve("own.out"), text("again.out"));
    assertThat(mistakes("own")).containsExactly("not-your-rows");
  }

  @Test
  void savedByWindows() throws IOException {
    for (String step : List.of("watch", "own")) {
      edit(step + ".out", out -> "\uFEFF" + out.replace("\n", "\r\n"));
      assertThat(mistakes(step)).as(step).isEmpty();
    }
  }

  @Test
  void endlessLine() throws IOException {
    Files.writeString(folder.resolve("watch.out"), "a " + "b=c ".repeat(1_000_000));
    assertThat(mistakes("watch")).containsExactly("no-lines");
  }

  @Test
  void deviceForFile() throws IOException {
    Files.delete(folder.resolve("watch.out"));
    Files.createSymbolicLink(folder.resolve("watch.out"), Path.of("/dev/zero"));
    assertThat(mistakes("watch")).containsExactly("unreadable-file");
    assertThat(status("watch")).isEqualTo(Status.WRONG);
  }

  @Test
  void rowsThatDoNotBringAboutWhatIsAskedFor() throws IOException {
    edit("own.csv", csv -> csv.replaceFirst("5,a.*\\R", ""));
    Files.writeString(folder.resolve("own.out"), FOUR_ROWS);
    assertThat(mistakes("own")).containsExactly("needs-late");
    assertThat(findings("own").get(0).expected()).isEqualTo("at least 1");
    assertThat(findings("own").get(0).found()).isEqualTo("0");

    edit("own.csv", csv -> csv.replaceFirst("4,a.*\\R", ""));
    edit(
        "own.out",
        out ->
            out.replaceFirst("row    id=4.*\\R.*\\R", "")
                .replace("row=4", "row=3")
                .replace("again=2", "again=1"));
    assertThat(mistakes("own")).containsExactly("needs-again");

    edit("own.csv", csv -> csv.replace("3,a,1,2026-03-02 09:00:07", "3,b,1,2026-03-02 09:00:07"));
    assertThat(mistakes("own")).containsExactly("other-rows");
  }

  @Test
  void tooManyRows() throws IOException {
    // Rows at the same time as the first one do nothing more.
    StringBuilder more = new StringBuilder();
    StringBuilder told = new StringBuilder();
    for (int id = 6; id <= 8; id++) {
      more.append(id + ",b,1,2026-03-02 09:00:12\n");
      told.append("row id=" + id + " gate=b people=1 time=09:00:12.000 watermark=09:00:09.999\n");
    }
    edit("own.csv", csv -> csv + more);
    edit(
        "own.out",
        out ->
            out.replace(
                    "end  ",
                    told + "fires gate=b window=09:00:10.000 people=3 rows=3 watermark=end\nend  ")
                .replace("row=5", "row=8")
                .replace("fires=2", "fires=3"));

    assertThat(mistakes("own")).containsExactly("needs-fewer-rows");
    assertThat(findings("own").get(0).expected()).isEqualTo("at most 6");
  }

  @ParameterizedTest
  @CsvSource({
    "lost_watch, 14, kept-not-lost",
    "lost_side, 6, set-aside-is-not-lost",
    "replaced_again, 8, counted-first-results",
    "people_again, 52, first-result-is-not-the-last",
    "people_again, 87, refiring-is-no-new-window",
    "people_delay, 45, swapped-outputs",
    "people_delay, 60, wrong-figure"
  })
  void figuresThatAreNotRight(String figure, String value, String mistake) throws IOException {
    edit("report.json", all -> all.replaceFirst("(\"" + figure + "\": )\\d+", "$1" + value));

    assertThat(mistakes("report")).containsExactly(mistake);
  }

  @Test
  void rightFiguresThatTheOutputsDoNotGive() throws IOException {
    Files.writeString(folder.resolve("again.out"), text("side.out"));

    assertThat(mistakes("report")).containsExactly("not-in-outputs", "not-in-outputs");
  }
}
