package dev.tidemark.cli;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** A row's story with other windows than TUMBLE, and with operators that have none. */
class WhyWindowsTest {

  @TempDir private Path dir;

  private String table;

  @BeforeEach
  void writeData() throws IOException {
    Path data =
        Files.writeString(
            dir.resolve("rows.csv"),
            """
            1,a,2026-03-02 09:00:00
            2,a,2026-03-02 09:00:12
            3,b,2026-03-02 09:00:30
            4,a,2026-03-02 09:00:20
            5,a,2026-03-02 09:00:01
            6,b,2026-03-02 09:01:00
            7,a,2026-03-02 09:00:45
            """);
    table = CsvTable.ddl("clicks", data);
  }

  private List<String> sentences(int row, String query) throws IOException {
    Path script = Files.writeString(dir.resolve("script.sql"), table + query + ";\n");
    Command done = Command.run("why", script.toString(), "--row", "id=" + row);
    assertThat(done.exitCode()).as(done.err()).isZero();
    return done.out()
        .lines()
        .filter(line -> line.matches("  \\d+\\. .*"))
        .map(line -> line.substring(line.indexOf(". ") + 2))
        .toList();
  }

  @Test
  void aSessionAsItWasInTheEnd() throws IOException {
    String query =
        "SELECT k, window_start, COUNT(*) FROM SESSION(TABLE clicks PARTITION BY k,"
            + " DESCRIPTOR(ts), INTERVAL '15' SECOND) GROUP BY k, window_start, window_end";

    assertThat(sentences(1, query))
        .containsExactly(
            "It came as row 1 of clicks.",
            "Its event time is 2026-03-02 09:00:00. There was no watermark yet.",
            "It belongs to the window 2026-03-02 09:00:00 – 2026-03-02 09:00:35 of WindowAggregate"
                + " SESSION(time_col=[ts], gap=[15 s], partition keys=[k]) groupBy k and is counted there; the window was"
                + " emitted when the watermark reached 2026-03-02 09:00:55 with rows.csv:6"
                + " (6,b,2026-03-02 09:01:00).");
    // Behind the watermark, and kept: it touches a session that is still open.
    assertThat(sentences(5, query))
        .anyMatch(s -> s.contains("24 s ahead of it"))
        .anyMatch(s -> s.contains("09:00:00 – 2026-03-02 09:00:35") && s.contains("is counted"))
        .noneMatch(s -> s.startsWith("Dropped"));
    assertThat(sentences(7, query))
        .anyMatch(s -> s.contains("09:00:45 – 2026-03-02 09:01:00") && s.contains("only because"));
    assertThat(Command.run("why", dir.resolve("script.sql").toString()).out())
        .contains("2 windows were open")
        .contains("2026-03-02 09:00:45 – 2026-03-02 09:01:00, 1 row: closed by");
  }

  @Test
  void aSessionThatWasOver() throws IOException {
    String query =
        "SELECT k, window_start, COUNT(*) FROM SESSION(TABLE clicks PARTITION BY k,"
            + " DESCRIPTOR(ts), INTERVAL '2' SECOND) GROUP BY k, window_start, window_end";

    assertThat(sentences(5, query))
        .anyMatch(
            s ->
                s.contains("the window 2026-03-02 09:00:01 – 2026-03-02 09:00:03")
                    && s.endsWith("it is not counted there."))
        .anyMatch(s -> s.startsWith("Dropped by ") && s.contains("the session had been emitted"));
  }

  @Test
  void lateWithinTheAllowedLateness() throws IOException {
    String query =
        "SET 'table.exec.emit.allow-lateness' = '20 s';\n"
            + "SET 'table.exec.emit.late-fire.enabled' = 'true';\n"
            + "SET 'table.exec.emit.late-fire.delay' = '0 s';\n"
            + "SELECT TUMBLE_START(ts, INTERVAL '10' SECOND), COUNT(*) FROM clicks"
            + " GROUP BY TUMBLE(ts, INTERVAL '10' SECOND)";

    assertThat(sentences(5, query))
        .anyMatch(
            s ->
                s.contains("2026-03-02 09:00:00 – 2026-03-02 09:00:10")
                    && s.contains("within the allowed lateness"))
        .noneMatch(s -> s.startsWith("Dropped"));
    assertThat(sentences(7, query.replace("20 s", "2 s")))
        .anyMatch(
            s ->
                s.contains("whose allowed lateness was over")
                    && s.endsWith("it is not counted there."))
        .anyMatch(s -> s.startsWith("Dropped by "));
  }

  @Test
  void rowsThatBringTheirWindow() throws IOException {
    String query =
        "SELECT * FROM (SELECT *, ROW_NUMBER() OVER (PARTITION BY window_start, window_end"
            + " ORDER BY id DESC) AS n FROM TUMBLE(TABLE clicks, DESCRIPTOR(ts),"
            + " INTERVAL '10' SECOND)) WHERE n <= 1";

    assertThat(sentences(5, query))
        .anyMatch(
            s ->
                s.contains("the window 2026-03-02 09:00:00 – 2026-03-02 09:00:10 of WindowRank")
                    && s.endsWith("it is not counted there."))
        .anyMatch(s -> s.startsWith("Dropped by WindowRank"));
    assertThat(sentences(3, query)).anyMatch(s -> s.contains("and is counted there"));
  }

  @Test
  void operatorsWithoutWindows() throws IOException {
    String query =
        "SELECT id, COUNT(*) OVER (PARTITION BY k ORDER BY ts RANGE BETWEEN UNBOUNDED PRECEDING"
            + " AND CURRENT ROW) FROM clicks";

    assertThat(sentences(2, query))
        .containsExactly(
            "It came as row 2 of clicks.",
            "Its event time is 2026-03-02 09:00:12. The watermark stood at 2026-03-02 08:59:55,"
                + " 17 s behind it; rows.csv:1 (1,a,2026-03-02 09:00:00) had moved it there.",
            "OverAggregate RANGE BETWEEN UNBOUNDED PRECEDING AND CURRENT ROW partitionBy k orderBy ts ASC accepted it.");
    assertThat(sentences(5, query))
        .anyMatch(s -> s.contains("24 s ahead of it; rows.csv:3"))
        .anyMatch(s -> s.startsWith("Dropped by OverAggregate"))
        .noneMatch(s -> s.contains("accepted it"));
  }
}
