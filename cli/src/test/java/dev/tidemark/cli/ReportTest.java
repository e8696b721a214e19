package dev.tidemark.cli;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** {@code --report}: the third row misses the window that the second has closed. */
class ReportTest {

  private static final String THREE_ROWS =
      "1,a,2026-03-02 09:00:10\n2,a,2026-03-02 09:01:15\n3,a,2026-03-02 09:00:55\n";

  @TempDir private Path dir;

  private Path script;

  @BeforeEach
  void writeScript() throws IOException {
    script = MinuteCounts.write(dir, "rows_in", THREE_ROWS);
  }

  @Test
  void theReportOfSqlAndOfDropsIsTheSame() throws IOException {
    Path one = dir.resolve("one.html");
    Path two = dir.resolve("two.html");
    Command sql =
        Command.run("sql", "--format", "csv", "--report", one.toString(), "-f", script.toString());
    Command drops = Command.run("drops", "--report", two.toString(), script.toString());

    assertThat(sql.exitCode()).describedAs(sql.err()).isZero();
    assertThat(sql.out())
        .isEqualTo("window_start,n\n2026-03-02 09:00:00.000,1\n2026-03-02 09:01:00.000,1\n");
    assertThat(drops.exitCode()).isZero();
    assertThat(Files.readString(one))
        .contains("1 row of 3 dropped (33.3 %)", script + ":4:1", "3,a,2026-03-02 09:00:55")
        .isEqualTo(Files.readString(two));
    assertThat(dir.resolve("one.html.part")).doesNotExist();
  }

  @Test
  void whyWritesOneToo() throws IOException {
    Path page = dir.resolve("why.html");
    Command why = Command.run("why", "--line", "3", "--report", page.toString(), script.toString());

    assertThat(why.exitCode()).describedAs(why.err()).isZero();
    assertThat(Files.readString(page)).contains("1 row of 3 dropped (33.3 %)");
  }

  @Test
  void sweepWritesTheSameAndChangelogToo() throws IOException {
    Path drops = dir.resolve("drops.html");
    Path swept = dir.resolve("sweep.html");
    Path changes = dir.resolve("changelog.html");
    Command.run("drops", "--report", drops.toString(), script.toString());
    Command sweep = Command.run("sweep", "--report", swept.toString(), script.toString());
    Command log = Command.run("changelog", "--report", changes.toString(), script.toString());

    assertThat(sweep.exitCode()).describedAs(sweep.err()).isZero();
    assertThat(log.exitCode()).describedAs(log.err()).isZero();
    assertThat(Files.readString(swept))
        .contains("\"points\":[[0,3,1,1],[500,3,1,1]")
        .isEqualTo(Files.readString(drops));
    assertThat(Files.readString(changes))
        .contains("\"mode\":\"I\"")
        .isEqualTo(Files.readString(drops));
  }

  @Test
  void furtherRunsOfASweepAreInItsReport() throws IOException {
    Path session = dir.resolve("session.sql");
    Files.writeString(
        session,
        Files.readString(script)
            .replace("TUMBLE(", "SESSION(")
            .replace("INTERVAL '1' MINUTE)", "INTERVAL '10' SECOND)"));
    Path page = dir.resolve("session.html");
    Path once = dir.resolve("once.html");
    Command sweep =
        Command.run(
            "sweep", "--delays", "0s,1min", "--report", page.toString(), session.toString());
    Command.run("drops", "--report", once.toString(), session.toString());

    assertThat(sweep.exitCode()).describedAs(sweep.err()).isZero();
    assertThat(Files.readString(page))
        .contains("\"points\":[[0,3,1,1],[5000,3,1,1],[60000,3,0,0]]", "\"knee\":");
    assertThat(Files.readString(once)).contains("\"obstacle\":\"of ", "\"curve\":false");
  }

  @Test
  void aStatementThatThePlannerRefusesIsInTheReport() throws IOException {
    Path refused = dir.resolve("refused.sql");
    Files.writeString(
        refused,
        Files.readString(script).replaceAll("(?s)SELECT window_start.*", "")
            + "CREATE TABLE adds (n BIGINT) WITH ('connector' = 'filesystem', 'format' = 'csv',"
            + " 'path' = '"
            + dir.resolve("adds")
            + "');\nINSERT INTO adds SELECT COUNT(*) FROM rows_in;");
    Path page = dir.resolve("refused.html");
    Command log = Command.run("changelog", "--report", page.toString(), refused.toString());

    assertThat(log.exitCode()).describedAs(log.err()).isEqualTo(1);
    assertThat(log.out()).contains("takes no update");
    assertThat(Files.readString(page)).contains("\"refused\":\"Table sink", "takes no update");
  }

  @Test
  void aReportThatCannotBeWrittenIsWrongUsage() {
    Command name = Command.run("drops", "--report", "x.pdf", script.toString());
    Command folder = Command.run("drops", "--report", dir + "/no/x.html", script.toString());

    assertThat(name.exitCode()).isEqualTo(2);
    assertThat(name.err()).contains("the name must end in .html");
    assertThat(folder.exitCode()).isEqualTo(2);
    assertThat(folder.err()).contains("cannot write the report");
  }
}
