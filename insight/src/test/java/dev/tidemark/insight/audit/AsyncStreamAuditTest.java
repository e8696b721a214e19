package dev.tidemark.insight.audit;

import static dev.tidemark.insight.Arrivals.START;
import static dev.tidemark.insight.audit.DataStreamAuditTest.LATE;
import static dev.tidemark.insight.audit.DataStreamAuditTest.rows;
import static dev.tidemark.insight.audit.DataStreamAuditTest.texts;
import static org.assertj.core.api.Assertions.assertThat;

import dev.tidemark.insight.AtDelay;
import dev.tidemark.insight.Observed;
import dev.tidemark.insight.ledger.Account;
import dev.tidemark.insight.ledger.DropReason;
import dev.tidemark.insight.ledger.VerdictText;
import dev.tidemark.insight.ledger.Window;
import java.time.Duration;
import java.util.Map;
import java.util.function.UnaryOperator;
import org.apache.flink.api.java.tuple.Tuple2;
import org.apache.flink.streaming.api.datastream.DataStream;
import org.apache.flink.streaming.api.datastream.KeyedStream;
import org.apache.flink.streaming.api.datastream.WindowedStream;
import org.apache.flink.streaming.api.windowing.assigners.SlidingEventTimeWindows;
import org.apache.flink.streaming.api.windowing.assigners.TumblingEventTimeWindows;
import org.apache.flink.streaming.api.windowing.assigners.WindowAssigner;
import org.apache.flink.streaming.api.windowing.evictors.CountEvictor;
import org.apache.flink.streaming.api.windowing.windows.TimeWindow;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** Windows and interval joins of the DataStream API whose state is asked for asynchronously. */
class AsyncStreamAuditTest {
  private static final double[] SECONDS = {1, 22, 3, 15, 21, 34, 8};

  private static KeyedStream<Tuple2<Integer, Long>, Integer> keyed(
      boolean async, DataStreamRows rows) {
    KeyedStream<Tuple2<Integer, Long>, Integer> keyed = rows.make().keyBy(row -> 1);
    return async ? keyed.enableAsyncState() : keyed;
  }

  @FunctionalInterface
  private interface DataStreamRows {
    DataStream<Tuple2<Integer, Long>> make();
  }

  private static AtDelay windows(
      boolean async,
      WindowAssigner<Object, TimeWindow> assigner,
      UnaryOperator<WindowedStream<Tuple2<Integer, Long>, Integer, TimeWindow>> more,
      double... seconds) {
    return delay ->
        Observed.program(
            Map.of(),
            env ->
                texts(
                    more.apply(keyed(async, () -> rows(env, delay, seconds)).window(assigner))
                        .reduce((a, b) -> Tuple2.of(a.f0 + b.f0, b.f1))));
  }

  private static WindowAssigner<Object, TimeWindow> tumble() {
    return TumblingEventTimeWindows.of(Duration.ofSeconds(10));
  }

  private static WindowAssigner<Object, TimeWindow> slide() {
    return SlidingEventTimeWindows.of(Duration.ofSeconds(20), Duration.ofSeconds(10));
  }

  private static void agrees(
      WindowAssigner<Object, TimeWindow> assigner,
      CountEvictor<TimeWindow> evictor,
      UnaryOperator<WindowedStream<Tuple2<Integer, Long>, Integer, TimeWindow>> options)
      throws Exception {
    UnaryOperator<WindowedStream<Tuple2<Integer, Long>, Integer, TimeWindow>> more =
        window -> options.apply(evictor == null ? window : window.evictor(evictor));
    Observed async = windows(true, assigner, more, SECONDS).run(0);
    Observed plain = windows(false, assigner, more, SECONDS).run(0);

    assertThat(async.run().ledger().notAudited()).isEmpty();
    assertThat(async.account().name()).isEqualTo(plain.account().name());
    assertThat(async.account().rowsIn()).isEqualTo(SECONDS.length);
    assertThat(async.account().droppedWhole()).isPositive();
    assertThat(async.late() + async.account().sentAside())
        .as("Flink's own count")
        .isEqualTo(async.account().droppedWhole());
    assertThat(async.account().lateAccepted()).isEqualTo(plain.account().lateAccepted());
    assertThat(async.lost(drop -> drop.reason() + " " + drop.missed() + " " + drop.late()))
        .isEqualTo(plain.lost(drop -> drop.reason() + " " + drop.missed() + " " + drop.late()));
    // Flink's AsyncEvictingWindowOperator keeps the rows of all windows together: a defect of its
    // own, which its results show and which loses no row.
    if (evictor == null) {
      assertThat(async.results()).isEqualTo(plain.results());
    }
  }

  @Test
  void windowsAreAuditedAsWithoutIt() throws Exception {
    agrees(tumble(), null, window -> window);
    agrees(slide(), null, window -> window);
    agrees(tumble(), CountEvictor.of(2), window -> window);
    agrees(tumble(), null, window -> window.allowedLateness(Duration.ofSeconds(8)));
    agrees(tumble(), null, window -> window.sideOutputLateData(LATE));
  }

  @Test
  void itsKeepingDelayKeeps() throws Exception {
    AtDelay query = windows(true, tumble(), window -> window, SECONDS);
    Observed seen = query.run(0);
    assertThat(seen.lost()).containsExactly(3L, 4L, 7L);
    query.keepsFromItsDelayOn(seen.drops().get(2));
  }

  @Test
  void intervalJoin() throws Exception {
    AtDelay query =
        delay ->
            Observed.program(
                Map.of(),
                env ->
                    texts(
                        keyed(true, () -> rows(env, delay, 1, 30, 29.999))
                            .intervalJoin(keyed(true, () -> rows(env, delay, 2, 30, 12)))
                            .between(Duration.ofSeconds(-5), Duration.ofSeconds(5))
                            .process(new DataStreamAuditTest.Pair())));
    Observed seen = query.run(0);
    assertThat(seen.run().ledger().notAudited()).isEmpty();
    assertThat(seen.account().rowsIn()).isEqualTo(6);
    assertThat(seen.account().reasons()).isEqualTo(Map.of(DropReason.DATASTREAM_INTERVAL_JOIN, 1L));
    assertThat(seen.drop().rowTime()).isEqualTo(START + 12_000);
    assertThat(seen.results()).containsExactlyInAnyOrder("1 1", "2 2", "3 2");
    long keeping = seen.drop().keepingDelay().orElseThrow();
    assertThat(query.run(keeping - 1).drops()).hasSize(1);
    assertThat(query.run(keeping).drops()).isEmpty();
  }

  @ParameterizedTest
  @ValueSource(booleans = {false, true})
  void aRowThatGetsNoWindowIsLostWithoutBeingLate(boolean async) throws Exception {
    // Windows of 5 s every 10 s: 7 s and 8 s are between two of them, in time or not; 3 s is late.
    WindowAssigner<Object, TimeWindow> gaps =
        SlidingEventTimeWindows.of(Duration.ofSeconds(5), Duration.ofSeconds(10));
    Observed seen = windows(async, gaps, window -> window, 1, 7, 22, 8, 3).run(0);

    Account account = seen.account();
    assertThat(account.rowsIn()).isEqualTo(5);
    assertThat(account.accepted()).isEqualTo(2);
    assertThat(account.reasons())
        .isEqualTo(Map.of(DropReason.NO_WINDOW, 2L, DropReason.DATASTREAM_WINDOW, 1L));
    assertThat(account.contributionsLost()).isEqualTo(1);
    assertThat(seen.late()).as("Flink counts the two late ones").isEqualTo(2);
    assertThat(seen.lost()).containsExactly(2L, 4L, 5L);
    assertThat(seen.drops().get(0).keepingDelay()).isEmpty();
    assertThat(seen.drops().get(2).missed()).containsExactly(new Window(START, START + 5000));
    assertThat(seen.results()).hasSize(2);
    assertThat(VerdictText.conclusion(seen.run()))
        .isEqualTo(
            "3 rows of 5 dropped (60.0 %). 2 rows of them got no window from the window assigner,"
                + " which no delay changes. A watermark delay of 17 s 1 ms (now 0 s) would have kept"
                + " the late one.");
  }
}
