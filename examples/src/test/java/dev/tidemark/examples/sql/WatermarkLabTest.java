package dev.tidemark.examples.sql;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.time.LocalDateTime;
import java.time.format.DateTimeFormatter;
import java.util.List;
import java.util.Locale;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;

/** The recorded outputs of the watermark lab against a model that knows nothing of Flink. */
class WatermarkLabTest {

  private static final DateTimeFormatter PRINTED =
      DateTimeFormatter.ofPattern("yyyy-MM-dd HH:mm:ss.SSS", Locale.ROOT);
  private static final int NEVER = -1;

  @Test
  void batchCountsEveryRow() throws IOException {
    Tableau batch = table("batch", 0);

    assertThat(windows(batch)).isEqualTo(windows(WatermarkModel.run(NEVER, false)));
    assertThat(batch.sum("cnt")).isEqualTo(WatermarkModel.rows().size()).isGreaterThan(600);
  }

  @Test
  void streamingLosesWhatTheModelDrops() throws IOException {
    assertLoses(table("w5", 0), WatermarkModel.run(5, false));
    assertLoses(table("sweep", 0), WatermarkModel.run(0, false));
    assertLoses(table("sweep", 1), WatermarkModel.run(30, false));
  }

  @Test
  void aLongerDelayDropsFewerRowsAndNeverNone() throws IOException {
    int dropped0 = WatermarkModel.run(0, false).dropped.size();
    int dropped5 = WatermarkModel.run(5, false).dropped.size();
    int dropped30 = WatermarkModel.run(30, false).dropped.size();

    assertThat(List.of(dropped0, dropped5, dropped30)).containsExactly(45, 33, 11);
  }

  @Test
  void lateRowsAreThoseBehindTheWatermark() throws IOException {
    WatermarkModel model = WatermarkModel.run(5, false);
    Tableau late = table("late", 0);

    assertThat(late.rows())
        .extracting(row -> Long.valueOf(row.get(1)))
        .containsExactlyInAnyOrderElementsOf(model.late.keySet());
    assertThat(late.rows())
        .allSatisfy(
            row ->
                assertThat(row.get(3))
                    .isEqualTo(PRINTED.format(model.late.get(Long.valueOf(row.get(1))))));
    assertThat(model.late).as("late is not yet dropped").hasSizeGreaterThan(model.dropped.size());
  }

  @Test
  void filteringLateRowsLosesMoreThanTheWindowDoes() throws IOException {
    Tableau filtered = table("filtered", 0);
    WatermarkModel model = WatermarkModel.run(5, true);

    assertThat(windows(filtered)).isEqualTo(windows(model));
    assertThat(model.dropped).as("what is on time meets an open window").isEmpty();
    assertThat(filtered.sum("cnt"))
        .isEqualTo(WatermarkModel.rows().size() - model.late.size())
        .isLessThan(table("w5", 0).sum("cnt"));
  }

  @Test
  void aWatermarkThatStandsStillDropsNothing() throws IOException {
    assertThat(windows(table("slow", 0))).isEqualTo(windows(WatermarkModel.run(NEVER, false)));
  }

  private static void assertLoses(Tableau table, WatermarkModel model) throws IOException {
    assertThat(table.column("op")).containsOnly("+I");
    assertThat(windows(table)).isEqualTo(windows(model));
    assertThat(WatermarkModel.rows().size() - table.sum("cnt")).isEqualTo(model.dropped.size());
  }

  private static Tableau table(String script, int index) {
    return new Lab("watermark", script).expectedTables().get(index);
  }

  /** Start, count and sum of each window, in the order in which they are printed. */
  private static List<List<String>> windows(Tableau table) {
    List<String> starts = table.column("window_start");
    List<String> counts = table.column("cnt");
    List<String> totals = table.column("total");
    return IntStream.range(0, starts.size())
        .mapToObj(i -> List.of(starts.get(i), counts.get(i), totals.get(i)))
        .toList();
  }

  private static List<List<String>> windows(WatermarkModel model) {
    return model.windows.entrySet().stream()
        .map(
            w ->
                List.of(
                    print(w.getKey()), print(w.getValue().count()), print(w.getValue().total())))
        .toList();
  }

  private static String print(LocalDateTime time) {
    return PRINTED.format(time);
  }

  private static String print(long number) {
    return String.valueOf(number);
  }
}
