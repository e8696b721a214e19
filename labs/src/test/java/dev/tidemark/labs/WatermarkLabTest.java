package dev.tidemark.labs;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.tuple;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import dev.tidemark.labs.grade.Finding;
import dev.tidemark.labs.grade.StepResult;
import dev.tidemark.labs.grade.StepResult.Status;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.EnumSource;
import org.junit.jupiter.params.provider.ValueSource;

/** The lab's grader before the output of Flink's own client, right and wrong. */
class WatermarkLabTest extends SolvedLabTest {

  private static final String REPORT =
      """
      {"total_rows": 640, "dropped_0": 45, "dropped_5": 33, "dropped_30": 11,
       "late_rows_5": 116, "dropped_slow": 0}
      """;

  WatermarkLabTest() {
    super("watermark", REPORT);
  }

  @ParameterizedTest
  @ValueSource(strings = {"ddl", "batch", "w5", "sweep"})
  void coloursAndHistoryLinesDoNotMatter(String step) throws IOException {
    assertThat(Recorded.resource(step + "-coloured.out")).contains("\u001b[", "history file path");
    lab.put(step + ".out", Recorded.resource(step + "-coloured.out"));

    assertThat(lab.mistakes(step)).isEmpty();
  }

  /** What the client of Flink 1.20.3 printed, where windows are written TABLE(TUMBLE(…)). */
  @ParameterizedTest
  @ValueSource(strings = {"ddl", "batch", "w5", "sweep", "late", "filtered", "slow"})
  void whatTheClientOfFlink120PrintedIsRight(String step) throws IOException {
    lab.put(step + ".out", Recorded.resource("flink-1.20/" + step + ".out"));

    assertThat(lab.mistakes(step)).isEmpty();
  }

  @Test
  void warningsAmongTheRowsAndCarriageReturnsDoNotMatter() throws IOException {
    String warning = "WARNING: An illegal reflective access operation has occurred\n";
    lab.edit(
        "w5.out",
        out ->
            warning + out.replace("| +I | 2026-03-02 09:07", warning + "| +I | 2026-03-02 09:07"));
    lab.edit("slow.out", out -> out.replace("\n", "\r\n"));

    assertThat(lab.mistakes("w5")).isEmpty();
    assertThat(lab.mistakes("slow")).isEmpty();
  }

  /** A wrong script's output, as Flink's client printed it, in place of the right one. */
  @ParameterizedTest
  @CsvSource({
    "ddl, ddl-no-watermark.out, no-watermark",
    "filtered, filtered-without-null.out, forgot-is-null",
    "sweep, sweep-swapped.out, swapped-tables",
    "late, late-turned.out, comparison-turned",
    "w5, w5-failed.out, failed-statement",
    "late, late-batch.out, no-event-time",
    "w5, w5.csv, no-table"
  })
  void outputsOfWrongScripts(String step, String recorded, String mistake) throws IOException {
    lab.put(step + ".out", Recorded.resource(recorded));

    assertThat(lab.mistakes(step)).containsExactly(mistake);
  }

  /** The output of another step in place of the right one. */
  @ParameterizedTest
  @CsvSource({
    "w5, batch, batch-for-streaming",
    "filtered, batch, batch-for-streaming",
    "slow, batch, batch-for-streaming",
    "batch, w5, streaming-for-batch",
    "w5, slow, watermark-stands-still",
    "w5, filtered, filtered-before",
    "w5, sweep, too-many-tables",
    "w5, late, wrong-columns",
    "w5, ddl, wrong-columns",
    "sweep, w5, too-few-tables",
    "filtered, w5, not-filtered",
    "slow, w5, interval-not-set"
  })
  void outputsOfOtherSteps(String step, String other, String mistake) throws IOException {
    lab.put(step + ".out", lab.text(other + ".out"));

    assertThat(lab.mistakes(step)).containsExactly(mistake);
  }

  @Test
  void anEmptySetIsWhatBatchModePrints() throws IOException {
    lab.put("w5.out", "Flink SQL> SELECT 1[INFO] x\nEmpty set\n\nFlink SQL> \n");

    assertThat(lab.mistakes("w5")).containsExactly("batch-for-streaming");
  }

  @Test
  void bothTablesOfTheSweepWithTheSameDelay() throws IOException {
    String w5 = lab.text("w5.out");

    lab.put("sweep.out", w5 + w5);

    assertThat(lab.mistakes("sweep")).containsExactly("delay-5");
  }

  @Test
  void nothingIsThere() throws IOException {
    Files.delete(folder.resolve("w5.out"));
    Files.delete(folder.resolve("report.json"));

    assertThat(lab.mistakes("w5")).containsExactly("missing-file");
    assertThat(lab.mistakes("report")).containsExactly("missing-file");
    assertThat(lab.grade()).extracting(StepResult::status).contains(Status.MISSING);
  }

  @ParameterizedTest
  @ValueSource(strings = {"ddl", "batch", "w5", "sweep", "late", "filtered", "slow"})
  void emptyAndTruncatedFilesFoolNobody(String step) throws IOException {
    String whole = lab.text(step + ".out");
    int lastTable = whole.lastIndexOf("+\n");

    lab.put(step + ".out", "");
    assertThat(lab.mistakes(step)).containsExactly("empty-file");

    lab.put(step + ".out", whole.substring(0, lastTable - 400));
    assertThat(lab.mistakes(step)).containsExactly("truncated");

    // All rows, the lower border, and no more.
    lab.put(step + ".out", whole.substring(0, lastTable + 2));
    assertThat(lab.mistakes(step)).containsExactly("truncated");
  }

  @Test
  void aTableCutOffWithinARowIsTruncated() throws IOException {
    String whole = lab.text("w5.out");
    int row = whole.indexOf("| +I");

    for (int end = row; end <= whole.indexOf('\n', row) + 2; end++) {
      lab.put("w5.out", whole.substring(0, end));
      assertThat(lab.mistakes("w5")).as("cut off at %d", end).containsExactly("truncated");
    }
  }

  @Test
  void aCountThatIsNoNumberOfRowsIsNone() throws IOException {
    lab.edit("w5.out", out -> out.replace("total of 22", "total of 99999999999999999999"));

    assertThat(lab.mistakes("w5")).containsExactly("truncated");
  }

  @Test
  void editedByHand() throws IOException {
    String w5 = lab.text("w5.out");

    lab.edit("w5.out", out -> out.replaceFirst("   30 \\|        1769", "   33 |        1864"));
    assertThat(lab.mistakes("w5")).containsExactly("edited-value");

    lab.put("w5.out", w5.replaceFirst("   30 \\|        1769", "   30 |        176"));
    assertThat(lab.mistakes("w5")).containsExactly("edited-row");

    lab.put("w5.out", w5.replaceFirst("\\| \\+I \\|.*\\n", ""));
    assertThat(lab.mistakes("w5")).containsExactly("edited-count");

    lab.put("w5.out", w5.replaceFirst("\\+I", "-U"));
    assertThat(lab.mistakes("w5")).containsExactly("edited-log");
  }

  @Test
  void theIntervalMustBeInTheScript() throws IOException {
    String slow = lab.text("slow.sql");

    lab.put("slow.sql", lab.text("w5.sql"));
    assertThat(lab.mistakes("slow")).containsExactly("interval-not-in-script");

    lab.put("slow.sql", "-- 'pipeline.auto-watermark-interval' = '1 h'\n" + lab.text("w5.sql"));
    assertThat(lab.mistakes("slow")).containsExactly("interval-not-in-script");

    lab.put("slow.sql", slow.replace("'5' SECOND", "'1' HOUR"));
    assertThat(lab.mistakes("slow")).containsExactly("other-delay-in-script");

    Files.delete(folder.resolve("slow.sql"));
    assertThat(lab.mistakes("slow")).containsExactly("missing-script");
  }

  @ParameterizedTest
  @CsvSource({
    "640, 607, summed-streaming",
    "640, 22, counted-windows",
    "'\"dropped_0\": 45', '\"dropped_0\": 11', swapped-figures",
    "'\"dropped_5\": 33', '\"dropped_5\": 116', late-is-not-dropped",
    "'\"dropped_5\": 33', '\"dropped_5\": 607', kept-not-dropped",
    "116, 33, dropped-is-not-late",
    "'\"dropped_slow\": 0', '\"dropped_slow\": 33', interval-not-set",
    "640, '\"640\"', text-for-number",
    "640, 641, wrong-figure",
    "640, null, missing-figure",
    "640, 640.0, wrong-type",
    "640, 1e999, wrong-type",
    "640, [640], wrong-type",
    "640, '{\"a\": 1}', wrong-type",
    "640, true, wrong-type",
    "640, '\"many\"', wrong-type",
    "total_rows, total, missing-figure",
    "640, 640:, not-json",
    "'}', '} 5', not-json",
    "'}', ', \"total_rows\": 640}', not-json"
  })
  void figuresThatAreNotRight(String right, String wrong, String mistake) throws IOException {
    lab.edit("report.json", report -> report.replace(right, wrong));

    assertThat(lab.mistakes("report")).containsExactly(mistake);
  }

  @Test
  void whatStandsInPlaceOfANumberIsSaid() throws IOException {
    lab.edit("report.json", report -> report.replace("640", "[640]"));

    assertThat(lab.findings("report"))
        .extracting(Finding::found, Finding::usually)
        .containsExactly(
            tuple(
                "total_rows: [640]",
                "A whole number is expected here, in digits and without quotes; what stands here"
                    + " is a list."));
    lab.put("report.json", "[1, 2]");
    assertThat(lab.findings("report").get(0).found()).isEqualTo("a list");
  }

  /** Nothing of it must be right before it is filled in: dropped_slow is 0. */
  @ParameterizedTest
  @EnumSource(Language.class)
  void theTemplateOfTheReportIsNotFilledIn(Language language) throws IOException {
    String instructions = new Labs(null).lab("watermark").instructions(language);
    lab.put("report.json", instructions.split("```json\n", 2)[1].split("```", 2)[0]);

    assertThat(lab.mistakes("report")).hasSize(6).containsOnly("missing-figure");
  }

  @Test
  void aByteOrderMarkDoesNotMatter() throws IOException {
    lab.put("report.json", "\ufeff" + REPORT);

    assertThat(lab.mistakes("report")).isEmpty();
  }

  @Test
  void rightFiguresThatTheOutputsDoNotGive() throws IOException {
    lab.put("w5.out", lab.text("batch.out"));
    lab.put("late.out", "");

    assertThat(lab.mistakes("report")).containsExactly("not-in-outputs", "not-in-outputs");
  }

  @Test
  void figuresCountedInWrongOutputs() throws IOException {
    lab.put("w5.out", lab.text("filtered.out"));
    lab.edit("report.json", report -> report.replace("\"dropped_5\": 33", "\"dropped_5\": 116"));
    assertThat(lab.mistakes("report")).containsExactly("late-is-not-dropped");

    lab.edit("w5.out", out -> out.replaceFirst("   25 \\|", "   20 |"));
    lab.edit("report.json", report -> report.replace("\"dropped_5\": 116", "\"dropped_5\": 121"));
    assertThat(lab.mistakes("report")).containsExactly("counted-wrong-outputs");
  }

  /** Tables that no client has drawn, but with the sums that are looked for. */
  @Test
  void rightFiguresOfFabricatedOutputs() throws IOException {
    String row = "| window_start | window_end | cnt | total |\n+--+\n| a | b | %d | 1 |\n";
    lab.put("batch.out", "+--+\n" + row.formatted(640));
    lab.put("w5.out", "+--+\n| op " + row.formatted(607).replace("| a", "| +I | a"));

    assertThat(lab.mistakes("report")).containsExactly("not-in-outputs");
    assertThat(lab.findings("report").get(0).difference())
        .isEqualTo("the saved outputs from which it follows are not right themselves");
  }

  @Test
  void rightFiguresOfAnOutputThatIsNotWhole() throws IOException {
    lab.edit("w5.out", out -> out.substring(0, out.indexOf("Received a total")));

    assertThat(lab.mistakes("report")).containsExactly("not-in-outputs");
    assertThat(lab.findings("report").get(0).expected()).isEqualTo("dropped_5: 33");
  }

  @Test
  void aFolderInPlaceOfAFileConcernsItsStepOnly() throws IOException {
    for (String file : new String[] {"w5.out", "slow.sql"}) {
      Files.delete(folder.resolve(file));
      Files.createDirectory(folder.resolve(file));
    }

    assertThat(lab.mistakes("w5")).containsExactly("folder-for-file");
    assertThat(lab.mistakes("slow")).containsExactly("folder-for-file");
    assertThat(lab.grade())
        .filteredOn(step -> step.status() == Status.WRONG)
        .extracting(StepResult::id)
        .containsExactly("w5", "slow", "report");
  }

  @Test
  void aFileThatCannotBeReadConcernsItsStepOnly() throws IOException {
    Path file = folder.resolve("late.out");
    assumeTrue(file.toFile().setReadable(false) && !Files.isReadable(file));

    assertThat(lab.mistakes("late")).containsExactly("unreadable-file");
    assertThat(lab.mistakes("w5")).isEmpty();
  }
}
