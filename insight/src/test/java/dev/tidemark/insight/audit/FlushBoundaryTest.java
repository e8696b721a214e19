package dev.tidemark.insight.audit;

import static org.assertj.core.api.Assertions.assertThat;

import dev.tidemark.insight.Arrivals;
import dev.tidemark.insight.Observed;
import dev.tidemark.insight.ledger.Account;
import dev.tidemark.insight.ledger.Drop;
import dev.tidemark.insight.ledger.DropReason;
import dev.tidemark.insight.ledger.VerdictText;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/**
 * FLINK-38075: days of Shanghai over rows that come in time. Row 7 and row 10 are late by the rule;
 * whatever else Flink does not count is in time.
 */
class FlushBoundaryTest {
  /** Epoch milliseconds in the order of arrival, ids from 1; the watermark is 1 minute behind. */
  private static final long[] VISITS = {
    1773071880000L,
    1773071999999L,
    1773072000000L,
    1773071970000L,
    1773100799500L,
    1773100830000L,
    1773069000000L,
    1773158340000L,
    1773159600000L,
    1773156600000L,
    1773159570000L
  };

  @TempDir Path dir;

  private Observed visits(String zone, String phases, Duration window) throws Exception {
    return visits(zone, phases, window, "TO_TIMESTAMP_LTZ(ms, 3)");
  }

  private Observed visits(String zone, String phases, Duration window, String rowTime)
      throws Exception {
    StringBuilder text = new StringBuilder();
    for (int i = 0; i < VISITS.length; i++) {
      text.append(i + 1).append(',').append(VISITS[i]).append('\n');
    }
    Path file = Files.writeString(dir.resolve("visits.csv"), text);
    return Observed.sql(
        Map.of("table.local-time-zone", zone, "table.optimizer.agg-phase-strategy", phases),
        List.of(
            "CREATE TABLE visits (id INT, ms BIGINT, ts AS "
                + rowTime
                + ", WATERMARK FOR ts AS ts - INTERVAL '1' MINUTE) WITH ('connector' = 'filesystem', 'format' ="
                + " 'csv', 'path' = '"
                + file.toUri()
                + "')"),
        "SELECT window_end, COUNT(*) FROM TUMBLE(TABLE visits, DESCRIPTOR(ts), INTERVAL '"
            + window.toHours()
            + "' HOUR) GROUP BY window_start, window_end");
  }

  private static long counted(Observed seen) {
    return seen.results().stream()
        .mapToLong(row -> Long.parseLong(row.replaceAll(".*, (\\d+)]", "$1")))
        .sum();
  }

  @Test
  void rowsInTimeThatAreLostAreNamedApart() throws Exception {
    Observed seen = visits("Asia/Shanghai", "AUTO", Duration.ofHours(24));

    assertThat(counted(seen)).isEqualTo(2);
    Account account = seen.account();
    assertThat(account.rowsIn()).isEqualTo(11);
    assertThat(account.accepted()).isEqualTo(2);
    assertThat(account.droppedWhole()).isEqualTo(9);
    assertThat(account.droppedInTime()).isEqualTo(7);
    assertThat(account.contributionsLost()).isEqualTo(9);
    assertThat(account.contributionsLostInTime()).isEqualTo(7);
    assertThat(account.behindWatermark()).isEqualTo(2);
    assertThat(account.reasons())
        .isEqualTo(Map.of(DropReason.FLUSH_BOUNDARY, 7L, DropReason.WINDOW_AGGREGATE, 2L));

    List<Drop> inTime =
        seen.drops().stream().filter(d -> d.reason() == DropReason.FLUSH_BOUNDARY).toList();
    assertThat(inTime)
        .extracting(d -> d.row().ordinal())
        .containsExactlyInAnyOrder(1L, 2L, 3L, 4L, 5L, 6L, 8L);
    Drop first = inTime.get(0);
    assertThat(first.values()).containsEntry("ms", "1773071880000");
    assertThat(first.rowTime()).isEqualTo(1773071880000L);
    assertThat(first.late()).isZero();
    assertThat(first.keepingDelay()).isEmpty();
    // Windows are told as the zone's wall clock shows them.
    assertThat(Instant.ofEpochMilli(first.missed().get(0).start()))
        .isEqualTo("2026-03-09T00:00:00Z");
    assertThat(Instant.ofEpochMilli(first.missed().get(0).end())).isEqualTo("2026-03-10T00:00:00Z");
    List<Drop> late =
        seen.drops().stream().filter(d -> d.reason() == DropReason.WINDOW_AGGREGATE).toList();
    assertThat(late).extracting(d -> d.row().ordinal()).containsExactly(7L, 10L);
  }

  @ParameterizedTest
  @CsvSource({
    // What the verdict advises:
    "UTC, AUTO, 24, 0",
    // Where nothing is lost without advice: an offset that the window divides, a shorter window.
    "Asia/Shanghai, AUTO, 8, 2",
    "Asia/Shanghai, AUTO, 1, 2",
    "Asia/Kolkata, ONE_PHASE, 1, 1",
    // A zone with daylight saving flushes at local boundaries.
    "America/New_York, AUTO, 24, 0",
  })
  void elsewhereOnlyLateRowsAreLost(String zone, String phases, int hours, long lateRows)
      throws Exception {
    Observed seen = visits(zone, phases, Duration.ofHours(hours));
    assertThat(seen.account().droppedWhole()).isEqualTo(VISITS.length - counted(seen));
    assertThat(seen.account().droppedInTime()).isZero();
    assertThat(seen.account().droppedWhole()).isEqualTo(lateRows);
  }

  @ParameterizedTest
  @CsvSource({
    "Asia/Shanghai, TWO_PHASE, 24",
    "Asia/Kolkata, TWO_PHASE, 1",
    "Asia/Kolkata, TWO_PHASE, 24",
    "Asia/Kathmandu, TWO_PHASE, 1",
    "Asia/Tokyo, ONE_PHASE, 24",
    "Asia/Kolkata, ONE_PHASE, 24",
  })
  void everyMissingRowIsInTheLedger(String zone, String phases, int hours) throws Exception {
    Observed seen = visits(zone, phases, Duration.ofHours(hours));
    assertThat(seen.account().droppedWhole()).isEqualTo(VISITS.length - counted(seen));
  }

  @Test
  void onePhaseLosesRowsToo() throws Exception {
    Observed seen = visits("Asia/Shanghai", "ONE_PHASE", Duration.ofHours(24));
    assertThat(counted(seen)).isEqualTo(6);
    assertThat(seen.account().reasons())
        .isEqualTo(Map.of(DropReason.FLUSH_BOUNDARY, 3L, DropReason.WINDOW_AGGREGATE, 2L));
    assertThat(seen.drops())
        .filteredOn(drop -> drop.reason() == DropReason.FLUSH_BOUNDARY)
        .extracting(drop -> drop.row().ordinal())
        .containsExactly(1L, 2L, 4L);
  }

  @Test
  void aRowTimeInLocalTimeAvoidsIt() throws Exception {
    Observed seen =
        visits(
            "Asia/Shanghai",
            "AUTO",
            Duration.ofHours(24),
            "CAST(TO_TIMESTAMP_LTZ(ms, 3) AS TIMESTAMP(3))");
    assertThat(counted(seen)).isEqualTo(9);
    assertThat(seen.lost()).containsExactly(7L, 10L);
  }

  @Test
  void theVerdictSaysWhatToDo() throws Exception {
    assertThat(VerdictText.conclusion(visits("Asia/Shanghai", "AUTO", Duration.ofHours(24)).run()))
        .startsWith("9 rows of 11 dropped (81.8 %).")
        .contains("7 rows of them came in time and were lost by Flink's flush boundary")
        .contains("a row time of type TIMESTAMP(3)", "table.local-time-zone = UTC");
  }

  @Test
  void aStepThatIsFlushedTooLateIsMissingFromAllLongerWindowsToo() throws Exception {
    // In Kolkata the steps end at 12:30 and 15:00, the flush is at 13:00. Row 1 is of 12:00, and
    // the watermark passes 12:30 with row 2; row 3 is of 14:30.
    Arrivals arrivals = Arrivals.atSeconds(30.5 * 3600, 31 * 3600, 33 * 3600);
    Observed seen =
        Observed.sql(
            Map.of(
                "table.local-time-zone",
                "Asia/Kolkata",
                "table.optimizer.agg-phase-strategy",
                "ONE_PHASE"),
            List.of(arrivals.table(dir, "e", 0, "TIMESTAMP_LTZ(3)")),
            "SELECT window_end, COUNT(*) FROM CUMULATE(TABLE e, DESCRIPTOR(ts), INTERVAL '2:30'"
                + " HOUR TO MINUTE, INTERVAL '7:30' HOUR TO MINUTE) GROUP BY window_start, window_end");

    Instant start = Instant.ofEpochMilli(Arrivals.START);
    assertThat(seen.results()).allMatch(row -> row.matches("\\+I\\[2026-01-02T15:00, 2\\]"));
    Drop drop = seen.drops().get(0);
    assertThat(drop.row().ordinal()).isEqualTo(1);
    assertThat(drop.whole()).isTrue();
    assertThat(drop.reason()).isEqualTo(DropReason.FLUSH_BOUNDARY);
    assertThat(drop.missed()).hasSize(2);
    assertThat(Instant.ofEpochMilli(drop.missed().get(1).end()))
        .isEqualTo(start.plus(Duration.ofHours(24 + 15)));
    assertThat(seen.account().contributionsLost()).isEqualTo(4 - counted(seen));
  }
}
