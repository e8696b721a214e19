package dev.tidemark.examples.datastream;

import java.time.Duration;
import org.apache.flink.api.common.eventtime.Watermark;
import org.apache.flink.api.common.eventtime.WatermarkGenerator;
import org.apache.flink.api.common.eventtime.WatermarkOutput;
import org.apache.flink.api.common.eventtime.WatermarkStrategy;
import org.apache.flink.api.common.typeinfo.TypeInformation;
import org.apache.flink.api.common.typeinfo.Types;
import org.apache.flink.api.java.tuple.Tuple3;
import org.apache.flink.streaming.api.environment.StreamExecutionEnvironment;
import org.apache.flink.streaming.api.windowing.assigners.TumblingEventTimeWindows;
import org.apache.flink.util.ParameterTool;

/**
 * A punctuated watermark: only rows that carry a mark move it. A producer that knows when it has
 * sent everything up to a time says so, and no guess at a delay is needed.
 *
 * <p>Lines are {@code device,number,epoch-milliseconds}; a line whose device is {@code #} says that
 * all rows up to and including that time have been sent. Sums per device in ten-second windows are
 * printed as they fire.
 */
public final class MarkerWatermarks {

  private static final String MARK = "#";
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

    LineInput.lines(env, ParameterTool.fromArgs(args))
        .map(MarkerWatermarks::parse)
        .returns(ROW)
        .assignTimestampsAndWatermarks(
            WatermarkStrategy.<Tuple3<String, Integer, Long>>forGenerator(context -> new OnMark())
                .withTimestampAssigner((row, previous) -> row.f2))
        .filter(row -> !row.f0.equals(MARK))
        .keyBy(row -> row.f0)
        .window(TumblingEventTimeWindows.of(Duration.ofSeconds(10)))
        .sum(1)
        .print();

    env.execute("watermarks on marks");
  }

  private static Tuple3<String, Integer, Long> parse(String line) {
    String[] fields = line.split(",", -1);
    return Tuple3.of(
        fields[0].trim(), Integer.valueOf(fields[1].trim()), Long.valueOf(fields[2].trim()));
  }

  /** Emits at a mark, at once, and never by the clock. */
  private static final class OnMark implements WatermarkGenerator<Tuple3<String, Integer, Long>> {
    @Override
    public void onEvent(
        Tuple3<String, Integer, Long> row, long eventMillis, WatermarkOutput output) {
      if (row.f0.equals(MARK)) {
        output.emitWatermark(new Watermark(eventMillis));
      }
    }

    @Override
    public void onPeriodicEmit(WatermarkOutput output) {
      // The marks in the stream say all there is to say.
    }
  }

  private MarkerWatermarks() {}
}
