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

  @TempDir private Path dir;

  private Path script;

  @BeforeEach
  void writeScript() throws IOException {
    Path data =
        Files.writeString(
            dir.resolve("rows.csv"),
            "1,2026-03-02 09:00:10\n2,2026-03-02 09:01:15\n3,2026-03-02 09:00:55\n");
    script =
        Files.writeString(
            dir.resolve("count.sql"),
            """
            CREATE TABLE rows_in (id INT, ts TIMESTAMP(3),
              WATERMARK FOR ts AS ts - INTERVAL '5' SECOND)
            WITH ('connector' = 'filesystem', 'path' = '%s', 'format' = 'csv');
            SELECT COUNT(*) AS n
            FROM TUMBLE(TABLE rows_in, DESCRIPTOR(ts), INTERVAL '1' MINUTE)
            GROUP BY window_start, window_end;
            """
                .formatted(data));
  }

  @Test
  void theReportOfSqlAndOfDropsIsTheSame() throws IOException {
    Path one = dir.resolve("one.html");
    Path two = dir.resolve("two.html");
    Command sql =
        Command.run("sql", "--format", "csv", "--report", one.toString(), "-f", script.toString());
    Command drops = Command.run("drops", "--report", two.toString(), script.toString());

    assertThat(sql.exitCode()).describedAs(sql.err()).isZero();
    assertThat(sql.out()).isEqualTo("n\n1\n1\n");
    assertThat(drops.exitCode()).isZero();
    assertThat(Files.readString(one))
        .contains("1 row of 3 dropped (33.3 %)", script + ":4:1", "3,2026-03-02 09:00:55")
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
  void aReportThatCannotBeWrittenIsWrongUsage() {
    Command name = Command.run("drops", "--report", "x.pdf", script.toString());
    Command folder = Command.run("drops", "--report", dir + "/no/x.html", script.toString());

    assertThat(name.exitCode()).isEqualTo(2);
    assertThat(name.err()).contains("the name must end in .html");
    assertThat(folder.exitCode()).isEqualTo(2);
    assertThat(folder.err()).contains("cannot write the report");
  }
}
