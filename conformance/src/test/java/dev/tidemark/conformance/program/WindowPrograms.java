package dev.tidemark.conformance.program;

import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import org.apache.flink.api.common.eventtime.WatermarkStrategy;
import org.apache.flink.api.common.functions.AggregateFunction;
import org.apache.flink.api.common.typeinfo.Types;
import org.apache.flink.streaming.api.datastream.SingleOutputStreamOperator;
import org.apache.flink.streaming.api.functions.windowing.ProcessAllWindowFunction;
import org.apache.flink.streaming.api.functions.windowing.ProcessWindowFunction;
import org.apache.flink.streaming.api.windowing.assigners.EventTimeSessionWindows;
import org.apache.flink.streaming.api.windowing.assigners.SlidingEventTimeWindows;
import org.apache.flink.streaming.api.windowing.assigners.TumblingEventTimeWindows;
import org.apache.flink.streaming.api.windowing.evictors.CountEvictor;
import org.apache.flink.streaming.api.windowing.windows.GlobalWindow;
import org.apache.flink.streaming.api.windowing.windows.TimeWindow;
import org.apache.flink.util.Collector;
import org.apache.flink.util.OutputTag;

/** Programs with DataStream windows. */
@SuppressWarnings("SameNameButDifferent") // every kind of function has its own Context
final class WindowPrograms {

  private WindowPrograms() {}

  static Map<String, Program> all() {
    Map<String, Program> programs = new TreeMap<>();
    programs.put("reduce_window_late_side_output", WindowPrograms::reduceWindow);
    programs.put("sliding_aggregate", WindowPrograms::slidingAggregate);
    programs.put("session_process", WindowPrograms::sessionProcess);
    programs.put("count_window_evictor", WindowPrograms::countWindow);
    programs.put("window_all_at_once", WindowPrograms::windowAllAtOnce);
    return programs;
  }

  /** Allowed lateness fires again; what comes later still goes to the side output. */
  private static void reduceWindow(Bench bench) {
    OutputTag<Pulse> late = new OutputTag<>("late") {};
    SingleOutputStreamOperator<Pulse> windows =
        Pulse.stream(bench.environment(), Pulse.arrived(), 300)
            .keyBy(pulse -> pulse.key)
            .window(TumblingEventTimeWindows.of(Duration.ofSeconds(2)))
            .allowedLateness(Duration.ofMillis(1500))
            .sideOutputLateData(late)
            .reduce((a, b) -> new Pulse(a.id, a.key, a.value + b.value, Math.max(a.time, b.time)));
    bench.output("windows", windows.map(Pulse::toString).returns(Types.STRING));
    bench.output("late", windows.getSideOutput(late).map(Pulse::toString).returns(Types.STRING));
  }

  private static void slidingAggregate(Bench bench) {
    bench.output(
        "windows",
        Pulse.stream(bench.environment(), Pulse.arrived(), 0)
            .keyBy(pulse -> pulse.key)
            .window(
                SlidingEventTimeWindows.of(
                    Duration.ofSeconds(3), Duration.ofSeconds(1), Duration.ofMillis(250)))
            .aggregate(
                new Mean(),
                new ProcessWindowFunction<Double, String, String, TimeWindow>() {
                  @Override
                  public void process(
                      String key, Context context, Iterable<Double> means, Collector<String> out) {
                    for (double mean : means) {
                      out.collect(
                          key
                              + " from "
                              + Pulse.at(context.window().getStart())
                              + " mean "
                              + mean
                              + " at watermark "
                              + Pulse.at(context.currentWatermark()));
                    }
                  }
                }));
  }

  private static void sessionProcess(Bench bench) {
    bench.output(
        "sessions",
        Pulse.stream(bench.environment(), Pulse.arrived(), 400)
            .keyBy(pulse -> pulse.key)
            .window(EventTimeSessionWindows.withGap(Duration.ofMillis(900)))
            .allowedLateness(Duration.ofSeconds(1))
            .process(
                new ProcessWindowFunction<Pulse, String, String, TimeWindow>() {
                  @Override
                  public void process(
                      String key, Context context, Iterable<Pulse> pulses, Collector<String> out) {
                    List<Integer> ids = new ArrayList<>();
                    pulses.forEach(pulse -> ids.add(pulse.id));
                    TimeWindow window = context.window();
                    out.collect(
                        key
                            + " "
                            + Pulse.at(window.getStart())
                            + ".."
                            + Pulse.at(window.getEnd())
                            + " "
                            + ids);
                  }
                }));
  }

  private static void countWindow(Bench bench) {
    bench.output(
        "windows",
        Pulse.stream(bench.environment(), Pulse.arrived(), 0)
            .keyBy(pulse -> pulse.key)
            .countWindow(7, 3)
            .evictor(CountEvictor.of(5))
            .process(
                new ProcessWindowFunction<Pulse, String, String, GlobalWindow>() {
                  @Override
                  public void process(
                      String key, Context context, Iterable<Pulse> pulses, Collector<String> out) {
                    List<Integer> ids = new ArrayList<>();
                    pulses.forEach(pulse -> ids.add(pulse.id));
                    out.collect(key + " " + ids);
                  }
                }));
  }

  /** No watermark before the end of input: nothing is late, all windows fire in order of time. */
  private static void windowAllAtOnce(Bench bench) {
    bench.environment().getConfig().setAutoWatermarkInterval(3_600_000);
    bench.set("tidemark.watermark.policy", "at-once");
    bench.output(
        "windows",
        bench
            .environment()
            .fromData(Pulse.arrived())
            .assignTimestampsAndWatermarks(
                WatermarkStrategy.<Pulse>forMonotonousTimestamps()
                    .withTimestampAssigner((pulse, ignored) -> pulse.time))
            .windowAll(TumblingEventTimeWindows.of(Duration.ofSeconds(1)))
            .process(
                new ProcessAllWindowFunction<Pulse, String, TimeWindow>() {
                  @Override
                  public void process(
                      Context context, Iterable<Pulse> pulses, Collector<String> out) {
                    int sum = 0;
                    for (Pulse pulse : pulses) {
                      sum += pulse.value;
                    }
                    out.collect(Pulse.at(context.window().getStart()) + " sum " + sum);
                  }
                }));
  }

  /** A mean, with an accumulator that Flink serializes as a generic type. */
  private static final class Mean implements AggregateFunction<Pulse, int[], Double> {
    @Override
    public int[] createAccumulator() {
      return new int[2];
    }

    @Override
    public int[] add(Pulse pulse, int[] accumulator) {
      return new int[] {accumulator[0] + pulse.value, accumulator[1] + 1};
    }

    @Override
    public Double getResult(int[] accumulator) {
      return (double) accumulator[0] / accumulator[1];
    }

    @Override
    public int[] merge(int[] a, int[] b) {
      return new int[] {a[0] + b[0], a[1] + b[1]};
    }
  }
}
