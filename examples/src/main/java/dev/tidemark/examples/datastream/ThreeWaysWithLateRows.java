package dev.tidemark.examples.datastream;

import java.time.Duration;
import org.apache.flink.api.common.eventtime.WatermarkStrategy;
import org.apache.flink.api.common.typeinfo.TypeInformation;
import org.apache.flink.api.common.typeinfo.Types;
import org.apache.flink.api.java.tuple.Tuple3;
import org.apache.flink.streaming.api.datastream.KeyedStream;
import org.apache.flink.streaming.api.datastream.SingleOutputStreamOperator;
import org.apache.flink.streaming.api.datastream.WindowedStream;
import org.apache.flink.streaming.api.environment.StreamExecutionEnvironment;
import org.apache.flink.streaming.api.windowing.assigners.TumblingEventTimeWindows;
import org.apache.flink.streaming.api.windowing.windows.TimeWindow;
import org.apache.flink.util.OutputTag;
import org.apache.flink.util.ParameterTool;

/**
 * The three ways in which a window can treat a late row, side by side on one stream:
 *
 * <ul>
 *   <li>{@code drop}: the default, the row is gone;
 *   <li>{@code again}: with allowed lateness (three seconds here) the window fires again with the
 *       row in it, until the watermark has passed its end by that much; what comes later is gone;
 *   <li>{@code aside}: the row goes to a side output and somebody else deals with it.
 * </ul>
 *
 * <p>Lines are {@code key,number,epoch-milliseconds}; the watermark is one second behind; windows
 * are five seconds long. Each printed line starts with the way that it belongs to.
 */
public final class ThreeWaysWithLateRows {

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

    KeyedStream<Tuple3<String, Integer, Long>, String> rows =
        LineInput.lines(env, ParameterTool.fromArgs(args))
            .map(ThreeWaysWithLateRows::parse)
            .returns(ROW)
            .assignTimestampsAndWatermarks(
                WatermarkStrategy.<Tuple3<String, Integer, Long>>forBoundedOutOfOrderness(
                        Duration.ofSeconds(1))
                    .withTimestampAssigner((row, previous) -> row.f2))
            .keyBy(row -> row.f0);

    print("drop", windows(rows).sum(1));

    print("again", windows(rows).allowedLateness(Duration.ofSeconds(3)).sum(1));

    OutputTag<Tuple3<String, Integer, Long>> late = new OutputTag<>("late", ROW);
    SingleOutputStreamOperator<Tuple3<String, Integer, Long>> aside =
        windows(rows).sideOutputLateData(late).sum(1);
    print("aside", aside);
    aside.getSideOutput(late).map(row -> "aside " + row + " came too late").print();

    env.execute("three ways with late rows");
  }

  private static WindowedStream<Tuple3<String, Integer, Long>, String, TimeWindow> windows(
      KeyedStream<Tuple3<String, Integer, Long>, String> rows) {
    return rows.window(TumblingEventTimeWindows.of(Duration.ofSeconds(5)));
  }

  private static void print(
      String way, SingleOutputStreamOperator<Tuple3<String, Integer, Long>> sums) {
    sums.map(row -> way + " " + row).print();
  }

  private static Tuple3<String, Integer, Long> parse(String line) {
    String[] fields = line.split(",", -1);
    return Tuple3.of(
        fields[0].trim(), Integer.valueOf(fields[1].trim()), Long.valueOf(fields[2].trim()));
  }

  private ThreeWaysWithLateRows() {}
}
