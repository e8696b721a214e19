package dev.tidemark.insight.audit;

import static dev.tidemark.insight.Arrivals.START;
import static org.assertj.core.api.Assertions.assertThat;

import dev.tidemark.insight.AtDelay;
import dev.tidemark.insight.Observed;
import dev.tidemark.insight.ledger.Account;
import dev.tidemark.insight.ledger.Drop;
import dev.tidemark.insight.ledger.DropReason;
import dev.tidemark.insight.ledger.VerdictText;
import dev.tidemark.insight.ledger.Window;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.function.Function;
import org.apache.flink.api.common.eventtime.Watermark;
import org.apache.flink.api.common.eventtime.WatermarkGenerator;
import org.apache.flink.api.common.eventtime.WatermarkOutput;
import org.apache.flink.api.common.eventtime.WatermarkStrategy;
import org.apache.flink.api.common.typeinfo.Types;
import org.apache.flink.api.java.tuple.Tuple2;
import org.apache.flink.cep.CEP;
import org.apache.flink.cep.functions.PatternProcessFunction;
import org.apache.flink.cep.pattern.Pattern;
import org.apache.flink.connector.datagen.source.DataGeneratorSource;
import org.apache.flink.streaming.api.datastream.DataStream;
import org.apache.flink.streaming.api.datastream.SingleOutputStreamOperator;
import org.apache.flink.streaming.api.datastream.WindowedStream;
import org.apache.flink.streaming.api.environment.StreamExecutionEnvironment;
import org.apache.flink.streaming.api.functions.KeyedProcessFunction;
import org.apache.flink.streaming.api.functions.co.ProcessJoinFunction;
import org.apache.flink.streaming.api.windowing.assigners.EventTimeSessionWindows;
import org.apache.flink.streaming.api.windowing.assigners.SlidingEventTimeWindows;
import org.apache.flink.streaming.api.windowing.assigners.TumblingEventTimeWindows;
import org.apache.flink.streaming.api.windowing.assigners.TumblingProcessingTimeWindows;
import org.apache.flink.streaming.api.windowing.assigners.WindowAssigner;
import org.apache.flink.streaming.api.windowing.evictors.CountEvictor;
import org.apache.flink.streaming.api.windowing.windows.TimeWindow;
import org.apache.flink.util.CloseableIterator;
import org.apache.flink.util.Collector;
import org.apache.flink.util.OutputTag;
import org.junit.jupiter.api.Test;

/** Windows and interval joins of the DataStream API. */
class DataStreamAuditTest {
  static final OutputTag<Tuple2<Integer, Long>> LATE =
      new OutputTag<>("late", Types.TUPLE(Types.INT, Types.LONG));

  /** Rows (number, time after the start in milliseconds) with watermarks that many behind. */
  static DataStream<Tuple2<Integer, Long>> rows(
      StreamExecutionEnvironment env, long delay, double... seconds) {
    List<Tuple2<Integer, Long>> rows = new ArrayList<>();
    for (double second : seconds) {
      rows.add(Tuple2.of(rows.size() + 1, Math.round(second * 1000)));
    }
    return env.fromData(rows, Types.TUPLE(Types.INT, Types.LONG))
        .assignTimestampsAndWatermarks(
            WatermarkStrategy.<Tuple2<Integer, Long>>forBoundedOutOfOrderness(
                    Duration.ofMillis(delay))
                .withTimestampAssigner((row, old) -> START + row.f1));
  }

  static <T> List<String> texts(DataStream<T> stream) throws Exception {
    List<String> texts = new ArrayList<>();
    try (CloseableIterator<T> results = stream.executeAndCollect()) {
      results.forEachRemaining(each -> texts.add(String.valueOf(each)));
    }
    return texts;
  }

  /** Windows whose last number is the result. */
  private static AtDelay windows(
      WindowAssigner<Object, TimeWindow> assigner,
      Function<
              WindowedStream<Tuple2<Integer, Long>, Integer, TimeWindow>,
              WindowedStream<Tuple2<Integer, Long>, Integer, TimeWindow>>
          more,
      double... seconds) {
    return delay ->
        Observed.program(
            Map.of(),
            env ->
                texts(
                    more.apply(rows(env, delay, seconds).keyBy(row -> 1).window(assigner))
                        .reduce((a, b) -> Tuple2.of(a.f0 + b.f0, b.f1))));
  }

  private static WindowAssigner<Object, TimeWindow> tumble() {
    return TumblingEventTimeWindows.of(Duration.ofSeconds(10));
  }

  @Test
  void tumble10() throws Exception {
    // DataStream's generator is one millisecond further behind: 19.999 s after the second row.
    AtDelay query = windows(tumble(), window -> window, 1, 22, 3, 15, 21);
    Observed seen = query.run(2000);
    Account account = seen.account();
    assertThat(account.rowsIn()).isEqualTo(5);
    assertThat(account.accepted()).isEqualTo(3);
    assertThat(account.behindWatermark()).isEqualTo(2);
    assertThat(account.reasons()).isEqualTo(Map.of(DropReason.DATASTREAM_WINDOW, 2L));
    assertThat(account.contributionsLost()).isEqualTo(2);
    assertThat(account.sentAside()).isZero();
    assertThat(account.description()).contains("$$Lambda").doesNotContain("/0x");
    assertThat(seen.late()).isEqualTo(2);
    Drop drop = seen.drops().get(0);
    assertThat(drop.row().ordinal()).isEqualTo(3);
    assertThat(drop.values()).containsEntry("value", "(3,3000)");
    assertThat(drop.rowTime()).isEqualTo(START + 3000);
    assertThat(drop.watermark()).isEqualTo(START + 19_999);
    assertThat(drop.setBy().ordinal()).isEqualTo(2);
    assertThat(drop.missed()).containsExactly(new Window(START, START + 10_000));
    assertThat(drop.late()).isEqualTo(10_001);
    assertThat(drop.keepingDelay()).hasValue(12_001);
    query.keepsFromItsDelayOn(drop);
    assertThat(seen.drops().get(1).late()).isEqualTo(1);
    query.keepsFromItsDelayOn(seen.drops().get(1));
  }

  @Test
  void slidingWindowsAreLostOneByOne() throws Exception {
    AtDelay query =
        windows(
            SlidingEventTimeWindows.of(Duration.ofSeconds(20), Duration.ofSeconds(10)),
            window -> window,
            1,
            25.001,
            12,
            3);
    Observed seen = query.run(0);
    assertThat(seen.account().droppedWhole()).isEqualTo(1);
    assertThat(seen.account().partlyLost()).isEqualTo(1);
    assertThat(seen.account().contributionsLost()).isEqualTo(3);
    // Flink counts only the row that no window took.
    assertThat(seen.late()).isEqualTo(1);
    Drop partly = seen.drops().get(0);
    assertThat(partly.row().ordinal()).isEqualTo(3);
    assertThat(partly.whole()).isFalse();
    assertThat(partly.missed()).containsExactly(new Window(START, START + 20_000));
    query.keepsFromItsDelayOn(partly);
    assertThat(seen.drops().get(1).missed())
        .containsExactly(
            new Window(START - 10_000, START + 10_000), new Window(START, START + 20_000));
    query.keepsFromItsDelayOn(seen.drops().get(1));
  }

  @Test
  void sessions() throws Exception {
    AtDelay query =
        windows(
            EventTimeSessionWindows.withGap(Duration.ofSeconds(10)),
            window -> window,
            1,
            100,
            50,
            96);
    Observed seen = query.run(0);
    assertThat(seen.account().accepted()).isEqualTo(3);
    assertThat(seen.late()).isEqualTo(1);
    assertThat(seen.drop().row().ordinal()).isEqualTo(3);
    assertThat(seen.drop().missed()).containsExactly(new Window(START + 50_000, START + 60_000));
    query.keepsFromItsDelayOn(seen.drop());
  }

  @Test
  void allowedLatenessFiresAgain() throws Exception {
    AtDelay query =
        windows(
            tumble(), window -> window.allowedLateness(Duration.ofSeconds(10)), 1, 22, 15, 3, 21);
    Observed seen = query.run(0);
    Account account = seen.account();
    assertThat(account.rowsIn()).isEqualTo(5);
    assertThat(account.accepted()).isEqualTo(4);
    assertThat(account.behindWatermark()).isEqualTo(3);
    assertThat(account.lateAccepted()).isEqualTo(1);
    assertThat(account.droppedWhole()).isEqualTo(1);
    assertThat(VerdictText.conclusion(seen.run()))
        .endsWith(
            "1 row came behind the end of a window and counted all the same, within the allowed"
                + " lateness.");
    Drop drop = seen.drop();
    assertThat(drop.row().ordinal()).isEqualTo(4);
    // The window and its lateness were over at 19.999 s.
    assertThat(drop.late()).isEqualTo(21_999 - 19_999 + 1);
    query.keepsFromItsDelayOn(drop);
  }

  @Test
  void aSessionThatFiresAgainIsLateAndAccepted() throws Exception {
    AtDelay query =
        windows(
            EventTimeSessionWindows.withGap(Duration.ofSeconds(10)),
            window -> window.allowedLateness(Duration.ofSeconds(30)),
            1,
            25,
            5,
            24);
    Observed seen = query.run(0);
    assertThat(seen.account().lateAccepted()).isEqualTo(1);
    assertThat(seen.account().droppedWhole()).isZero();
  }

  @Test
  void lateRowsInASideOutputAreDroppedFromTheWindowAndNotGone() throws Exception {
    List<String> aside = new ArrayList<>();
    Observed seen =
        Observed.program(
            Map.of(),
            env -> {
              SingleOutputStreamOperator<Tuple2<Integer, Long>> sums =
                  rows(env, 0, 1, 22, 3, 15)
                      .keyBy(row -> 1)
                      .window(tumble())
                      .sideOutputLateData(LATE)
                      .reduce((a, b) -> Tuple2.of(a.f0 + b.f0, b.f1));
              List<String> all =
                  texts(
                      sums.map(row -> "window " + row)
                          .returns(Types.STRING)
                          .union(
                              sums.getSideOutput(LATE)
                                  .map(row -> "late " + row)
                                  .returns(Types.STRING)));
              aside.addAll(all.stream().filter(text -> text.startsWith("late")).toList());
              return all;
            });
    assertThat(aside).containsExactly("late (3,3000)", "late (4,15000)");
    Account account = seen.account();
    assertThat(account.rowsIn()).isEqualTo(4);
    assertThat(account.accepted()).isEqualTo(2);
    assertThat(account.droppedWhole()).isEqualTo(2);
    assertThat(account.sentAside()).isEqualTo(2);
    assertThat(VerdictText.conclusion(seen.run()))
        .startsWith("2 rows of 4 dropped (50.0 %). All of them went to a side output")
        .contains("would have kept them all.");
    assertThat(seen.late()).isZero();
    assertThat(seen.reasons()).containsExactly(DropReason.SIDE_OUTPUT);
    assertThat(seen.drops().get(0).missed()).containsExactly(new Window(START, START + 10_000));
    assertThat(seen.drops().get(0).late()).isEqualTo(21_999 - 9_999 + 1);
  }

  @Test
  void evictorsChangeNothing() throws Exception {
    Observed seen =
        windows(tumble(), window -> window.evictor(CountEvictor.of(1)), 1, 22, 3).run(0);
    assertThat(seen.lost()).containsExactly(3L);
    assertThat(seen.late()).isEqualTo(1);
  }

  @Test
  void windowsByProcessingTimeNeverDrop() throws Exception {
    Observed seen =
        windows(
                TumblingProcessingTimeWindows.of(Duration.ofSeconds(10)),
                window -> window,
                1,
                22,
                3)
            .run(0);
    assertThat(seen.run().ledger().accounts()).isEmpty();
    assertThat(seen.run().ledger().notAudited()).isEmpty();
  }

  @Test
  void watermarksOfTheSourceItself() throws Exception {
    double[] seconds = {1, 22, 3, 21};
    AtDelay query =
        delay ->
            Observed.program(
                Map.of(),
                env ->
                    texts(
                        env.fromSource(
                                new DataGeneratorSource<>(
                                    index -> Math.round(seconds[index.intValue()] * 1000),
                                    seconds.length,
                                    Types.LONG),
                                WatermarkStrategy.<Long>forBoundedOutOfOrderness(
                                        Duration.ofMillis(delay))
                                    .withTimestampAssigner((row, old) -> START + row)
                                    .withIdleness(Duration.ofMinutes(1)),
                                "numbers")
                            .keyBy(row -> 1)
                            .window(tumble())
                            .reduce((a, b) -> a + b)));
    Observed seen = query.run(2000);
    assertThat(seen.drop().row().ordinal()).isEqualTo(3);
    assertThat(seen.drop().late()).isEqualTo(10_001);
    assertThat(seen.drop().keepingDelay()).hasValue(12_001);
    query.keepsFromItsDelayOn(seen.drop());
  }

  @Test
  void aWatermarkOfItsOwnKindIsTakenAsItIs() throws Exception {
    Observed seen =
        Observed.program(
            Map.of(),
            env ->
                texts(
                    env.fromData(1000L, 22_000L, 3000L)
                        .assignTimestampsAndWatermarks(
                            WatermarkStrategy.<Long>forGenerator(context -> new EachRow())
                                .withTimestampAssigner((row, old) -> START + row))
                        .keyBy(row -> 1)
                        .window(tumble())
                        .reduce((a, b) -> a + b)));
    assertThat(seen.drop().watermark()).isEqualTo(START + 22_000 - 500);
    assertThat(seen.drop().keepingDelay()).hasValue(500 + seen.drop().late());
  }

  private static final class EachRow implements WatermarkGenerator<Long> {
    @Override
    public void onEvent(Long row, long timestamp, WatermarkOutput output) {
      output.emitWatermark(new Watermark(timestamp - 500));
    }

    @Override
    public void onPeriodicEmit(WatermarkOutput output) {}
  }

  static final class Pair
      extends ProcessJoinFunction<Tuple2<Integer, Long>, Tuple2<Integer, Long>, String> {
    @Override
    public void processElement(
        Tuple2<Integer, Long> left,
        Tuple2<Integer, Long> right,
        ProcessJoinFunction<Tuple2<Integer, Long>, Tuple2<Integer, Long>, String>.Context context,
        Collector<String> out) {
      out.collect(left.f0 + " " + right.f0);
    }
  }

  private static AtDelay intervalJoin(boolean sideOutput) {
    return delay ->
        Observed.program(
            Map.of(),
            env -> {
              // Turns: l1 r1 l2 r2 l3 r3; from l2 and r2 on the watermark is at 29.999 s.
              var join =
                  rows(env, delay, 1, 30, 29.999)
                      .keyBy(row -> 1)
                      .intervalJoin(rows(env, delay, 2, 30, 12).keyBy(row -> 1))
                      .between(Duration.ofSeconds(-5), Duration.ofSeconds(5));
              return texts(
                  (sideOutput ? join.sideOutputRightLateData(LATE) : join).process(new Pair()));
            });
  }

  @Test
  void intervalJoinLooksAtNoLateRow() throws Exception {
    AtDelay query = intervalJoin(false);
    Observed seen = query.run(0);
    Account account = seen.account();
    assertThat(account.rowsIn()).isEqualTo(6);
    // Left row 3 has the watermark's own time, and that is early enough.
    assertThat(account.behindWatermark()).isEqualTo(2);
    assertThat(account.accepted()).isEqualTo(5);
    assertThat(account.reasons()).isEqualTo(Map.of(DropReason.DATASTREAM_INTERVAL_JOIN, 1L));
    assertThat(seen.results()).contains("1 1", "2 2", "3 2");
    Drop drop = seen.drop();
    assertThat(drop.rowTime()).isEqualTo(START + 12_000);
    assertThat(drop.missed()).isEmpty();
    assertThat(drop.late()).isEqualTo(29_999 - 12_000);
    assertThat(query.run(drop.keepingDelay().orElseThrow() - 1).drops()).hasSize(1);
    assertThat(query.run(drop.keepingDelay().orElseThrow()).drops()).isEmpty();

    assertThat(intervalJoin(true).run(0).reasons()).containsExactly(DropReason.SIDE_OUTPUT);
  }

  private static final class FirstOnly
      extends KeyedProcessFunction<Integer, Tuple2<Integer, Long>, String> {
    @Override
    public void processElement(
        Tuple2<Integer, Long> row,
        KeyedProcessFunction<Integer, Tuple2<Integer, Long>, String>.Context context,
        Collector<String> out) {
      if (context.timestamp() > context.timerService().currentWatermark()) {
        out.collect(row.toString());
      }
    }
  }

  @Test
  void aFunctionThatDropsByItselfIsNotAudited() throws Exception {
    Observed seen =
        Observed.program(
            Map.of(),
            env -> texts(rows(env, 0, 1, 22, 3).keyBy(row -> 1).process(new FirstOnly())));
    assertThat(seen.results()).hasSize(2);
    assertThat(seen.run().ledger().accounts()).isEmpty();
    assertThat(seen.run().ledger().notAudited())
        .singleElement()
        .satisfies(
            unknown -> {
              assertThat(unknown.name()).isEqualTo("KeyedProcess");
              assertThat(unknown.why()).contains("decides by itself");
            });
  }

  private static final class Firsts extends PatternProcessFunction<Tuple2<Integer, Long>, String> {
    @Override
    public void processMatch(
        Map<String, List<Tuple2<Integer, Long>>> match,
        PatternProcessFunction.Context context,
        Collector<String> out) {
      out.collect(match.toString());
    }
  }

  @Test
  void patternsMaySendLateRowsAside() throws Exception {
    for (boolean aside : new boolean[] {false, true}) {
      Observed seen =
          Observed.program(
              Map.of(),
              env -> {
                var pattern =
                    CEP.pattern(
                        rows(env, 0, 1, 22, 3).keyBy(row -> 1),
                        Pattern.<Tuple2<Integer, Long>>begin("first"));
                return texts(
                    (aside ? pattern.sideOutputLateData(LATE) : pattern).process(new Firsts()));
              });
      assertThat(seen.lost()).containsExactly(3L);
      assertThat(seen.reasons())
          .isEqualTo(Arrays.asList(aside ? DropReason.SIDE_OUTPUT : DropReason.MATCH_RECOGNIZE));
      assertThat(seen.drop().late()).isEqualTo(21_999 - 3000 + 1);
    }
  }
}
