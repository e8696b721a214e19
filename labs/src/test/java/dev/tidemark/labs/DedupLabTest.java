package dev.tidemark.labs;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.util.Arrays;
import java.util.Comparator;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

/** The lab's grader before the output of Flink's own client, right and wrong. */
class DedupLabTest extends SolvedLabTest {

  private static final String REPORT =
      """
      {"n_rows": 436, "n_orders": 140, "update_pairs": 296, "shipped_now": 52,
       "topn_log_rows": 887, "norank_log_rows": 437, "top_books": "bestiary"}
      """;

  DedupLabTest() {
    super("dedup", REPORT);
  }

  @ParameterizedTest
  @ValueSource(strings = {"count", "explain", "topn"})
  void coloursAndHistoryLinesDoNotMatter(String step) throws IOException {
    assertThat(Recorded.resource(step + "-coloured.out")).contains("\u001b[", "history file path");
    lab.put(step + ".out", Recorded.resource(step + "-coloured.out"));

    assertThat(lab.mistakes(step)).isEmpty();
  }

  /** What the client of Flink 1.20.3 printed; its plan for the first rows is another one. */
  @ParameterizedTest
  @ValueSource(strings = {"count", "first", "explain"})
  void whatTheClientOfFlink120PrintedIsRight(String step) throws IOException {
    lab.put(step + ".out", Recorded.resource("flink-1.20/" + step + ".out"));

    assertThat(lab.mistakes(step)).isEmpty();
  }

  /** A wrong script's output, as Flink's client printed it, in place of the right one. */
  @ParameterizedTest
  @CsvSource({
    "count, count-not-distinct.out, not-distinct",
    "last, last-proctime.out, sorted-by-processing-time",
    "explain, explain-proctime.out, sorted-by-processing-time",
    "explain, explain-plain.out, no-changelog-mode",
    "board, board-events.out, counted-events",
    "topn, topn-ascending.out, smallest-first"
  })
  void outputsOfWrongScripts(String step, String recorded, String mistake) throws IOException {
    lab.put(step + ".out", Recorded.resource(recorded));

    assertThat(lab.mistakes(step)).containsExactly(mistake);
  }

  /** The output of another step in place of the right one. */
  @ParameterizedTest
  @CsvSource({
    "first, last, kept-last",
    "last, first, kept-first",
    "first, count, wrong-columns",
    "topn, topn-norank, wrong-columns",
    "topn-norank, topn, extra-columns",
    "board, topn, wrong-columns",
    "explain, first, wrong-plans"
  })
  void outputsOfOtherSteps(String step, String other, String mistake) throws IOException {
    lab.put(step + ".out", lab.text(other + ".out"));

    assertThat(lab.mistakes(step)).containsExactly(mistake);
  }

  @Test
  void sortedByProcessingTimeWithTheSameOutput() throws IOException {
    lab.edit("first.sql", sql -> sql.replace("ORDER BY ts", "ORDER BY proc_time"));
    lab.edit("last.sql", sql -> sql.replace("ORDER BY ts", "ORDER BY PROCTIME()"));

    assertThat(lab.mistakes("first")).containsExactly("sorted-by-processing-time");
    assertThat(lab.mistakes("last")).containsExactly("sorted-by-processing-time");
  }

  @Test
  void sortedInAnotherWay() throws IOException {
    lab.edit("first.sql", sql -> sql.replace("ORDER BY ts", "ORDER BY amount"));

    assertThat(lab.mistakes("first")).containsExactly("not-by-event-time");
  }

  @Test
  void noWatermarkInTheTables() throws IOException {
    lab.edit("ddl.sql", sql -> sql.replace("WATERMARK FOR ts AS ts", "PRIMARY KEY (x)"));

    assertThat(lab.mistakes("count")).containsExactly("no-watermark");
  }

  @Test
  void plansTheOtherWayRound() throws IOException {
    lab.edit(
        "explain.out",
        out ->
            out.replace("[FirstRow]", "[X]")
                .replace("[LastRow]", "[FirstRow]")
                .replace("[X]", "[LastRow]"));

    assertThat(lab.mistakes("explain")).containsExactly("swapped-plans");
  }

  /** All that is looked for may be there before the end. */
  @Test
  void plansThatAreCutOff() throws IOException {
    String whole = lab.text("explain.out");
    int found = whole.indexOf("keep=[LastRow]");
    int border = whole.lastIndexOf("\n+--");

    for (int end : new int[] {found + 80, border, border + 40, whole.lastIndexOf("1 row in")}) {
      lab.put("explain.out", whole.substring(0, end));
      assertThat(lab.mistakes("explain"))
          .as("cut off at %d", end)
          .containsExactly("truncated-plan");
    }

    lab.put("explain.out", whole.replaceFirst("== Optimized Execution Plan ==", ""));
    assertThat(lab.mistakes("explain")).containsExactly("truncated-plan");
  }

  @Test
  void editedLogs() throws IOException {
    String last = lab.text("last.out");

    lab.edit("last.out", out -> out.replaceFirst("\\| -U \\|(.*) 4820 ", "| -U |$1 4821 "));
    assertThat(lab.mistakes("last")).containsExactly("edited-log");

    // Sorted, a log takes back what has not come yet.
    String[] lines = last.split("\n", -1);
    Arrays.sort(lines, 20, lines.length - 20, Comparator.reverseOrder());
    lab.put("last.out", String.join("\n", lines));
    assertThat(lab.mistakes("last")).containsExactly("edited-log");
  }

  @ParameterizedTest
  @CsvSource({
    "'\"n_orders\": 140', '\"n_orders\": 436', not-distinct",
    "'\"n_rows\": 436', '\"n_rows\": 732', counted-log-rows",
    "'\"update_pairs\": 296', '\"update_pairs\": 592', counted-both-halves",
    "'\"update_pairs\": 296', '\"update_pairs\": 732', counted-log-rows",
    "52, 266350, amount-for-orders",
    "887, 9, counted-final-rows",
    "437, 9, counted-final-rows",
    "887, 437, swapped-logs",
    "bestiary, atlas, wrong-figure",
    "'\"bestiary\"', 3, number-for-text"
  })
  void figuresThatAreNotRight(String right, String wrong, String mistake) throws IOException {
    lab.edit("report.json", report -> report.replace(right, wrong));

    assertThat(lab.mistakes("report")).containsExactly(mistake);
  }

  @Test
  void logRowsInPlaceOfFinalRows() throws IOException {
    long logRows = lab.text("board.out").lines().filter(line -> line.contains(" shipped ")).count();
    lab.edit("report.json", report -> report.replace("52", String.valueOf(logRows)));

    assertThat(lab.mistakes("report")).containsExactly("counted-log-rows");
  }

  @Test
  void rightFiguresThatTheOutputsDoNotGive() throws IOException {
    lab.put("topn.out", "");

    assertThat(lab.mistakes("report")).containsExactly("not-in-outputs");
  }
}
