package dev.tidemark.conformance.program;

import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.TimeUnit;
import org.apache.flink.api.common.functions.OpenContext;
import org.apache.flink.api.common.typeinfo.Types;
import org.apache.flink.streaming.api.datastream.AsyncDataStream;
import org.apache.flink.streaming.api.datastream.DataStream;
import org.apache.flink.streaming.api.functions.async.ResultFuture;
import org.apache.flink.streaming.api.functions.async.RichAsyncFunction;
import org.apache.flink.streaming.api.functions.co.ProcessJoinFunction;
import org.apache.flink.streaming.api.windowing.assigners.TumblingEventTimeWindows;
import org.apache.flink.table.api.Table;
import org.apache.flink.table.api.bridge.java.StreamTableEnvironment;
import org.apache.flink.util.Collector;

/** Programs with several inputs, asynchronous calls, and a detour over SQL. */
@SuppressWarnings("SameNameButDifferent") // every kind of function has its own Context
final class JoinPrograms {

  private JoinPrograms() {}

  static Map<String, Program> all() {
    Map<String, Program> programs = new TreeMap<>();
    programs.put("union", JoinPrograms::union);
    programs.put("interval_join", JoinPrograms::intervalJoin);
    programs.put("window_co_group", JoinPrograms::windowCoGroup);
    programs.put("async_ordered", JoinPrograms::asyncOrdered);
    programs.put("async_unordered", JoinPrograms::asyncUnordered);
    programs.put("table_round_trip", JoinPrograms::tableRoundTrip);
    return programs;
  }

  private static void union(Bench bench) {
    DataStream<String> pulses =
        Pulse.stream(bench.environment(), Pulse.arrived(), 0)
            .map(Pulse::toString)
            .returns(Types.STRING);
    DataStream<String> numbers =
        bench.environment().fromSequence(1, 20).map(n -> "n" + n).returns(Types.STRING);
    DataStream<String> words = bench.environment().fromData("x", "y", "x");
    bench.output("unordered rows", pulses.union(numbers, words));
  }

  /** Both sides in order of time: no row is late, whichever comes first. */
  private static void intervalJoin(Bench bench) {
    List<Pulse> pulses = Pulse.ordered();
    bench.output(
        "unordered pairs",
        Pulse.stream(bench.environment(), pulses.subList(0, 60), 0)
            .keyBy(pulse -> pulse.key)
            .intervalJoin(
                Pulse.stream(bench.environment(), pulses.subList(30, 90), 0)
                    .keyBy(pulse -> pulse.key))
            .between(Duration.ofMillis(-700), Duration.ofMillis(300))
            .upperBoundExclusive()
            .process(
                new ProcessJoinFunction<Pulse, Pulse, String>() {
                  @Override
                  public void processElement(
                      Pulse left, Pulse right, Context context, Collector<String> out) {
                    out.collect(left + " & " + right + " at " + Pulse.at(context.getTimestamp()));
                  }
                }));
  }

  private static void windowCoGroup(Bench bench) {
    List<Pulse> pulses = Pulse.ordered();
    bench.output(
        "unordered groups",
        Pulse.stream(bench.environment(), pulses.subList(0, 60), 0)
            .coGroup(Pulse.stream(bench.environment(), pulses.subList(30, 90), 0))
            .where(pulse -> pulse.key)
            .equalTo(pulse -> pulse.key)
            .window(TumblingEventTimeWindows.of(Duration.ofSeconds(3)))
            .<String>apply(
                (left, right, out) -> {
                  int sum = 0;
                  for (Pulse pulse : left) {
                    sum += pulse.value;
                  }
                  for (Pulse pulse : right) {
                    sum -= pulse.value;
                  }
                  out.collect("difference " + sum);
                },
                Types.STRING));
  }

  private static void asyncOrdered(Bench bench) {
    bench.output(
        "answers",
        AsyncDataStream.orderedWait(
            Pulse.stream(bench.environment(), Pulse.arrived(), 0),
            new SlowAnswer(),
            10,
            TimeUnit.SECONDS,
            7));
  }

  private static void asyncUnordered(Bench bench) {
    bench.output(
        "unordered answers",
        AsyncDataStream.unorderedWait(
            Pulse.stream(bench.environment(), Pulse.arrived(), 0),
            new SlowAnswer(),
            10,
            TimeUnit.SECONDS,
            7));
  }

  /** Answers from other threads, the later question often first. */
  private static final class SlowAnswer extends RichAsyncFunction<Pulse, String> {
    private transient ExecutorService pool;

    @Override
    public void open(OpenContext context) {
      pool = Executors.newFixedThreadPool(3);
    }

    @Override
    public void close() {
      pool.shutdownNow();
    }

    @Override
    public void asyncInvoke(Pulse pulse, ResultFuture<String> result) {
      CompletableFuture.supplyAsync(() -> answer(pulse), pool)
          .thenAccept(answer -> result.complete(List.of(answer)))
          .exceptionally(
              failure -> {
                result.completeExceptionally(failure);
                return null;
              });
    }

    private static String answer(Pulse pulse) {
      int steps = 1;
      for (long n = 27L * pulse.value + 1; n != 1; n = n % 2 == 0 ? n / 2 : 3 * n + 1) {
        steps++;
      }
      return pulse + " takes " + steps;
    }
  }

  /** A stream becomes a table, and the changelog of a query becomes a stream. */
  private static void tableRoundTrip(Bench bench) {
    StreamTableEnvironment tables = StreamTableEnvironment.create(bench.environment());
    tables.createTemporaryView(
        "pulses", tables.fromDataStream(Pulse.stream(bench.environment(), Pulse.arrived(), 0)));
    Table counts =
        tables.sqlQuery(
            "SELECT `key`, COUNT(*) AS n, SUM(`value`) AS s FROM pulses GROUP BY `key`");
    bench.output(
        "changes", tables.toChangelogStream(counts).map(row -> "row " + row).returns(Types.STRING));
  }
}
