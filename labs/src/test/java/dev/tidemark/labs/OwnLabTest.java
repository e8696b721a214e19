package dev.tidemark.labs;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.tidemark.labs.grade.Finding;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/**
 * Labs that a teacher writes: steps with several tables, tables without rows, rules that are wrong.
 */
class OwnLabTest {

  private static final String COUNT =
      """
      +----+----------------------+
      | op |                    n |
      +----+----------------------+
      | +I |                    1 |
      | -U |                    1 |
      | +U |                    2 |
      | -U |                    2 |
      | +U |                    3 |
      +----+----------------------+
      Received a total of 5 rows
      """;

  private static final String DOORS =
      """
      +----+--------------------------------+----------------------+
      | op |                           door |                    m |
      +----+--------------------------------+----------------------+
      | +I |                          front |                    1 |
      | -U |                          front |                    1 |
      | +U |                          front |                    2 |
      | +I |                           back |                    1 |
      +----+--------------------------------+----------------------+
      Received a total of 4 rows
      """;

  private static final String RULES =
      """
      tables:
        taps: {file: taps.csv, columns: {door: STRING, ts: TIMESTAMP(3)}}
      results:
        slow: {from: taps, do: [watermark: {time: ts, delay: 1 h}]}
        late: {from: slow, do: [keep: {time: ts, rows: late}, select: [door, watermark as wm]]}
        number: {from: taps, do: [group: {values: {n: count}}]}
        doors: {from: taps, do: [group: {by: [door], values: {m: count}}]}
      steps:
        - id: both
          output: both.out
          tables: [{mode: streaming, result: number, sums: [n]}, {mode: streaming, result: doors}]
        - id: none
          output: none.out
          tables: [{mode: MODE, result: late}]
        - id: report
          report:
            file: report.json
            fields: {all: {is: {final: n, of: both}}, log: {is: {rows: both.2}}}
      """;

  @TempDir Path folder;
  private Path work;

  @BeforeEach
  void write() throws IOException {
    work = Files.createDirectory(folder.resolve("work"));
    Files.createDirectories(folder.resolve("labs/taps/data"));
    Files.writeString(
        folder.resolve("labs/taps/data/taps.csv"),
        "front,2026-01-01 08:00:05\nfront,2026-01-01 08:01:01\nback,2026-01-01 08:00:59\n");
    Files.writeString(
        folder.resolve("labs/taps/texts.en.yaml"),
        """
        title: Taps
        steps:
          both: {title: Two tables, hint: two}
          none: {title: None, hint: none}
          report: {title: Report, hint: figures}
        mistakes: {}
        """);
    rules(RULES.replace("MODE", "streaming"));
  }

  private void rules(String yaml) throws IOException {
    Files.writeString(folder.resolve("labs/taps/lab.yaml"), yaml);
  }

  private List<String> mistakes(String file, String content, int step) throws IOException {
    Files.writeString(work.resolve(file), content);
    Lab lab = new Labs(folder.resolve("labs")).lab("taps");
    return lab.grader(Language.EN, lab::data).grade(work, step).findings().stream()
        .map(Finding::mistake)
        .toList();
  }

  @Test
  void tablesWithDifferentColumnsInOneStep() throws IOException {
    assertThat(mistakes("both.out", COUNT + DOORS, 1)).isEmpty();
    assertThat(mistakes("both.out", DOORS + COUNT, 1)).containsExactly("swapped-tables");
    assertThat(mistakes("both.out", COUNT + COUNT, 1)).containsExactly("swapped-tables");
    assertThat(
            mistakes(
                "both.out",
                COUNT + COUNT.replace("| +U |                    3", "| +U |                    4"),
                1))
        .containsExactly("wrong-columns");
    assertThat(mistakes("both.out", COUNT, 1)).containsExactly("too-few-tables");
    assertThat(mistakes("both.out", COUNT + DOORS + DOORS, 1)).containsExactly("too-many-tables");

    mistakes("both.out", COUNT + DOORS, 1);
    assertThat(mistakes("report.json", "{\"all\": 3, \"log\": 4}", 3)).isEmpty();
    assertThat(mistakes("report.json", "{\"all\": 3, \"log\": 5}", 3))
        .containsExactly("wrong-figure");
  }

  @Test
  void aResultWithoutRows() throws IOException {
    String header = "+----+------+----+\n| op | door | wm |\n+----+------+----+\n";
    String none = header + "Received a total of 0 row\n";
    assertThat(mistakes("none.out", none, 2)).isEmpty();
    assertThat(mistakes("none.out", none.replace("door", "d"), 2)).containsExactly("wrong-columns");
    assertThat(mistakes("none.out", "Empty set\n", 2)).containsExactly("batch-for-streaming");
    assertThat(
            mistakes(
                "none.out",
                header + "| +I | back |  1 |\n+----+------+----+\nReceived a total of 1 row\n",
                2))
        .containsExactly("different-rows");

    rules(RULES.replace("MODE", "streaming").replace("delay: 1 h", "delay: 0 s"));
    assertThat(mistakes("none.out", none, 2)).containsExactly("different-rows");
  }

  @Test
  void aBatchResultWithoutRows() throws IOException {
    // In batch mode there is no watermark, so that no row is late.
    rules(RULES.replace("MODE", "batch"));
    assertThat(mistakes("none.out", "Empty set\n", 2)).isEmpty();
    assertThat(mistakes("none.out", "", 2)).containsExactly("empty-file");
    assertThat(mistakes("none.out", "Flink SQL> SELECT 1;\n", 2)).containsExactly("no-table");
  }

  @Test
  void aSumOfAColumnThatIsNotThere() throws IOException {
    rules(RULES.replace("MODE", "streaming").replace("sums: [n]", "sums: [n, zz]"));

    assertThatThrownBy(() -> new Labs(folder.resolve("labs")).lab("taps"))
        .isInstanceOf(LabException.class)
        .hasMessageContaining("lab.yaml")
        .hasMessageContaining("sums")
        .hasMessageContaining("there is no column 'zz'; there are n.");
  }

  @Test
  void aLabThatStandsInPlaceOfABuiltInOneIsKnown() throws IOException {
    Path other = folder.resolve("labs/dedup");
    Files.createDirectory(other);
    Files.writeString(other.resolve("lab.yaml"), RULES);

    assertThat(new Labs(folder.resolve("labs")).replaced()).containsOnlyKeys("dedup");
    assertThat(new Labs(null).replaced()).isEmpty();
  }
}
