package dev.tidemark.runtime;

import static dev.tidemark.runtime.Programs.dataStream;
import static dev.tidemark.runtime.Programs.elements;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;
import org.apache.flink.api.common.JobExecutionResult;
import org.apache.flink.api.common.JobStatus;
import org.apache.flink.api.common.accumulators.IntCounter;
import org.apache.flink.api.common.eventtime.WatermarkStrategy;
import org.apache.flink.api.common.functions.OpenContext;
import org.apache.flink.api.common.functions.RichMapFunction;
import org.apache.flink.api.common.typeinfo.Types;
import org.apache.flink.configuration.CoreOptions;
import org.apache.flink.core.execution.JobClient;
import org.apache.flink.streaming.api.datastream.AsyncDataStream;
import org.apache.flink.streaming.api.datastream.DataStream;
import org.apache.flink.streaming.api.environment.StreamExecutionEnvironment;
import org.apache.flink.streaming.api.functions.KeyedProcessFunction;
import org.apache.flink.streaming.api.functions.async.AsyncFunction;
import org.apache.flink.streaming.api.functions.async.ResultFuture;
import org.apache.flink.streaming.api.functions.co.CoMapFunction;
import org.apache.flink.streaming.api.functions.sink.v2.DiscardingSink;
import org.apache.flink.streaming.api.functions.source.legacy.SourceFunction;
import org.apache.flink.streaming.api.windowing.assigners.TumblingEventTimeWindows;
import org.apache.flink.util.CloseableIterator;
import org.apache.flink.util.Collector;
import org.junit.jupiter.api.Test;

/** Flink's DataStream API on the target. */
class DataStreamRunTest {
  @Test
  void watermarksFollowEachRecord() throws Exception {
    StreamExecutionEnvironment env = dataStream(Map.of());
    DataStream<Long> times =
        env.fromData(1000L, 2000L, 6000L, 3000L, 12000L)
            .assignTimestampsAndWatermarks(
                WatermarkStrategy.<Long>forMonotonousTimestamps()
                    .withTimestampAssigner((time, before) -> time));
    // 3000 arrives behind the window that 6000 closed.
    assertThat(
            elements(
                times
                    .windowAll(TumblingEventTimeWindows.of(Duration.ofSeconds(5)))
                    .reduce(Long::sum)))
        .containsExactly(3000L, 6000L, 12000L);
  }

  @Test
  void accumulatorsAndResultComeBack() throws Exception {
    StreamExecutionEnvironment env = dataStream(Map.of());
    env.fromSequence(1, 10).map(new Counting()).sinkTo(new DiscardingSink<>());
    JobExecutionResult result = env.execute("count");
    assertThat(result.<Integer>getAccumulatorResult("seen")).isEqualTo(10);
  }

  @Test
  void asyncAnswersKeepArrivalOrder() throws Exception {
    StreamExecutionEnvironment env = dataStream(Map.of());
    DataStream<Integer> answers =
        AsyncDataStream.unorderedWait(
            env.fromData(1, 2, 3, 4, 5), new Doubling(), 10, TimeUnit.SECONDS, 5);
    assertThat(elements(answers)).containsExactly(2, 4, 6, 8, 10);
  }

  @Test
  void legacySourcesAlternate() throws Exception {
    StreamExecutionEnvironment env = dataStream(Map.of());
    @SuppressWarnings("deprecation")
    DataStream<String> left = env.addSource(new Letters("a", 3), Types.STRING);
    @SuppressWarnings("deprecation")
    DataStream<String> right = env.addSource(new Letters("b", 2), Types.STRING);
    assertThat(elements(left.union(right))).containsExactly("a0", "b0", "a1", "b1", "a2");
  }

  @Test
  void cancelEndsASourceThatNeverDoes() throws Exception {
    StreamExecutionEnvironment env = dataStream(Map.of());
    @SuppressWarnings("deprecation")
    DataStream<String> endless = env.addSource(new Letters("x", Integer.MAX_VALUE), Types.STRING);
    endless.sinkTo(new DiscardingSink<>());
    JobClient job = env.executeAsync("endless");
    assertThatThrownBy(() -> job.getJobExecutionResult().get(300, TimeUnit.MILLISECONDS))
        .isInstanceOf(TimeoutException.class);
    assertThat(job.cancel()).succeedsWithin(30, TimeUnit.SECONDS);
    assertThat(job.getJobStatus().get()).isEqualTo(JobStatus.CANCELED);
  }

  @Test
  void timersFollowTheComputersClockBehindAnEndlessSource() throws Exception {
    StreamExecutionEnvironment env = dataStream(Map.of());
    @SuppressWarnings("deprecation")
    DataStream<String> endless = env.addSource(new Letters("x", Integer.MAX_VALUE), Types.STRING);
    DataStream<String> fired = endless.keyBy(letter -> 0, Types.INT).process(new ThreeTimers());
    try (CloseableIterator<String> results = fired.executeAndCollect()) {
      assertThat(List.of(results.next(), results.next(), results.next()))
          .containsExactly("timer 1", "timer 2", "timer 3");
    }
  }

  private static final class ThreeTimers extends KeyedProcessFunction<Integer, String, String> {
    private static final long serialVersionUID = 1L;
    private int fired;
    private boolean started;

    @Override
    public void processElement(String value, Context context, Collector<String> out) {
      if (!started) {
        started = true;
        context
            .timerService()
            .registerProcessingTimeTimer(context.timerService().currentProcessingTime() + 20);
      }
    }

    @Override
    public void onTimer(long timestamp, OnTimerContext context, Collector<String> out) {
      out.collect("timer " + ++fired);
      context.timerService().registerProcessingTimeTimer(timestamp + 20);
    }
  }

  @Test
  void batchModeGroupsByKey() throws Exception {
    StreamExecutionEnvironment env = dataStream(Map.of("execution.runtime-mode", "BATCH"));
    assertThat(
            elements(
                env.fromData("b", "a", "b", "c", "a", "b")
                    .map(word -> word + "1")
                    .keyBy(word -> word)
                    .reduce((one, other) -> one + "+")))
        .containsExactlyInAnyOrder("a1+", "b1++", "c1");
  }

  @Test
  void batchModeMergesTwoSortedInputsByKey() throws Exception {
    StreamExecutionEnvironment env = dataStream(Map.of("execution.runtime-mode", "BATCH"));
    DataStream<String> left = env.fromData("b1", "a1", "c1", "a2");
    DataStream<String> right = env.fromData("c9", "a9", "d9");
    assertThat(
            elements(
                left.keyBy(word -> word.charAt(0), Types.CHAR)
                    .connect(right.keyBy(word -> word.charAt(0), Types.CHAR))
                    .map(new BothSides())))
        .satisfies(
            // Grouped by key over both inputs, whatever the order of the keys is.
            words -> assertThat(groups(words.stream().map(w -> w.charAt(1)).toList())).isEqualTo(4))
        .containsExactlyInAnyOrder("<b1", "<a1", "<c1", "<a2", ">c9", ">a9", ">d9");
  }

  private static int groups(List<Character> keys) {
    int groups = 0;
    for (int i = 0; i < keys.size(); i++) {
      groups += i == 0 || !keys.get(i).equals(keys.get(i - 1)) ? 1 : 0;
    }
    return groups;
  }

  private static final class BothSides implements CoMapFunction<String, String, String> {
    private static final long serialVersionUID = 1L;

    @Override
    public String map1(String value) {
      return "<" + value;
    }

    @Override
    public String map2(String value) {
      return ">" + value;
    }
  }

  @Test
  void failuresKeepTheirCause() {
    StreamExecutionEnvironment env = dataStream(Map.of());
    env.fromData(1)
        .map(
            n -> {
              if (n == 1) {
                throw new IllegalStateException("row " + n);
              }
              return n;
            })
        .sinkTo(new DiscardingSink<>());
    assertThatThrownBy(() -> env.execute("fails"))
        .hasMessageContaining("Job execution failed")
        .rootCause()
        .isInstanceOf(IllegalStateException.class)
        .hasMessage("row 1");
  }

  @Test
  void configuringTheTargetLaterIsEnough() throws Exception {
    StreamExecutionEnvironment env = StreamExecutionEnvironment.getExecutionEnvironment();
    env.configure(Programs.target(Map.of()).set(CoreOptions.DEFAULT_PARALLELISM, 1));
    env.setParallelism(1);
    env.fromData(1, 2, 3).map(new ThreadName()).print();
    assertThat(elements(env.fromData(1).map(new ThreadName())).get(0)).startsWith("tidemark-job");
  }

  private static final class ThreadName extends RichMapFunction<Integer, String> {
    private static final long serialVersionUID = 1L;

    @Override
    public String map(Integer value) {
      return Thread.currentThread().getName();
    }
  }

  private static final class Counting extends RichMapFunction<Long, Long> {
    private static final long serialVersionUID = 1L;
    private final IntCounter seen = new IntCounter();

    @Override
    public void open(OpenContext context) {
      getRuntimeContext().addAccumulator("seen", seen);
    }

    @Override
    public Long map(Long value) {
      seen.add(1);
      return value;
    }
  }

  private static final class Doubling implements AsyncFunction<Integer, Integer> {
    private static final long serialVersionUID = 1L;

    @Override
    public void asyncInvoke(Integer input, ResultFuture<Integer> result) {
      CompletableFuture<Void> unused =
          CompletableFuture.runAsync(() -> result.complete(List.of(input * 2)));
    }
  }

  @SuppressWarnings("deprecation")
  private static final class Letters implements SourceFunction<String> {
    private static final long serialVersionUID = 1L;
    private final String letter;
    private final int count;
    private volatile boolean running = true;

    Letters(String letter, int count) {
      this.letter = letter;
      this.count = count;
    }

    @Override
    public void run(SourceContext<String> context) {
      for (int i = 0; running && i < count; i++) {
        context.collect(letter + i);
      }
    }

    @Override
    public void cancel() {
      running = false;
    }
  }
}
