package dev.tidemark.examples.sql;

import static org.assertj.core.api.Assertions.assertThat;

import dev.tidemark.examples.Tidemark;
import java.io.IOException;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import org.apache.flink.shaded.jackson2.com.fasterxml.jackson.databind.JsonNode;
import org.apache.flink.shaded.jackson2.com.fasterxml.jackson.databind.ObjectMapper;
import org.junit.jupiter.api.Test;

/**
 * What the watermark lab counts by hand, one script a number, comes from one command: against a
 * model that knows nothing of Flink.
 */
class LedgerLabTest {

  @Test
  void dropsCountsTheRowsTheLateOnesAndTheDroppedOnes() throws IOException {
    WatermarkModel model = WatermarkModel.run(5, false);
    JsonNode run = json("drops", "w5");
    JsonNode window = run.at("/operators/0");

    assertThat(run.at("/operators")).hasSize(1);
    assertThat(window.at("/rows_in").asInt()).as("total_rows").isEqualTo(640);
    assertThat(window.at("/rows_in").asInt()).isEqualTo(WatermarkModel.rows().size());
    assertThat(window.at("/behind_watermark").asInt())
        .as("late_rows_5")
        .isEqualTo(model.late.size());
    assertThat(window.at("/dropped_whole").asInt()).as("dropped_5").isEqualTo(model.dropped.size());
    List<Long> ids = new ArrayList<>();
    run.at("/rows").forEach(row -> ids.add(row.at("/row/event_id").asLong()));
    assertThat(ids)
        .containsExactlyElementsOf(model.dropped.stream().map(each -> each.id()).toList());
  }

  @Test
  void dropsOfAWatermarkThatStandsStill() throws IOException {
    JsonNode window = json("drops", "slow").at("/operators/0");

    assertThat(window.at("/dropped_whole").asInt()).as("dropped_slow").isZero();
    assertThat(window.at("/accepted").asInt()).isEqualTo(WatermarkModel.rows().size());
  }

  @Test
  void sweepCountsForEveryDelayAtOnce() throws IOException {
    Map<Long, Integer> dropped = new TreeMap<>();
    JsonNode run = json("sweep", "w5", "--delays", "0s,5s,30s");
    run.at("/operators/0/points")
        .forEach(
            point ->
                dropped.put(point.at("/delay_ms").asLong(), point.at("/rows_dropped").asInt()));

    assertThat(dropped)
        .isEqualTo(
            Map.of(
                0L, WatermarkModel.run(0, false).dropped.size(),
                5_000L, WatermarkModel.run(5, false).dropped.size(),
                30_000L, WatermarkModel.run(30, false).dropped.size()));
  }

  private static JsonNode json(String command, String script, String... more) throws IOException {
    List<String> arguments = new ArrayList<>(List.of(command, "--format", "json"));
    arguments.addAll(List.of(more));
    arguments.addAll(new Lab("watermark", script).arguments());
    Tidemark run = Tidemark.here(arguments);
    assertThat(run.exitCode()).as(run.err()).isZero();
    JsonNode document = new ObjectMapper().readTree(run.out());
    assertThat(document.at("/statements")).hasSize(1);
    return document.at("/statements/0");
  }
}
