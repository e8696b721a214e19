package dev.tidemark.conformance.program;

import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import org.apache.flink.api.common.accumulators.IntCounter;
import org.apache.flink.api.common.functions.AggregateFunction;
import org.apache.flink.api.common.functions.OpenContext;
import org.apache.flink.api.common.functions.RichMapFunction;
import org.apache.flink.api.common.state.AggregatingState;
import org.apache.flink.api.common.state.AggregatingStateDescriptor;
import org.apache.flink.api.common.state.ListState;
import org.apache.flink.api.common.state.ListStateDescriptor;
import org.apache.flink.api.common.state.MapState;
import org.apache.flink.api.common.state.MapStateDescriptor;
import org.apache.flink.api.common.state.ReducingState;
import org.apache.flink.api.common.state.ReducingStateDescriptor;
import org.apache.flink.api.common.typeinfo.Types;
import org.apache.flink.runtime.state.FunctionInitializationContext;
import org.apache.flink.runtime.state.FunctionSnapshotContext;
import org.apache.flink.streaming.api.checkpoint.CheckpointedFunction;
import org.apache.flink.streaming.api.datastream.BroadcastStream;
import org.apache.flink.streaming.api.functions.KeyedProcessFunction;
import org.apache.flink.streaming.api.functions.co.KeyedBroadcastProcessFunction;
import org.apache.flink.streaming.api.functions.co.KeyedCoProcessFunction;
import org.apache.flink.util.Collector;

/** Programs around state: keyed, operator and broadcast. */
@SuppressWarnings("SameNameButDifferent") // every kind of function has its own Context
final class StatePrograms {

  private StatePrograms() {}

  static Map<String, Program> all() {
    Map<String, Program> programs = new TreeMap<>();
    programs.put("keyed_state_kinds", StatePrograms::keyedStateKinds);
    programs.put("operator_state", StatePrograms::operatorState);
    programs.put("broadcast_state", StatePrograms::broadcastState);
    programs.put("connect_co_process", StatePrograms::connectCoProcess);
    return programs;
  }

  /** List, map, reducing and aggregating state in one function. */
  private static void keyedStateKinds(Bench bench) {
    bench.output(
        "states",
        Pulse.stream(bench.environment(), Pulse.arrived(), 0)
            .keyBy(pulse -> pulse.key)
            .process(new EveryKindOfState()));
  }

  private static final class EveryKindOfState extends KeyedProcessFunction<String, Pulse, String> {
    private transient ListState<Integer> list;
    private transient MapState<Integer, Integer> map;
    private transient ReducingState<Integer> highest;
    private transient AggregatingState<Integer, String> text;

    @Override
    public void open(OpenContext context) {
      list = getRuntimeContext().getListState(new ListStateDescriptor<>("list", Types.INT));
      map = getRuntimeContext().getMapState(new MapStateDescriptor<>("map", Types.INT, Types.INT));
      highest =
          getRuntimeContext()
              .getReducingState(new ReducingStateDescriptor<>("highest", Math::max, Types.INT));
      text =
          getRuntimeContext()
              .getAggregatingState(
                  new AggregatingStateDescriptor<>("text", new Joined(), Types.STRING));
    }

    @Override
    public void processElement(Pulse pulse, Context context, Collector<String> out)
        throws Exception {
      list.add(pulse.id);
      int digit = pulse.value % 10;
      map.put(digit, map.contains(digit) ? map.get(digit) + 1 : 1);
      highest.add(pulse.value);
      text.add(pulse.value);
      List<Integer> ids = new ArrayList<>();
      list.get().forEach(ids::add);
      Map<Integer, Integer> digits = new TreeMap<>();
      map.entries().forEach(entry -> digits.put(entry.getKey(), entry.getValue()));
      out.collect(pulse.key + ids + digits + highest.get() + " " + text.get());
      if (ids.size() == 6) {
        list.clear();
        map.clear();
        text.clear();
      }
    }
  }

  private static final class Joined implements AggregateFunction<Integer, String, String> {
    @Override
    public String createAccumulator() {
      return "";
    }

    @Override
    public String add(Integer value, String accumulator) {
      return accumulator + "/" + value;
    }

    @Override
    public String getResult(String accumulator) {
      return accumulator;
    }

    @Override
    public String merge(String a, String b) {
      return a + b;
    }
  }

  /** A map with operator state and an accumulator. */
  private static void operatorState(Bench bench) {
    bench.output(
        "numbered", Pulse.stream(bench.environment(), Pulse.arrived(), 0).map(new Numbering()));
  }

  private static final class Numbering extends RichMapFunction<Pulse, String>
      implements CheckpointedFunction {
    private final IntCounter large = new IntCounter();
    private transient ListState<Long> seen;

    @Override
    public void initializeState(FunctionInitializationContext context) throws Exception {
      seen =
          context
              .getOperatorStateStore()
              .getListState(new ListStateDescriptor<>("seen", Long.class));
    }

    @Override
    public void snapshotState(FunctionSnapshotContext context) {}

    @Override
    public void open(OpenContext context) {
      getRuntimeContext().addAccumulator("test.large", large);
    }

    @Override
    public String map(Pulse pulse) throws Exception {
      seen.add(pulse.time);
      int count = 0;
      for (long time : seen.get()) {
        count += time <= pulse.time ? 1 : 0;
      }
      if (pulse.value > 50) {
        large.add(1);
      }
      return pulse + " is number " + count + " of those so far";
    }
  }

  /** Rules and rows come in any order; both are known when the watermark of both has passed. */
  private static void broadcastState(Bench bench) {
    MapStateDescriptor<String, Integer> limits =
        new MapStateDescriptor<>("limits", Types.STRING, Types.INT);
    List<Pulse> rules =
        List.of(new Pulse(1, "a", 30, 0), new Pulse(2, "b", 60, 0), new Pulse(3, "a", 55, 1));
    BroadcastStream<Pulse> broadcast =
        Pulse.stream(bench.environment(), rules, 0).broadcast(limits);
    bench.output(
        "unordered matches",
        Pulse.stream(bench.environment(), Pulse.arrived(), 60_000)
            .keyBy(pulse -> pulse.key)
            .connect(broadcast)
            .process(new AboveLimit(limits)));
  }

  private static final class AboveLimit
      extends KeyedBroadcastProcessFunction<String, Pulse, Pulse, String> {
    private final MapStateDescriptor<String, Integer> limits;
    private transient ListState<Integer> values;

    AboveLimit(MapStateDescriptor<String, Integer> limits) {
      this.limits = limits;
    }

    @Override
    public void open(OpenContext context) {
      values = getRuntimeContext().getListState(new ListStateDescriptor<>("values", Types.INT));
    }

    @Override
    public void processElement(Pulse pulse, ReadOnlyContext context, Collector<String> out)
        throws Exception {
      values.add(pulse.value);
      context.timerService().registerEventTimeTimer(Long.MAX_VALUE);
    }

    @Override
    public void processBroadcastElement(Pulse rule, Context context, Collector<String> out)
        throws Exception {
      context.getBroadcastState(limits).put(rule.key, rule.value);
    }

    @Override
    public void onTimer(long time, OnTimerContext context, Collector<String> out) throws Exception {
      Integer limit = context.getBroadcastState(limits).get(context.getCurrentKey());
      for (int value : values.get()) {
        if (limit == null || value > limit) {
          out.collect(context.getCurrentKey() + " " + value + " over " + limit);
        }
      }
    }
  }

  /** Sums of two inputs meet at the end. */
  private static void connectCoProcess(Bench bench) {
    bench.output(
        "unordered sums",
        Pulse.stream(bench.environment(), Pulse.arrived(), 0)
            .keyBy(pulse -> pulse.key)
            .connect(
                bench
                    .environment()
                    .fromSequence(1, 40)
                    .keyBy(number -> number % 2 == 0 ? "a" : "b"))
            .process(
                new KeyedCoProcessFunction<String, Pulse, Long, String>() {
                  private transient ReducingState<Long> sum;

                  @Override
                  public void open(OpenContext context) {
                    sum =
                        getRuntimeContext()
                            .getReducingState(
                                new ReducingStateDescriptor<>("sum", Long::sum, Types.LONG));
                  }

                  @Override
                  public void processElement1(Pulse pulse, Context context, Collector<String> out)
                      throws Exception {
                    sum.add((long) pulse.value);
                    context.timerService().registerEventTimeTimer(Long.MAX_VALUE);
                  }

                  @Override
                  public void processElement2(Long number, Context context, Collector<String> out)
                      throws Exception {
                    sum.add(1000 * number);
                    context.timerService().registerEventTimeTimer(Long.MAX_VALUE);
                  }

                  @Override
                  public void onTimer(long time, OnTimerContext context, Collector<String> out)
                      throws Exception {
                    out.collect(context.getCurrentKey() + " " + sum.get());
                  }
                }));
  }
}
