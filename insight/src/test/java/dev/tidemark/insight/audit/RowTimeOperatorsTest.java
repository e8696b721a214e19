package dev.tidemark.insight.audit;

import static dev.tidemark.insight.Arrivals.START;
import static org.assertj.core.api.Assertions.assertThat;

import dev.tidemark.insight.Arrivals;
import dev.tidemark.insight.AtDelay;
import dev.tidemark.insight.Observed;
import dev.tidemark.insight.ledger.Account;
import dev.tidemark.insight.ledger.Drop;
import dev.tidemark.insight.ledger.DropReason;
import dev.tidemark.insight.ledger.VerdictText;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** SQL operators without windows: keep-first, sort, MATCH_RECOGNIZE. */
class RowTimeOperatorsTest {
  @TempDir Path dir;

  private AtDelay query(Arrivals arrivals, String sql) {
    return delay -> Observed.sql(Map.of(), List.of(arrivals.table(dir, "e", delay)), sql);
  }

  @Test
  void keepFirst() throws Exception {
    // Row 3 has the watermark's own time and is kept; row 4 comes 1 ms behind it.
    Arrivals arrivals =
        new Arrivals()
            .add("a", 1000)
            .add("a", 12_000)
            .add("b", 10_000)
            .add("c", 9999)
            .add("a", 20_000);
    AtDelay query =
        query(
            arrivals,
            "SELECT k, ts FROM (SELECT *, ROW_NUMBER() OVER (PARTITION BY k ORDER BY ts) AS n FROM"
                + " e) WHERE n = 1");
    Observed seen = query.run(2000);
    Account account = seen.account();
    assertThat(account.rowsIn()).isEqualTo(5);
    assertThat(account.accepted()).isEqualTo(4);
    assertThat(account.behindWatermark()).isEqualTo(2);
    assertThat(account.reasons()).isEqualTo(Map.of(DropReason.DEDUPLICATE_KEEP_FIRST, 1L));
    assertThat(seen.late()).isEqualTo(1);
    assertThat(seen.results()).hasSize(2);
    Drop drop = seen.drop();
    assertThat(drop.row().ordinal()).isEqualTo(4);
    assertThat(drop.rowTime()).isEqualTo(START + 9999);
    assertThat(drop.late()).isEqualTo(1);
    assertThat(drop.keepingDelay()).hasValue(2001);
    assertThat(drop.missed()).isEmpty();
    query.keepsFromItsDelayOn(drop);
  }

  @Test
  void sort() throws Exception {
    // At 10 s rows 1 and 2 have been emitted. Row 4 is behind the watermark and still fits in;
    // row 5 has the time of the last one emitted.
    Arrivals arrivals = Arrivals.atSeconds(1, 5, 12, 7, 5, 6, 4);
    AtDelay query = query(arrivals, "SELECT id, ts FROM e ORDER BY ts");
    Observed seen = query.run(2000);
    Account account = seen.account();
    assertThat(account.rowsIn()).isEqualTo(7);
    assertThat(account.accepted()).isEqualTo(5);
    assertThat(account.behindWatermark()).isEqualTo(4);
    assertThat(account.reasons()).isEqualTo(Map.of(DropReason.ROW_TIME_SORT, 2L));
    assertThat(seen.results()).hasSize(5);
    assertThat(seen.late()).isZero();
    assertThat(seen.lost()).containsExactly(5L, 7L);
    Drop drop = seen.drops().get(0);
    assertThat(drop.rowTime()).isEqualTo(START + 5000);
    assertThat(drop.late()).isEqualTo(5001);
    query.keepsFromItsDelayOn(drop);
    query.keepsFromItsDelayOn(seen.drops().get(1));
  }

  @Test
  void matchRecognize() throws Exception {
    Arrivals arrivals = Arrivals.atSeconds(1, 5, 12, 10, 10.001, 3);
    AtDelay query =
        query(
            arrivals,
            "SELECT * FROM e MATCH_RECOGNIZE (PARTITION BY k ORDER BY ts MEASURES A.id AS first,"
                + " B.id AS last ONE ROW PER MATCH PATTERN (A B) DEFINE A AS TRUE, B AS TRUE)");
    Observed seen = query.run(2000);
    Account account = seen.account();
    assertThat(account.rowsIn()).isEqualTo(6);
    assertThat(account.accepted()).isEqualTo(4);
    assertThat(account.behindWatermark()).isEqualTo(2);
    assertThat(account.reasons()).isEqualTo(Map.of(DropReason.MATCH_RECOGNIZE, 2L));
    assertThat(seen.late()).isEqualTo(2);
    assertThat(seen.lost()).containsExactly(4L, 6L);
    Drop drop = seen.drops().get(0);
    assertThat(drop.rowTime()).isEqualTo(START + 10_000);
    assertThat(drop.late()).isEqualTo(1);
    query.keepsFromItsDelayOn(drop);
  }

  @Test
  void temporalJoinKeepsLateRows() throws Exception {
    Arrivals orders = Arrivals.atSeconds(5, 60, 6, 7);
    Arrivals rates = Arrivals.atSeconds(1, 70, 80, 90);
    Observed seen =
        Observed.sql(
            Map.of(),
            List.of(
                orders.table(dir, "o", 0),
                rates
                    .table(dir, "r", 0)
                    .replace("k STRING", "k STRING, PRIMARY KEY (k) NOT ENFORCED")),
            "SELECT o.id, r.id FROM o LEFT JOIN r FOR SYSTEM_TIME AS OF o.ts ON o.k = r.k");
    assertThat(seen.run().ledger().accounts()).isEmpty();
    assertThat(seen.run().ledger().notAudited()).isEmpty();
    // Rows 3 and 4 came behind the watermark of both sides, and are in the result.
    assertThat(seen.results()).hasSize(4).anyMatch(row -> row.startsWith("+I[3, "));
  }

  @Test
  void plainAggregationsAndRanksNeverDrop() throws Exception {
    for (String sql :
        List.of(
            "SELECT k, COUNT(*) FROM e GROUP BY k",
            "SELECT * FROM (SELECT *, ROW_NUMBER() OVER (PARTITION BY k ORDER BY ms DESC) AS n"
                + " FROM e) WHERE n <= 2",
            "SELECT * FROM (SELECT *, ROW_NUMBER() OVER (PARTITION BY k ORDER BY ts DESC) AS n"
                + " FROM e) WHERE n = 1",
            "SELECT a.id, b.id FROM e a JOIN e b ON a.id = b.id")) {
      Observed seen = query(Arrivals.atSeconds(1, 30, 2), sql).run(0);
      assertThat(VerdictText.conclusion(seen.run()))
          .as(sql)
          .isEqualTo("No operator of this query can drop rows because of their time.");
    }
  }
}
