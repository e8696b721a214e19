package dev.tidemark.examples.datastream;

import java.time.Duration;
import java.util.Locale;
import org.apache.flink.api.common.eventtime.WatermarkStrategy;
import org.apache.flink.api.common.typeinfo.TypeInformation;
import org.apache.flink.api.common.typeinfo.Types;
import org.apache.flink.api.java.tuple.Tuple3;
import org.apache.flink.streaming.api.datastream.SingleOutputStreamOperator;
import org.apache.flink.streaming.api.environment.StreamExecutionEnvironment;
import org.apache.flink.streaming.api.windowing.assigners.TumblingEventTimeWindows;
import org.apache.flink.util.OutputTag;
import org.apache.flink.util.ParameterTool;

/**
 * Sums a number per word in five-second windows of event time, and prints what comes too late even
 * for that.
 *
 * <p>Lines are {@code word,number,epoch-milliseconds}. The watermark stays two seconds behind the
 * largest time seen. A row that arrives up to three seconds (of the watermark) after its window has
 * fired makes the window fire again; a later one goes to the side output, where nothing is lost.
 */
public final class LateToSideOutput {

  private static final TypeInformation<Tuple3<String, Integer, Long>> ROW =
      Types.TUPLE(Types.STRING, Types.INT, Types.LONG);

  /**
   * Runs until the input ends.
   *
   * @param args where the lines come from, see {@link LineInput}
   */
  public static void main(String[] args) throws Exception {
    StreamExecutionEnvironment env = StreamExecutionEnvironment.getExecutionEnvironment();
    env.setParallelism(1);
    OutputTag<Tuple3<String, Integer, Long>> late = new OutputTag<>("late", ROW);

    SingleOutputStreamOperator<Tuple3<String, Integer, Long>> sums =
        LineInput.lines(env, ParameterTool.fromArgs(args))
            .map(LateToSideOutput::parse)
            .returns(ROW)
            .assignTimestampsAndWatermarks(
                WatermarkStrategy.<Tuple3<String, Integer, Long>>forBoundedOutOfOrderness(
                        Duration.ofSeconds(2))
                    .withTimestampAssigner((row, previous) -> row.f2))
            .keyBy(row -> row.f0)
            .window(TumblingEventTimeWindows.of(Duration.ofSeconds(5)))
            .allowedLateness(Duration.ofSeconds(3))
            .sideOutputLateData(late)
            .sum(1);

    sums.print();
    sums.getSideOutput(late).map(row -> row + " is late").print();

    env.execute("late rows to a side output");
  }

  private static Tuple3<String, Integer, Long> parse(String line) {
    String[] fields = line.toLowerCase(Locale.ROOT).split(",", -1);
    return Tuple3.of(
        fields[0].trim(), Integer.valueOf(fields[1].trim()), Long.valueOf(fields[2].trim()));
  }

  private LateToSideOutput() {}
}
