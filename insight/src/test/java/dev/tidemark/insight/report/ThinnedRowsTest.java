package dev.tidemark.insight.report;

import static org.assertj.core.api.Assertions.assertThat;

import dev.tidemark.insight.run.SourceRow;
import java.util.List;
import org.junit.jupiter.api.Test;

class ThinnedRowsTest {

  private static void add(ThinnedRows rows, long ordinal, long time, long watermark) {
    rows.add(ordinal, time, watermark, () -> new SourceRow(0, ordinal, null, 0));
  }

  private static List<Long> ordinals(ThinnedRows rows) {
    return rows.points().stream().map(point -> point.row().ordinal()).toList();
  }

  @Test
  void fewRowsAreAllKept() {
    ThinnedRows rows = new ThinnedRows(4);
    add(rows, 1, 50, Long.MIN_VALUE);
    add(rows, 2, 10, 20);
    add(rows, 4, 70, 20);

    assertThat(ordinals(rows)).containsExactly(1L, 2L, 4L);
    assertThat(rows.width()).isEqualTo(1);
    assertThat(rows.rows()).isEqualTo(3);
    assertThat(rows.behind()).isEqualTo(1);
    assertThat(rows.points().get(1).isBehind()).isTrue();
  }

  @Test
  void ofManyRowsTheEarliestAndTheLatestOfEachBucketStay() {
    ThinnedRows rows = new ThinnedRows(4);
    for (int i = 1; i <= 32; i++) {
      // In the second bucket of eight, row 12 is the earliest and row 13 the latest.
      add(rows, i, i == 12 ? -500 : i == 13 ? 500 : i, Long.MIN_VALUE);
    }

    assertThat(rows.width()).isEqualTo(8);
    assertThat(ordinals(rows)).containsExactly(1L, 8L, 12L, 13L, 17L, 24L, 25L, 32L);
    assertThat(rows.rows()).isEqualTo(32);
  }

  @Test
  void theWatermarkIsTheOneAfterEachBucket() {
    ThinnedRows rows = new ThinnedRows(4);
    for (int i = 1; i <= 8; i++) {
      add(rows, i, i * 10L, i * 10L - 15);
      rows.watermark(i, i * 10L - 5);
    }

    assertThat(rows.steps())
        .containsExactly(
            new ThinnedRows.Step(2, 15),
            new ThinnedRows.Step(4, 35),
            new ThinnedRows.Step(6, 55),
            new ThinnedRows.Step(8, 75));
  }

  @Test
  void memoryIsBounded() {
    ThinnedRows rows = new ThinnedRows(64);
    for (int i = 1; i <= 1_000_000; i++) {
      add(rows, i, (i * 7919L) % 10_007, Long.MIN_VALUE);
    }

    assertThat(rows.points()).hasSizeBetween(64, 128);
    assertThat(rows.width()).isEqualTo(16_384);
    assertThat(rows.rows()).isEqualTo(1_000_000);

    rows.thinTo(10);
    assertThat(rows.points()).hasSizeBetween(2, 10);
  }

  @Test
  void aLossIsRememberedWhileItsRowIsKept() {
    ThinnedRows rows = new ThinnedRows(2);
    add(rows, 1, 50, Long.MIN_VALUE);
    add(rows, 2, 10, 20);
    rows.lost(2, false);
    rows.lost(2, true);
    rows.lost(2, false);
    add(rows, 3, 60, 20);

    assertThat(rows.points())
        .extracting(ThinnedRows.Point::loss)
        .containsExactly(
            ThinnedRows.Loss.NOTHING, ThinnedRows.Loss.WHOLE, ThinnedRows.Loss.NOTHING);
  }
}
