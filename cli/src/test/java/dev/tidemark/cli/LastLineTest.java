package dev.tidemark.cli;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** What the last line of a plain run says of drops: what Flink's own counters say, or nothing. */
class LastLineTest {
  private static final String ONE_LATE =
      ", at least 1 late record dropped by Flink's counters (tidemark drops names each), ";

  @TempDir private Path dir;
  private Path script;

  @BeforeEach
  void writeScript() throws IOException {
    script = MinuteCounts.write(dir, "rows_in", MinuteCounts.SIX_ROWS);
  }

  @ParameterizedTest
  @ValueSource(booleans = {true, false})
  void aDropThatFlinkCounts(boolean columnar) {
    Command done =
        Command.run("sql", "-Dtidemark.columnar.enabled=" + columnar, "-f", script.toString());

    assertThat(lastLine(done))
        .matches("tidemark: 2 statements, 3 rows printed" + quoted(ONE_LATE) + "\\d+\\.\\d\\d s");
    assertThat(done.exitCode()).isZero();
  }

  @Test
  void ofAllStatementsTogetherAlsoOfInserts() throws IOException {
    String count = Files.readString(script);
    String select = count.substring(count.indexOf("SELECT"));
    Path twice =
        Files.writeString(
            dir.resolve("twice.sql"),
            count
                + "CREATE TABLE counts (w TIMESTAMP(3), n BIGINT) WITH ('connector' = 'blackhole');\n"
                + "INSERT INTO counts "
                + select);

    assertThat(lastLine(Command.run("sql", "-f", twice.toString())))
        .contains(", at least 2 late records dropped by Flink's counters (tidemark drops ");
  }

  /** The first window has lost row 4, which counts in the second: Flink's counter is for rows. */
  @Test
  void nothingIsSaidWhereFlinkCountsNothing() throws IOException {
    Path hop =
        Files.writeString(
            dir.resolve("hop.sql"),
            Files.readString(script)
                .replace("TUMBLE(", "HOP(")
                .replace("INTERVAL '1' MINUTE", "INTERVAL '1' MINUTE, INTERVAL '2' MINUTE"));

    Command plain = Command.run("sql", "-f", hop.toString());
    assertThat(lastLine(plain)).startsWith("tidemark: 2 statements, ").doesNotContain("drop");
    assertThat(Command.run("drops", hop.toString()).out()).contains("drops: ");
  }

  @Test
  void whoFollowsTheRowsKnowsBetter() {
    Command done = Command.run("sql", "--fail-on-late=1", "-f", script.toString());

    assertThat(lastLine(done)).startsWith("tidemark: 2 statements, ").doesNotContain("drop");
  }

  private static String quoted(String text) {
    return text.replace("(", "\\(").replace(")", "\\)");
  }

  private static String lastLine(Command done) {
    return done.err().lines().reduce("", (before, line) -> line);
  }
}
