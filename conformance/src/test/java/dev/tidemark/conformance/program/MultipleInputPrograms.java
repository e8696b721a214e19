package dev.tidemark.conformance.program;

import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.function.ToLongFunction;
import org.apache.flink.api.common.state.ValueState;
import org.apache.flink.api.common.state.ValueStateDescriptor;
import org.apache.flink.api.common.typeinfo.Types;
import org.apache.flink.api.java.functions.KeySelector;
import org.apache.flink.runtime.state.VoidNamespace;
import org.apache.flink.runtime.state.VoidNamespaceSerializer;
import org.apache.flink.streaming.api.datastream.DataStream;
import org.apache.flink.streaming.api.datastream.MultipleConnectedStreams;
import org.apache.flink.streaming.api.operators.AbstractInput;
import org.apache.flink.streaming.api.operators.AbstractStreamOperatorFactory;
import org.apache.flink.streaming.api.operators.AbstractStreamOperatorV2;
import org.apache.flink.streaming.api.operators.Input;
import org.apache.flink.streaming.api.operators.InternalTimer;
import org.apache.flink.streaming.api.operators.InternalTimerService;
import org.apache.flink.streaming.api.operators.MultipleInputStreamOperator;
import org.apache.flink.streaming.api.operators.StreamOperator;
import org.apache.flink.streaming.api.operators.StreamOperatorParameters;
import org.apache.flink.streaming.api.operators.Triggerable;
import org.apache.flink.streaming.api.transformations.KeyedMultipleInputTransformation;
import org.apache.flink.streaming.runtime.streamrecord.StreamRecord;

/** Operators with more than two inputs, as only transformations make them. */
final class MultipleInputPrograms {

  private MultipleInputPrograms() {}

  static Map<String, Program> all() {
    Map<String, Program> programs = new TreeMap<>();
    programs.put("three_inputs_keyed_state_timers", MultipleInputPrograms::threeInputs);
    return programs;
  }

  /** Three inputs add up in one state; what there is at the end does not depend on their turns. */
  private static void threeInputs(Bench bench) {
    DataStream<Pulse> pulses = Pulse.stream(bench.environment(), Pulse.arrived(), 0);
    DataStream<Long> numbers = bench.environment().fromSequence(1, 40);
    DataStream<String> words = bench.environment().fromData("a", "b", "b", "longer");
    KeyedMultipleInputTransformation<String> sums =
        new KeyedMultipleInputTransformation<>(
            "sums", new SumsFactory(), Types.STRING, 1, Types.STRING);
    sums.addInput(pulses.getTransformation(), (KeySelector<Pulse, String>) pulse -> pulse.key);
    sums.addInput(
        numbers.getTransformation(),
        (KeySelector<Long, String>) number -> number % 2 == 0 ? "a" : "b");
    sums.addInput(
        words.getTransformation(), (KeySelector<String, String>) word -> word.substring(0, 1));
    bench.environment().addOperator(sums);
    bench.output(
        "unordered sums", new MultipleConnectedStreams(bench.environment()).transform(sums));
  }

  private static final class SumsFactory extends AbstractStreamOperatorFactory<String> {
    @Override
    @SuppressWarnings({"unchecked", "TypeParameterUnusedInFormals"}) // as the interface has it
    public <T extends StreamOperator<String>> T createStreamOperator(
        StreamOperatorParameters<String> parameters) {
      return (T) new Sums(parameters);
    }

    @Override
    @SuppressWarnings("rawtypes") // as the interface has it
    public Class<? extends StreamOperator> getStreamOperatorClass(ClassLoader loader) {
      return Sums.class;
    }
  }

  private static final class Sums extends AbstractStreamOperatorV2<String>
      implements MultipleInputStreamOperator<String>, Triggerable<String, VoidNamespace> {
    private transient ValueState<Long> sum;
    private transient InternalTimerService<VoidNamespace> timers;

    Sums(StreamOperatorParameters<String> parameters) {
      super(parameters, 3);
    }

    @Override
    public void open() throws Exception {
      super.open();
      sum =
          getPartitionedState(
              VoidNamespace.INSTANCE,
              VoidNamespaceSerializer.INSTANCE,
              new ValueStateDescriptor<>("sum", Types.LONG));
      timers = getInternalTimerService("end", VoidNamespaceSerializer.INSTANCE, this);
    }

    @Override
    @SuppressWarnings("rawtypes") // as the interface has it
    public List<Input> getInputs() {
      return List.of(
          new Adding<Pulse>(this, 1, pulse -> pulse.value),
          new Adding<Long>(this, 2, number -> 1000 * number),
          new Adding<String>(this, 3, word -> 1_000_000L * word.length()));
    }

    @Override
    public void onEventTime(InternalTimer<String, VoidNamespace> timer) throws Exception {
      output.collect(new StreamRecord<>(timer.getKey() + " " + sum.value(), timer.getTimestamp()));
    }

    @Override
    public void onProcessingTime(InternalTimer<String, VoidNamespace> timer) {}

    @SuppressWarnings("unchecked") // in AbstractInput
    private static final class Adding<T> extends AbstractInput<T, String> {
      private final Sums sums;
      private final ToLongFunction<T> value;

      Adding(Sums sums, int input, ToLongFunction<T> value) {
        super(sums, input);
        this.sums = sums;
        this.value = value;
      }

      @Override
      public void processElement(StreamRecord<T> record) throws Exception {
        Long before = sums.sum.value();
        sums.sum.update((before == null ? 0 : before) + value.applyAsLong(record.getValue()));
        sums.timers.registerEventTimeTimer(VoidNamespace.INSTANCE, Long.MAX_VALUE);
      }
    }
  }
}
