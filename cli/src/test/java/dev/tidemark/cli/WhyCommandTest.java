package dev.tidemark.cli;

import static org.assertj.core.api.Assertions.assertThat;

import dev.tidemark.cli.inspect.Outputs;
import dev.tidemark.cli.inspect.WhyInspection;
import dev.tidemark.cli.rows.RowFormat;
import dev.tidemark.runtime.TidemarkOptions;
import dev.tidemark.runtime.observe.Observers;
import java.io.IOException;
import java.io.InputStream;
import java.io.OutputStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.sql.Timestamp;
import java.time.ZoneOffset;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import org.apache.flink.configuration.Configuration;
import org.apache.flink.shaded.jackson2.com.fasterxml.jackson.databind.JsonNode;
import org.apache.flink.shaded.jackson2.com.fasterxml.jackson.databind.ObjectMapper;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class WhyCommandTest {

  @TempDir private Path dir;

  private Path data;
  private Path script;

  @BeforeEach
  void writeScript() throws IOException {
    script = MinuteCounts.write(dir, "clicks", MinuteCounts.SIX_ROWS);
    data = dir.resolve("rows.csv");
  }

  @Test
  void aDroppedRow() {
    Command done = Command.run("why", script.toString(), "--row", "id=4");

    assertThat(done.out())
        .isEqualTo(
            """
            SCRIPT:4:1

            DATA:4  4,b,2026-03-02 09:00:55
              1. It came as row 4 of clicks.
              2. Its event time is 2026-03-02 09:00:55. The watermark stood at 2026-03-02 09:01:10, 15 s ahead of it; rows.csv:3 (3,a,2026-03-02 09:01:15) had moved it there.
              3. It belongs to the window 2026-03-02 09:00:00 – 2026-03-02 09:01:00 of WindowAggregate TUMBLE(time_col=[ts], size=[1 min]), which had been emitted when the watermark reached 2026-03-02 09:01:10 with rows.csv:3 (3,a,2026-03-02 09:01:15): it is not counted there.
              4. Dropped by WindowAggregate TUMBLE(time_col=[ts], size=[1 min]): the window had been emitted. The watermark was 10 s 2 ms too far. A watermark delay of 15 s 2 ms (now 5 s) would have kept it.

            Before the end of the input:
              the watermark of clicks stood at 2026-03-02 09:02:25
              WindowAggregate TUMBLE(time_col=[ts], size=[1 min]): 1 window was open; the watermark had been moved to 2026-03-02 09:02:25 by rows.csv:6 (6,b,2026-03-02 09:02:30)
                2026-03-02 09:02:00 – 2026-03-02 09:03:00, 1 row: closed by a watermark of 2026-03-02 09:02:59.999, that is by a row of 2026-03-02 09:03:04.999 or later (delay 5 s)
            """
                .replace("SCRIPT", script.toString())
                .replace("DATA", data.toString()));
    assertThat(done.exitCode()).isZero();
  }

  @Test
  void rowsThatWereKept() {
    assertThat(Command.run("why", script.toString(), "--line", "5").out())
        .contains(
            "and is counted there; the window was emitted when the watermark reached"
                + " 2026-03-02 09:02:25 with rows.csv:6 (6,b,2026-03-02 09:02:30).");
    assertThat(Command.run("why", script.toString(), "--line", "6").out())
        .contains("and is counted there; the window was emitted only because the input ended.");
    assertThat(Command.run("why", "--no-final-watermark", script.toString(), "--line", "6").out())
        .contains("the window is still open: the watermark has to reach 2026-03-02 09:02:59.999.");
  }

  @Test
  void aRowThatAFilterLeftOut() throws IOException {
    Files.writeString(
        script,
        Files.readString(script).replace("TABLE clicks,", "(SELECT * FROM clicks WHERE k = 'a'),"));

    Command done = Command.run("why", script.toString(), "--row", "id=2");

    assertThat(done.out()).contains("Calc did not let it through: (k = 'a'");
  }

  @Test
  void whatClosesAWindowWhenWatermarksAreHeldBack() throws IOException {
    Files.writeString(
        data, "1,a,2026-03-02 09:00:10\n2,a,2026-03-02 09:01:04.900\n3,a,2026-03-02 09:01:05\n");

    // The last watermark is 09:00:59.900: row 3, which would close the window, is not far ahead.
    assertThat(Command.run("why", "--no-final-watermark", script.toString()).out())
        .contains(
            "closed by a watermark of 2026-03-02 09:00:59.999, that is by a row of 2026-03-02"
                + " 09:01:05.101 or later (delay 5 s; a watermark goes out when it is more than"
                + " 200 ms ahead of the last one: pipeline.auto-watermark-interval)");
    assertThat(
            Command.run(
                    "why",
                    "--no-final-watermark",
                    "-D",
                    "pipeline.auto-watermark-interval=0",
                    script.toString())
                .out())
        .contains("2026-03-02 09:02:00, 2 rows: closed by a watermark of 2026-03-02 09:01:59.999,");
  }

  @Test
  void windowsInAnotherZone() throws IOException {
    Files.writeString(data, "1,a,2026-03-02 09:00:10Z\n2,a,2026-03-02 09:30:10Z\n");
    Files.writeString(script, Files.readString(script).replace("TIMESTAMP(3)", "TIMESTAMP_LTZ(3)"));

    String out =
        Command.run("why", "-D", "table.local-time-zone=Asia/Tokyo", script.toString()).out();

    assertThat(out)
        .contains("2026-03-02 18:30:00 – 2026-03-02 18:31:00, 1 row: closed by")
        .endsWith(
            "Row times and watermarks are in UTC, windows in Asia/Tokyo"
                + " (table.local-time-zone).\n");
  }

  @Test
  void whichSourceHoldsTheWatermarkBack() throws IOException {
    Path slow = Files.writeString(dir.resolve("slow.csv"), "1,2026-03-02 08:00:00\n");
    Files.writeString(
        script,
        """
        CREATE TABLE slow (id INT, ts TIMESTAMP(3),
          WATERMARK FOR ts AS ts - INTERVAL '1' SECOND)
        WITH ('connector' = 'filesystem', 'path' = '%s', 'format' = 'csv');
        CREATE TEMPORARY VIEW all_rows AS SELECT ts FROM clicks UNION ALL SELECT ts FROM slow;
        SELECT window_start, COUNT(*) AS n
        FROM TUMBLE(TABLE all_rows, DESCRIPTOR(ts), INTERVAL '1' MINUTE)
        GROUP BY window_start, window_end;
        """
            .formatted(slow));
    Path both =
        Files.writeString(
            dir.resolve("both.sql"), CsvTable.ddl("clicks", data) + Files.readString(script));

    String out = Command.run("why", both.toString()).out();

    assertThat(out)
        .contains("the watermark of slow stood at 2026-03-02 07:59:59: it holds the others back");
  }

  @Test
  void asJson() throws IOException {
    Command done = Command.run("why", "--format", "json", script.toString(), "--row", "id=4");

    JsonNode document = new ObjectMapper().readTree(done.out());
    assertThat(document.get("schema").asText()).isEqualTo("tidemark.why/1");
    assertThat(document.at("/statements/0/rows/0/source/line").asInt()).isEqualTo(4);
    assertThat(document.at("/statements/0/rows/0/events").findValuesAsText("event"))
        .containsSubsequence("reached", "reached", "window", "dropped")
        .endsWith("dropped");
    assertThat(document.at("/statements/0/before_end_of_input/open_windows/0/rows").asInt())
        .isEqualTo(1);
    assertThat(document.at("/statements/0/ended").asText()).isEqualTo("finished");
    timesAreBesideTheirTexts(document);
  }

  /** Wherever a time of the form 2026-03-02 09:00:00 is, its milliseconds are beside it. */
  private static void timesAreBesideTheirTexts(JsonNode node) {
    for (Map.Entry<String, JsonNode> field : node.properties()) {
      if (field.getKey().equals("watermarks")) {
        field
            .getValue()
            .properties()
            .forEach(each -> isTime(each.getValue(), node.at("/watermarks_ms/" + each.getKey())));
      } else if (!isColumn(field.getKey())) {
        isTime(field.getValue(), node.path(field.getKey() + "_ms"));
        timesAreBesideTheirTexts(field.getValue());
      }
    }
    if (node.isArray()) {
      node.forEach(WhyCommandTest::timesAreBesideTheirTexts);
    }
  }

  private static void isTime(JsonNode text, JsonNode millis) {
    if (text.asText().matches("\\d{4}-\\d\\d-\\d\\d .*")) {
      assertThat(millis.asText())
          .as(text.asText())
          .isEqualTo(
              String.valueOf(
                  Timestamp.valueOf(text.asText())
                      .toLocalDateTime()
                      .toInstant(ZoneOffset.UTC)
                      .toEpochMilli()));
    }
  }

  /** Columns of the row itself are as the file has them. */
  private static boolean isColumn(String name) {
    return name.equals("ts");
  }

  /** Columns handle many rows at once: a row's way through such operators would not be seen. */
  @ParameterizedTest
  @ValueSource(
      strings = {
        "SELECT k, COUNT(*) AS n FROM clicks GROUP BY k;",
        "SELECT id, k FROM (SELECT *, ROW_NUMBER() OVER (PARTITION BY k ORDER BY ts DESC) AS r"
            + " FROM clicks) WHERE r = 1;",
        "SELECT id, k, r FROM (SELECT *, ROW_NUMBER() OVER (PARTITION BY k ORDER BY id DESC) AS r"
            + " FROM clicks) WHERE r <= 2;",
      })
  void followsARowThroughOperatorsThatChangeRows(String query) throws IOException {
    String ddl = Files.readString(script).split("SELECT", 2)[0];
    String[] words = {"why", "-e", ddl + query, "--row", "id=2"};

    Command done = Command.run(words);

    List<String> off = new ArrayList<>(List.of(words));
    off.addAll(List.of("-D", "tidemark.columnar.enabled=false"));
    assertThat(done.exitCode()).as(done.err()).isZero();
    assertThat(done.out()).contains("It came as row 2 of clicks.");
    assertThat(done.out()).isEqualTo(Command.run(off.toArray(new String[0])).out());
    Configuration configuration = new Configuration();
    try (WhyInspection why =
        new WhyInspection(streams(), null, RowFormat.SQL_CLIENT, new Outputs(null, null, null))) {
      configuration.set(TidemarkOptions.OBSERVER, why.observer());
      assertThat(Observers.isForRows(configuration)).isTrue();
    }
  }

  private static CliStreams streams() {
    return CliStreams.of(
        InputStream.nullInputStream(),
        OutputStream.nullOutputStream(),
        OutputStream.nullOutputStream());
  }

  @Test
  void aRowWithSeveralLines() throws IOException {
    Files.writeString(
        data,
        """
        1,a,2026-03-02 09:00:10
        2,"b
        and, c",2026-03-02 09:01:10
        3,"d
        e
        f",2026-03-02 09:00:59
        """);
    String ledger = dir.resolve("ledger.jsonl").toString();

    String place = data + ":4-6  3,\"d\ne\nf\",2026-03-02 09:00:59\n";
    for (String line : new String[] {"4", "5", "6"}) {
      assertThat(Command.run("why", script.toString(), "--line", line).out())
          .contains(place)
          .contains("rows.csv:2-3 (2,\"b\\nand, c\",2026-03-02 09:01:10) had moved it there");
    }
    assertThat(Command.run("why", script.toString(), "--row", "k=d\ne\nf").out()).contains(place);
    assertThat(Command.run("drops", "--ledger", ledger, script.toString()).out())
        .contains("rows.csv:4-6  3,\"d\\ne\\nf\",2026-03-02 09:00:59\n");
    JsonNode drop = new ObjectMapper().readTree(Files.readString(Path.of(ledger)));
    assertThat(drop.at("/source/line").asInt()).isEqualTo(4);
    assertThat(drop.at("/source/last_line").asInt()).isEqualTo(6);
    assertThat(drop.at("/source/text").asText()).isEqualTo("3,\"d\ne\nf\",2026-03-02 09:00:59");
    assertThat(drop.at("/row/k").asText()).isEqualTo("d\ne\nf");
  }

  @Test
  void valuesInQuotes() {
    for (String row : new String[] {"k='b'", "`k` = 'b'", "k=b"}) {
      Command done = Command.run("why", script.toString(), "--row", row);
      assertThat(done.out()).contains(data + ":2 ", data + ":4 ", data + ":6 ");
    }
    assertThat(Command.run("why", script.toString(), "--row", "k='''b'''").err())
        .contains("no row with k = ''b'' came");
    assertThat(Command.run("why", script.toString(), "--row", "k=").err())
        .contains("no row with k = '' came");
  }

  @Test
  void aColumnThatNoSourceHas() throws IOException {
    Command done = Command.run("why", script.toString(), "--row", "sensor=3");

    assertThat(done.exitCode()).isEqualTo(1);
    assertThat(done.out()).isEmpty();
    assertThat(done.err())
        .contains("tidemark: no source has a column 'sensor'. Columns: id, k, ts.\n")
        .doesNotContain("no row with", script.toString(), "error:");

    // Before the first row: this would never end.
    Command endless =
        Command.run(
            "why",
            "-e",
            "CREATE TABLE g (sensor INT) WITH ('connector' = 'datagen'); SELECT sensor FROM g;",
            "--row",
            "sensr=3");
    assertThat(endless.exitCode()).isEqualTo(1);
    assertThat(endless.err())
        .contains("no source has a column 'sensr'; did you mean 'sensor'? Columns: sensor.\n");

    // A later statement may have it: it is looked for.
    Path other = Files.writeString(dir.resolve("other.csv"), "7,2026-03-02 09:00:00\n");
    Files.writeString(
        script,
        Files.readString(script)
            + "CREATE TABLE o (sensor INT, ts TIMESTAMP(3)) WITH ('connector' = 'filesystem',"
            + " 'path' = '"
            + other
            + "', 'format' = 'csv');\nSELECT ts FROM o;\n");
    assertThat(Command.run("why", script.toString(), "--row", "sensor=7").out())
        .contains("It came as row 1 of o.");
    // A name that only the query has: every job is looked through, and then the columns are told.
    Command alias =
        Command.run(
            "why",
            "-e",
            Files.readString(script) + "SELECT id AS sensr FROM clicks;",
            "--row",
            "sensr=7");
    assertThat(alias.exitCode()).isEqualTo(1);
    assertThat(alias.err())
        .contains(
            "no source has a column 'sensr'; did you mean 'sensor'? Columns: id, k, sensor, ts.");
  }

  @Test
  void questionsThatCannotBeAnswered() {
    Command none = Command.run("why", script.toString(), "--row", "id=99");

    assertThat(none.exitCode()).isEqualTo(1);
    assertThat(none.err()).contains("no row with id = '99'", "Columns: id, k, ts.");
    Command behind = Command.run("why", script.toString(), "--line", "99");
    assertThat(behind.exitCode()).isEqualTo(1);
    assertThat(behind.err()).contains("tidemark: no row at line 99 came from any source.\n");
    assertThat(Command.run("why", script.toString(), "--row", "id").exitCode()).isEqualTo(2);
    for (String line : new String[] {"0", "x"}) {
      Command wrong = Command.run("why", script.toString(), "--line", line);
      assertThat(wrong.exitCode()).isEqualTo(2);
      assertThat(wrong.err()).contains("'" + line + "' is not the number of a line");
    }
  }
}
