package dev.tidemark.insight.audit;

import static org.assertj.core.api.Assertions.assertThat;

import dev.tidemark.insight.Observed;
import dev.tidemark.insight.ledger.Account;
import dev.tidemark.insight.ledger.Drop;
import dev.tidemark.insight.ledger.DropReason;
import dev.tidemark.insight.ledger.VerdictJson;
import dev.tidemark.insight.ledger.VerdictText;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** Rows of open windows, where Flink may lose them: all are counted, few are kept. */
class HeldRowsTest {
  private static final int ROWS = 300_000;

  /** 2026-03-08 00:00 UTC. */
  private static final long START = 1_772_928_000_000L;

  @TempDir Path dir;

  /** A row a second, for three and a half days, in two files. */
  private void write() throws Exception {
    for (int file = 0; file < 2; file++) {
      StringBuilder text = new StringBuilder();
      for (int i = file * ROWS / 2; i < (file + 1) * ROWS / 2; i++) {
        text.append(i + 1).append(",k").append(i % 3).append(',').append(START + i * 1000L);
        text.append('\n');
      }
      Files.writeString(dir.resolve(file + ".csv"), text);
    }
  }

  private String table() {
    return "CREATE TABLE v (id INT, k STRING, ms BIGINT, ts AS TO_TIMESTAMP_LTZ(ms, 3),"
        + " WATERMARK FOR ts AS ts - INTERVAL '1' MINUTE) WITH ('connector' ="
        + " 'filesystem', 'format' = 'csv', 'path' = '"
        + dir.toUri()
        + "')";
  }

  @ParameterizedTest
  @CsvSource({"TWO_PHASE", "ONE_PHASE"})
  void rowsBeyondTheCapAreCountedAndSaidToBe(String phases) throws Exception {
    // A row an hour, of which those of eight hours of each day are lost.
    StringBuilder text = new StringBuilder();
    for (int i = 0; i < 240; i++) {
      text.append(i + 1).append(",k,").append(START + i * 3_600_000L).append('\n');
    }
    Files.writeString(dir.resolve("hours.csv"), text);
    Map<String, String> settings =
        Map.of(
            "table.local-time-zone", "Asia/Shanghai", "table.optimizer.agg-phase-strategy", phases);
    String query =
        "SELECT window_end, COUNT(*) FROM TUMBLE(TABLE v, DESCRIPTOR(ts), INTERVAL '1' DAY)"
            + " GROUP BY window_start, window_end";

    Observed all = Observed.sql(settings, List.of(table()), query);
    List<Drop> told = new ArrayList<>();
    Observed few = Observed.sql(settings, List.of(table()), query, 5, told::add);

    long lost = all.account().droppedWhole();
    assertThat(lost).isGreaterThan(60);
    assertThat(all.run().ledger().onlyCounted()).isZero();
    assertThat(VerdictText.full(all.run())).doesNotContain("only counted");
    assertThat(few.account().droppedWhole()).isEqualTo(lost);
    assertThat(few.account().reasons()).isEqualTo(all.account().reasons());
    assertThat(few.run().ledger().dropCount()).isEqualTo(lost);
    assertThat(told).hasSizeLessThan((int) lost).isNotEmpty();
    assertThat(few.run().ledger().onlyCounted()).isEqualTo(lost - told.size());
    assertThat(VerdictText.full(few.run()))
        .contains(
            (lost - told.size())
                + " rows lost in time are only counted: an operator keeps 5 at a time in mind.\n");
    assertThat(VerdictJson.of("", few.run()).get("rows_only_counted").asLong())
        .isEqualTo(lost - told.size());
  }

  @ParameterizedTest
  @CsvSource({"TWO_PHASE", "ONE_PHASE"})
  void countsAndRowsAreExactThoughValuesAreNotKept(String phases) throws Exception {
    write();
    List<Drop> told = new ArrayList<>();
    Observed seen =
        Observed.sql(
            Map.of(
                "table.local-time-zone",
                "Asia/Shanghai",
                "table.optimizer.agg-phase-strategy",
                phases),
            List.of(table()),
            "SELECT k, window_end, COUNT(*) FROM TUMBLE(TABLE v, DESCRIPTOR(ts), INTERVAL '1' DAY)"
                + " GROUP BY k, window_start, window_end",
            told::add);

    long counted =
        seen.results().stream()
            .mapToLong(row -> Long.parseLong(row.replaceAll(".*, (\\d+)]", "$1")))
            .sum();
    Account account = seen.account();
    assertThat(account.rowsIn()).isEqualTo(ROWS);
    assertThat(account.accepted()).isEqualTo(counted);
    assertThat(account.reasons())
        .isEqualTo(Map.of(DropReason.FLUSH_BOUNDARY, ROWS - counted))
        .allSatisfy((reason, rows) -> assertThat(rows).isGreaterThan(50_000));
    assertThat(seen.run().ledger().dropCount()).isEqualTo(ROWS - counted);
    assertThat(seen.run().ledger().drops()).hasSize(10_000);
    assertThat(told).hasSize((int) (ROWS - counted));
    assertThat(told).extracting(drop -> drop.row().ordinal()).doesNotHaveDuplicates().isSorted();
    assertThat(told)
        .allSatisfy(
            drop -> {
              long id = drop.row().ordinal();
              assertThat(drop.rowTime()).isEqualTo(START + (id - 1) * 1000);
              assertThat(drop.row().file()).endsWith(id <= ROWS / 2 ? "/0.csv" : "/1.csv");
              assertThat(drop.row().fileOrdinal()).isEqualTo((id - 1) % (ROWS / 2) + 1);
              if (!drop.values().isEmpty()) {
                assertThat(drop.values()).containsEntry("ms", String.valueOf(drop.rowTime()));
              }
            });
    Map<Object, Long> withValues = new HashMap<>();
    told.stream()
        .filter(drop -> !drop.values().isEmpty())
        .forEach(drop -> withValues.merge(drop.missed(), 1L, Long::sum));
    assertThat(withValues.values()).isNotEmpty().allMatch(rows -> rows <= HeldRows.Room.VALUES);
  }

  @Test
  void aRowTakesAFewBytes() {
    CompactRows rows = new CompactRows();
    for (int i = 0; i < ROWS; i++) {
      rows.add(3L * i, START + i * 1000L - i % 7 * 300L);
    }
    assertThat(rows.size()).isLessThan(6 * ROWS);
  }

  @Test
  void rowsAreReadAsTheyWereAdded() {
    long[] ordinals = {1, 2, 130, 131, 70_000, 1L << 40, (1L << 40) + 1};
    Long[] times = {START, null, START, START - 1, -1L, Long.MAX_VALUE / 2, Long.MIN_VALUE / 2};
    CompactRows rows = new CompactRows();
    for (int i = 0; i < ordinals.length; i++) {
      rows.add(ordinals[i], times[i]);
    }
    CompactRows.Reader reader = rows.read();
    for (int i = 0; i < ordinals.length; i++) {
      assertThat(reader.next()).isTrue();
      assertThat(reader.ordinal()).isEqualTo(ordinals[i]);
      assertThat(reader.rowTime()).isEqualTo(times[i]);
    }
    assertThat(reader.next()).isFalse();
  }
}
