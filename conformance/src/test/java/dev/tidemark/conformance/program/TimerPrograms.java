package dev.tidemark.conformance.program;

import java.time.Duration;
import java.util.Map;
import java.util.TreeMap;
import org.apache.flink.api.common.eventtime.WatermarkStrategy;
import org.apache.flink.api.common.functions.OpenContext;
import org.apache.flink.api.common.state.ValueState;
import org.apache.flink.api.common.state.ValueStateDescriptor;
import org.apache.flink.streaming.api.functions.KeyedProcessFunction;
import org.apache.flink.streaming.api.functions.ProcessFunction;
import org.apache.flink.streaming.api.functions.source.legacy.SourceFunction;
import org.apache.flink.util.Collector;
import org.apache.flink.util.OutputTag;

/** Programs around timers, watermarks and side outputs. */
@SuppressWarnings("SameNameButDifferent") // every kind of function has its own Context
final class TimerPrograms {

  private TimerPrograms() {}

  static Map<String, Program> all() {
    Map<String, Program> programs = new TreeMap<>();
    programs.put("event_time_timers", TimerPrograms::eventTimeTimers);
    programs.put("deleted_timers", TimerPrograms::deletedTimers);
    programs.put("processing_time_timers", TimerPrograms::processingTimeTimers);
    programs.put("periodic_watermarks", TimerPrograms::periodicWatermarks);
    programs.put("side_outputs", TimerPrograms::sideOutputs);
    return programs;
  }

  /** Two timers a key and row; what a timer sees is the state at its watermark. */
  private static void eventTimeTimers(Bench bench) {
    bench.output(
        "timers",
        Pulse.stream(bench.environment(), Pulse.arrived(), 500)
            .keyBy(pulse -> pulse.key)
            .process(
                new KeyedProcessFunction<String, Pulse, String>() {
                  private transient ValueState<Integer> sum;

                  @Override
                  public void open(OpenContext context) {
                    sum =
                        getRuntimeContext()
                            .getState(new ValueStateDescriptor<>("sum", Integer.class));
                  }

                  @Override
                  public void processElement(Pulse pulse, Context context, Collector<String> out)
                      throws Exception {
                    sum.update((sum.value() == null ? 0 : sum.value()) + pulse.value);
                    long watermark = context.timerService().currentWatermark();
                    out.collect(pulse + " at watermark " + Pulse.at(watermark));
                    context.timerService().registerEventTimeTimer(pulse.time);
                    context.timerService().registerEventTimeTimer(pulse.time / 2000 * 2000 + 1999);
                  }

                  @Override
                  public void onTimer(long time, OnTimerContext context, Collector<String> out)
                      throws Exception {
                    out.collect(
                        context.getCurrentKey()
                            + " timer "
                            + Pulse.at(time)
                            + " sum "
                            + sum.value());
                  }
                }));
  }

  /** A row postpones its key's only timer: gaps in the key's time come out. */
  private static void deletedTimers(Bench bench) {
    bench.output(
        "gaps",
        Pulse.stream(bench.environment(), Pulse.arrived(), 0)
            .keyBy(pulse -> pulse.key)
            .process(
                new KeyedProcessFunction<String, Pulse, String>() {
                  private transient ValueState<Long> timer;

                  @Override
                  public void open(OpenContext context) {
                    timer =
                        getRuntimeContext()
                            .getState(new ValueStateDescriptor<>("timer", Long.class));
                  }

                  @Override
                  public void processElement(Pulse pulse, Context context, Collector<String> out)
                      throws Exception {
                    Long old = timer.value();
                    if (old != null) {
                      context.timerService().deleteEventTimeTimer(old);
                    }
                    long next = Math.max(old == null ? 0 : old, pulse.time + 800);
                    context.timerService().registerEventTimeTimer(next);
                    timer.update(next);
                  }

                  @Override
                  public void onTimer(long time, OnTimerContext context, Collector<String> out) {
                    out.collect(context.getCurrentKey() + " quiet before " + Pulse.at(time));
                    timer.clear();
                  }
                }));
  }

  /** Timers that are due at once, before the source ends; the order among keys is not fixed. */
  @SuppressWarnings("deprecation")
  private static void processingTimeTimers(Bench bench) {
    bench.set("tidemark.clock", "frozen");
    bench.output(
        "unordered timers",
        bench
            .environment()
            .addSource(new SlowlyEnding(40))
            .keyBy(number -> number)
            .process(
                new KeyedProcessFunction<Long, Long, String>() {
                  @Override
                  public void processElement(Long number, Context context, Collector<String> out) {
                    context
                        .timerService()
                        .registerProcessingTimeTimer(
                            context.timerService().currentProcessingTime());
                    out.collect("row " + number);
                  }

                  @Override
                  public void onTimer(long time, OnTimerContext context, Collector<String> out) {
                    out.collect("timer of " + context.getCurrentKey());
                  }
                }));
  }

  /** Flink's own bounded-out-of-orderness generator, asked after every record. */
  private static void periodicWatermarks(Bench bench) {
    bench.output(
        "watermarks",
        bench
            .environment()
            .fromData(Pulse.arrived())
            .assignTimestampsAndWatermarks(
                bench.perRecord(
                    WatermarkStrategy.<Pulse>forBoundedOutOfOrderness(Duration.ofMillis(700))
                        .withTimestampAssigner((pulse, ignored) -> pulse.time)))
            .process(
                new ProcessFunction<Pulse, String>() {
                  @Override
                  public void processElement(Pulse pulse, Context context, Collector<String> out) {
                    long watermark = context.timerService().currentWatermark();
                    out.collect(
                        pulse
                            + (context.timestamp() <= watermark ? " late, " : " in time, ")
                            + Pulse.at(watermark));
                  }
                }));
  }

  /** Three ways out of one function. */
  private static void sideOutputs(Bench bench) {
    OutputTag<String> odd = new OutputTag<>("odd") {};
    OutputTag<String> large = new OutputTag<>("large") {};
    var main =
        Pulse.stream(bench.environment(), Pulse.arrived(), 0)
            .process(
                new ProcessFunction<Pulse, String>() {
                  @Override
                  public void processElement(Pulse pulse, Context context, Collector<String> out) {
                    if (pulse.value % 2 == 1) {
                      context.output(odd, "odd " + pulse);
                    }
                    if (pulse.value > 80) {
                      context.output(large, "large " + pulse);
                      return;
                    }
                    out.collect("main " + pulse);
                  }
                });
    bench.output("main", main);
    bench.output("odd", main.getSideOutput(odd));
    bench.output("large", main.getSideOutput(large));
  }

  /** Counts to {@code end} and stays open for a moment, so that a cluster's timers can fire. */
  @SuppressWarnings("deprecation")
  private static final class SlowlyEnding implements SourceFunction<Long> {
    private final long end;
    private volatile boolean running = true;

    SlowlyEnding(long end) {
      this.end = end;
    }

    @Override
    public void run(SourceContext<Long> context) throws Exception {
      for (long number = 1; number <= end && running; number++) {
        context.collect(number);
      }
      Thread.sleep(500);
    }

    @Override
    public void cancel() {
      running = false;
    }
  }
}
