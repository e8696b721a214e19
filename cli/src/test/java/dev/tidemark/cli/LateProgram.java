package dev.tidemark.cli;

import java.time.Duration;
import org.apache.flink.api.common.eventtime.WatermarkStrategy;
import org.apache.flink.api.java.functions.NullByteKeySelector;
import org.apache.flink.streaming.api.datastream.SingleOutputStreamOperator;
import org.apache.flink.streaming.api.environment.StreamExecutionEnvironment;
import org.apache.flink.streaming.api.functions.sink.v2.DiscardingSink;
import org.apache.flink.streaming.api.windowing.assigners.TumblingEventTimeWindows;

/** A program with a row that comes behind the end of its window. */
public final class LateProgram {

  private LateProgram() {}

  /**
   * Event times in seconds; the last one comes when its window has been emitted.
   *
   * @param args anything: then the windows' sums are summed up once more
   */
  public static void main(String[] args) throws Exception {
    StreamExecutionEnvironment environment = StreamExecutionEnvironment.getExecutionEnvironment();
    SingleOutputStreamOperator<Long> sums =
        environment
            .fromData(1L, 3L, 12L, 4L)
            .assignTimestampsAndWatermarks(
                WatermarkStrategy.<Long>forBoundedOutOfOrderness(Duration.ZERO)
                    .withTimestampAssigner((second, before) -> 1000 * second))
            .keyBy(new NullByteKeySelector<>())
            .window(TumblingEventTimeWindows.of(Duration.ofSeconds(5)))
            .reduce(Long::sum);
    if (args.length > 0) {
      sums =
          sums.keyBy(new NullByteKeySelector<>())
              .window(TumblingEventTimeWindows.of(Duration.ofSeconds(5)))
              .reduce(Long::sum);
    }
    sums.sinkTo(new DiscardingSink<>());
    environment.execute();
  }
}
