package dev.tidemark.examples.datastream;

import java.time.Duration;
import java.time.Instant;
import java.time.ZoneId;
import java.time.format.DateTimeFormatter;
import java.util.Locale;
import org.apache.flink.api.common.eventtime.BoundedOutOfOrdernessWatermarks;
import org.apache.flink.api.common.eventtime.WatermarkGenerator;
import org.apache.flink.api.common.eventtime.WatermarkOutput;
import org.apache.flink.api.common.eventtime.WatermarkStrategy;
import org.apache.flink.api.common.typeinfo.TypeInformation;
import org.apache.flink.api.common.typeinfo.Types;
import org.apache.flink.api.java.tuple.Tuple2;
import org.apache.flink.streaming.api.environment.StreamExecutionEnvironment;
import org.apache.flink.streaming.api.windowing.assigners.TumblingEventTimeWindows;
import org.apache.flink.util.ParameterTool;

/**
 * Prints each element with its event time and the watermark that it leads to, and the windows as
 * they fire: one sees which element closes which window.
 *
 * <p>Lines are {@code key epoch-milliseconds}. The watermark is the largest time seen minus two
 * seconds; windows are three seconds long and add up the times per key.
 */
public final class WatermarkPerElement {

  private static final Duration DELAY = Duration.ofSeconds(2);
  private static final TypeInformation<Tuple2<String, Long>> ROW =
      Types.TUPLE(Types.STRING, Types.LONG);

  /**
   * Runs until the input ends.
   *
   * @param args where the lines come from, see {@link LineInput}; {@code --zone ZONE} is the time
   *     zone of the printed times, by default {@code Asia/Taipei}
   */
  public static void main(String[] args) throws Exception {
    ParameterTool arguments = ParameterTool.fromArgs(args);
    String zone = ZoneId.of(arguments.get("zone", "Asia/Taipei")).getId();
    StreamExecutionEnvironment env = StreamExecutionEnvironment.getExecutionEnvironment();
    env.setParallelism(1);

    LineInput.lines(env, arguments)
        .map(WatermarkPerElement::parse)
        .returns(ROW)
        .assignTimestampsAndWatermarks(
            WatermarkStrategy.<Tuple2<String, Long>>forGenerator(
                    context -> new PrintingWatermarks(zone))
                .withTimestampAssigner((row, previous) -> row.f1))
        .keyBy(row -> row.f0)
        .window(TumblingEventTimeWindows.of(Duration.ofSeconds(3)))
        .reduce((left, right) -> Tuple2.of(left.f0, left.f1 + right.f1))
        .print();

    env.execute("each element's watermark");
  }

  private static Tuple2<String, Long> parse(String line) {
    String[] fields = line.split("\\s+", -1);
    return Tuple2.of(fields[0], Long.valueOf(fields[1]));
  }

  /**
   * Flink's bounded-out-of-orderness watermarks, with a line of output for each element. The
   * watermark that it prints is the nominal one, delay behind the largest time; Flink emits one
   * millisecond less, because a watermark of t says that t itself may not come any more.
   */
  private static final class PrintingWatermarks
      implements WatermarkGenerator<Tuple2<String, Long>> {
    private final BoundedOutOfOrdernessWatermarks<Tuple2<String, Long>> watermarks =
        new BoundedOutOfOrdernessWatermarks<>(DELAY);
    private final DateTimeFormatter format;
    private long largestMillis = Long.MIN_VALUE;

    PrintingWatermarks(String zone) {
      format =
          DateTimeFormatter.ofPattern("yyyy-MM-dd HH:mm:ss", Locale.ROOT).withZone(ZoneId.of(zone));
    }

    @Override
    public void onEvent(Tuple2<String, Long> row, long eventMillis, WatermarkOutput output) {
      largestMillis = Math.max(largestMillis, eventMillis);
      String watermark = time(largestMillis - DELAY.toMillis());
      System.out.println(row + "  time " + time(eventMillis) + "  watermark " + watermark);
      watermarks.onEvent(row, eventMillis, output);
    }

    @Override
    public void onPeriodicEmit(WatermarkOutput output) {
      watermarks.onPeriodicEmit(output);
    }

    private String time(long epochMillis) {
      return format.format(Instant.ofEpochMilli(epochMillis));
    }
  }

  private WatermarkPerElement() {}
}
