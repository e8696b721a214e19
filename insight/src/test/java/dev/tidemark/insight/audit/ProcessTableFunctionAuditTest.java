package dev.tidemark.insight.audit;

import static dev.tidemark.insight.Arrivals.START;
import static org.apache.flink.table.annotation.ArgumentTrait.ROW_SEMANTIC_TABLE;
import static org.apache.flink.table.annotation.ArgumentTrait.SET_SEMANTIC_TABLE;
import static org.assertj.core.api.Assertions.assertThat;

import dev.tidemark.insight.Arrivals;
import dev.tidemark.insight.AtDelay;
import dev.tidemark.insight.Observed;
import dev.tidemark.insight.ledger.Account;
import dev.tidemark.insight.ledger.Drop;
import dev.tidemark.insight.ledger.DropReason;
import dev.tidemark.insight.ledger.Ledger;
import dev.tidemark.insight.ledger.VerdictText;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import org.apache.flink.table.annotation.ArgumentHint;
import org.apache.flink.table.functions.ProcessTableFunction;
import org.apache.flink.types.Row;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

/** Process table functions with ON_TIME. */
class ProcessTableFunctionAuditTest {
  @TempDir Path dir;

  /** Hands over what it gets. */
  public static class Ids extends ProcessTableFunction<String> {
    /** Called for each row. */
    public void eval(@ArgumentHint(name = "input", value = SET_SEMANTIC_TABLE) Row input) {
      collect("row " + input.getField("id"));
    }
  }

  private AtDelay query(String order) {
    return delay ->
        Observed.sql(
            Map.of(),
            List.of(
                Arrivals.atSeconds(1, 22, 3, 20, 21).table(dir, "e", delay),
                "CREATE TEMPORARY FUNCTION ids AS '" + Ids.class.getName() + "'"),
            "SELECT * FROM ids(input => TABLE e PARTITION BY k"
                + order
                + ", on_time => DESCRIPTOR(ts))");
  }

  @Test
  void aSortedInputDropsLateRows() throws Exception {
    AtDelay query = query(" ORDER BY ts");
    Observed seen = query.run(2000);
    Account account = seen.account();
    assertThat(account.rowsIn()).isEqualTo(5);
    assertThat(account.accepted()).isEqualTo(3);
    assertThat(account.behindWatermark()).isEqualTo(2);
    assertThat(account.reasons()).isEqualTo(Map.of(DropReason.PROCESS_TABLE_FUNCTION, 2L));
    assertThat(seen.results()).hasSize(3);
    assertThat(seen.late()).isZero();
    assertThat(seen.lost()).containsExactly(3L, 4L);
    Drop drop = seen.drops().get(1);
    assertThat(drop.rowTime()).isEqualTo(START + 20_000);
    assertThat(drop.late()).isEqualTo(1);
    assertThat(drop.missed()).isEmpty();
    query.keepsFromItsDelayOn(drop);
  }

  @Test
  void withoutOrderTheFunctionGetsEveryRowAndNothingCanBeDropped() throws Exception {
    Observed seen = query("").run(2000);
    assertThat(seen.results()).hasSize(5);
    assertThat(seen.run().ledger().accounts()).isEmpty();
    assertThat(seen.run().ledger().notAudited()).isEmpty();
    assertThat(VerdictText.conclusion(seen.run())).startsWith("No operator of this query can drop");
  }

  /** Drops late rows by itself: with its context it sees the watermark. */
  public static class InTime extends ProcessTableFunction<String> {
    /** Called for each row. */
    public void eval(
        Context context, @ArgumentHint(name = "input", value = SET_SEMANTIC_TABLE) Row input) {
      TimeContext<Long> time = context.timeContext(Long.class);
      if (time.tableWatermark() == null || time.time() > time.tableWatermark()) {
        collect("row " + input.getField("id"));
      }
    }
  }

  /** The same for rows one by one. */
  public static class InTimeRows extends ProcessTableFunction<String> {
    /** Called for each row. */
    public void eval(
        Context context, @ArgumentHint(name = "input", value = ROW_SEMANTIC_TABLE) Row input) {
      collect("row " + input.getField("id") + context.timeContext(Long.class).time());
    }
  }

  @ParameterizedTest
  @CsvSource({"InTime, ' PARTITION BY k', 3", "InTimeRows, '', 5"})
  void aFunctionThatSeesTheWatermarkIsNotAudited(String function, String partition, int rows)
      throws Exception {
    Observed seen =
        Observed.sql(
            Map.of(),
            List.of(
                Arrivals.atSeconds(1, 22, 3, 20, 21).table(dir, "e", 2000),
                "CREATE TEMPORARY FUNCTION f AS '" + getClass().getName() + "$" + function + "'"),
            "SELECT * FROM f(input => TABLE e" + partition + ", on_time => DESCRIPTOR(ts))");
    assertThat(seen.results()).hasSize(rows);
    assertThat(seen.run().ledger().accounts()).isEmpty();
    assertThat(seen.run().ledger().notAudited())
        .singleElement()
        .satisfies(
            unknown ->
                assertThat(unknown.why())
                    .contains("gets every row and sees the watermark", "it decides what becomes"));
  }

  @Test
  void changelogsAreTakenApartWithoutLookingAtTime() throws Exception {
    Observed seen =
        Observed.sql(
            Map.of(),
            List.of(Arrivals.atSeconds(1, 22, 3).table(dir, "e", 0)),
            "SELECT * FROM TO_CHANGELOG(input => TABLE e)");
    assertThat(seen.results()).hasSize(3);
    assertThat(seen.run().ledger().notAudited()).isEmpty();
  }

  /** Hands over what it gets from either side. */
  public static class Both extends ProcessTableFunction<String> {
    /** Called for each row of one of the two. */
    public void eval(
        @ArgumentHint(name = "a", value = SET_SEMANTIC_TABLE) Row left,
        @ArgumentHint(name = "b", value = SET_SEMANTIC_TABLE) Row right) {
      collect(left == null ? "right " + right.getField("id") : "left " + left.getField("id"));
    }
  }

  /** The same, and sees the watermark. */
  public static class BothInTime extends ProcessTableFunction<String> {
    /** Called for each row of one of the two. */
    public void eval(
        Context context,
        @ArgumentHint(name = "a", value = SET_SEMANTIC_TABLE) Row left,
        @ArgumentHint(name = "b", value = SET_SEMANTIC_TABLE) Row right) {
      collect(left == null ? "right " + right.getField("id") : "left " + left.getField("id"));
    }
  }

  @ParameterizedTest
  @ValueSource(strings = {"Both", "BothInTime"})
  void ofTwoInputsTheSortedOneDropsLateRows(String function) throws Exception {
    Observed seen =
        Observed.sql(
            Map.of(),
            List.of(
                Arrivals.atSeconds(1, 22, 3, 21).table(dir, "l", 2000),
                Arrivals.atSeconds(1, 30, 3, 21).table(dir, "r", 2000),
                "CREATE TEMPORARY FUNCTION two AS '" + getClass().getName() + "$" + function + "'"),
            "SELECT * FROM two(a => TABLE l PARTITION BY k ORDER BY ts, b => TABLE r PARTITION BY"
                + " k, on_time => DESCRIPTOR(ts))");
    assertThat(seen.results()).hasSize(7).noneMatch(row -> row.contains("left 3"));
    assertThat(seen.account().rowsIn()).isEqualTo(8);
    assertThat(seen.drop().row().file()).endsWith("l.csv");
    assertThat(seen.drop().row().ordinal()).isEqualTo(3);
    List<Ledger.NotAudited> notAudited = seen.run().ledger().notAudited();
    if (function.equals("Both")) {
      assertThat(notAudited).isEmpty();
    } else {
      assertThat(notAudited)
          .singleElement()
          .satisfies(unknown -> assertThat(unknown.why()).contains("an input without ORDER BY"));
    }
  }
}
