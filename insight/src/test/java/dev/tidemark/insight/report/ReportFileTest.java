package dev.tidemark.insight.report;

import static org.assertj.core.api.Assertions.assertThat;

import dev.tidemark.insight.Arrivals;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import org.apache.flink.shaded.jackson2.com.fasterxml.jackson.databind.JsonNode;
import org.apache.flink.shaded.jackson2.com.fasterxml.jackson.databind.ObjectMapper;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class ReportFileTest {
  @TempDir private Path dir;

  private String report(String table) throws Exception {
    Path file = ReportedCounts.write(dir, table);
    assertThat(dir.resolve("report.html.part")).doesNotExist();
    return Files.readString(file);
  }

  private static JsonNode data(String html) throws Exception {
    String begin = "<script type=\"application/json\" id=\"data\">";
    int from = html.indexOf(begin) + begin.length();
    return new ObjectMapper().readTree(html.substring(from, html.indexOf("</script>", from)));
  }

  private String table(Arrivals arrivals) {
    return arrivals.table(dir, "t", 5_000);
  }

  /** Row 4 misses the first window; row 5 is behind the watermark and counts. */
  private static Arrivals six() {
    return Arrivals.atSeconds(10, 50, 75, 55, 69, 150);
  }

  @Test
  void theDropsTheTimelineAndTheAccounts() throws Exception {
    JsonNode statement = data(report(table(six()))).at("/statements/0");

    assertThat(statement.get("conclusion").asText()).startsWith("1 row of 6 dropped (16.7 %).");
    assertThat(statement.at("/accounts/0/accepted").asInt()).isEqualTo(5);
    JsonNode drop = statement.at("/drops/0");
    assertThat(drop.get("n").asInt()).isEqualTo(4);
    assertThat(drop.get("line").asInt()).isEqualTo(4);
    assertThat(drop.get("time").asLong()).isEqualTo(Arrivals.START + 55_000);
    assertThat(drop.get("by").asText()).isEqualTo("t.csv:3");
    assertThat(drop.get("keep").asLong()).isEqualTo(drop.get("late").asLong() + 5_000);
    JsonNode lane = statement.at("/lanes/0");
    assertThat(lane.get("rows").asInt()).isEqualTo(6);
    assertThat(lane.get("behind").asInt()).isEqualTo(2);
    assertThat(lane.get("points")).hasSize(6);
    assertThat(lane.at("/points/4/2").asLong())
        .isEqualTo(drop.get("watermark").asLong())
        .isEqualTo(Arrivals.START + 70_000);
    assertThat(lane.at("/points/4/5").asInt()).isEqualTo(5);
    assertThat(lane.at("/bands/0/windows").toString())
        .isEqualTo(
            "[[%d,%d],[%d,%d],[%d,%d]]"
                .formatted(
                    Arrivals.START,
                    Arrivals.START + 60_000,
                    Arrivals.START + 60_000,
                    Arrivals.START + 120_000,
                    Arrivals.START + 120_000,
                    Arrivals.START + 180_000));
    assertThat(statement.get("settings").toString())
        .contains("[\"watermark delay of t\",\"5 s\"]", "[\"tidemark.watermark.policy\",\"auto\"]");
  }

  @Test
  void theCurveOfDelaysAndTheChangelog() throws Exception {
    JsonNode statement = data(report(table(six()))).at("/statements/0");

    JsonNode swept = statement.at("/sweep/operators/0");
    assertThat(statement.at("/sweep/own").asInt()).isEqualTo(5_000);
    // Where less begins to be lost, the delay now, and delays that people like to write.
    assertThat(swept.get("points").toString())
        .isEqualTo(
            "[[0,6,1,1],[500,6,1,1],[1000,6,1,1],[2000,6,1,1],[5000,6,1,1],[10000,6,1,1],"
                + "[15002,6,0,0]]");
    assertThat(swept.get("keeps").toString())
        .contains("{\"what\":\"all rows\",\"delay\":15002,\"exact\":true}");
    JsonNode changelog = statement.get("changelog");
    assertThat(changelog.at("/operators/0/volume").toString()).isEqualTo("[6,0,0,0]");
    assertThat(changelog.at("/operators/1/edges/0/from").asInt()).isZero();
    assertThat(changelog.at("/operators/0/first")).hasSize(6);
    assertThat(changelog.at("/results/0/rows").asInt()).isEqualTo(3);
  }

  @Test
  void theSameRunGivesTheSameBytes() throws Exception {
    String table = table(six());
    assertThat(report(table)).isEqualTo(report(table));
  }

  @Test
  void nothingInARowEndsTheScriptOrAsksForAnything() throws Exception {
    String ugly = "</script><script>alert(1)</script><!--\u2028{{page}}\uD83C\uDF0A'&";
    Arrivals arrivals = new Arrivals();
    for (long second : new long[] {10, 75, 20}) {
      arrivals.add(ugly, second * 1000);
    }
    String html = report(table(arrivals));

    assertThat(data(html).at("/statements/0/drops/0/row").asText()).contains(ugly);
    assertThat(html).doesNotContain("<script>alert", "\u2028");
    assertThat(html.split("</script>", -1)).hasSize(4);
    assertThat(html).doesNotContain("http://localhost", "https://", "src=", "@import");
  }

  @Test
  void manyLongRowsAreCutUntilTheFileIsSmall() throws Exception {
    Arrivals arrivals = new Arrivals().add("a", 3_600_000);
    String wide = "\uD83C\uDF0A".repeat(150);
    for (int i = 0; i < 12_000; i++) {
      arrivals.add(wide, i);
    }
    String html = report(table(arrivals));

    assertThat(html.getBytes(StandardCharsets.UTF_8).length).isLessThan(ReportFile.LARGEST);
    JsonNode data = data(html);
    JsonNode statement = data.at("/statements/0");
    assertThat(statement.get("lost").asInt()).isEqualTo(12_000);
    assertThat(statement.get("first").asInt()).isEqualTo(10_000);
    assertThat(statement.get("drops")).hasSizeBetween(10_000, 10_010);
    // What came behind the listed rows is still known to be lost.
    JsonNode points = statement.at("/lanes/0/points");
    assertThat(points.get(points.size() - 1).get(0).asInt()).isGreaterThan(11_000);
    assertThat(points.get(points.size() - 1).get(3).asInt()).isEqualTo(2);
    assertThat(statement.at("/lanes/0/points").size()).isBetween(2_000, 4_096);
    assertThat(statement.at("/drops/0/row").asText().length())
        .isLessThanOrEqualTo(data.get("textLimit").asInt());
    assertThat(statement.at("/drops/0/row").asText()).endsWith("\uD83C\uDF0A…");
  }

  @Test
  void aTextIsNotCutInsideACharacter() {
    ReportSize four = new ReportSize(4, 1, 1);
    assertThat(four.cut("abcd")).isEqualTo("abcd");
    assertThat(four.cut("abcde")).isEqualTo("abc…");
    assertThat(four.cut("ab\uD83C\uDF0Ae")).isEqualTo("ab…");
  }

  @Test
  void shorterTextsComeBeforeFewerRows() {
    assertThat(ReportSize.FULL.smaller()).isEqualTo(new ReportSize(200, 10_000, 4_096));
    assertThat(new ReportSize(50, 10_000, 4_096).smaller())
        .isEqualTo(new ReportSize(50, 5_000, 4_096));
    assertThat(new ReportSize(50, 625, 4_096).smaller()).isEqualTo(new ReportSize(50, 625, 2_048));
    assertThat(new ReportSize(50, 1, 128).smaller()).isNull();
  }
}
