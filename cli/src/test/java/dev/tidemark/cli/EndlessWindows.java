package dev.tidemark.cli;

import java.time.Duration;
import org.apache.flink.api.common.eventtime.WatermarkStrategy;
import org.apache.flink.api.common.typeinfo.Types;
import org.apache.flink.api.connector.source.util.ratelimit.RateLimiterStrategy;
import org.apache.flink.api.java.functions.NullByteKeySelector;
import org.apache.flink.connector.datagen.source.DataGeneratorSource;
import org.apache.flink.streaming.api.environment.StreamExecutionEnvironment;
import org.apache.flink.streaming.api.functions.sink.v2.DiscardingSink;
import org.apache.flink.streaming.api.windowing.assigners.TumblingEventTimeWindows;

/** A program that never ends by itself; every fifth of its rows comes a minute late. */
public final class EndlessWindows {

  private EndlessWindows() {}

  private static long time(long row) {
    return (row % 5 == 4 ? row - 60 : row) * 1000;
  }

  /** Counts seconds. */
  public static void main(String[] args) throws Exception {
    StreamExecutionEnvironment environment = StreamExecutionEnvironment.getExecutionEnvironment();
    environment
        .fromSource(
            new DataGeneratorSource<>(
                EndlessWindows::time,
                Long.MAX_VALUE,
                RateLimiterStrategy.perSecond(500),
                Types.LONG),
            WatermarkStrategy.<Long>forBoundedOutOfOrderness(Duration.ZERO)
                .withTimestampAssigner((time, before) -> time),
            "seconds")
        .keyBy(new NullByteKeySelector<>())
        .window(TumblingEventTimeWindows.of(Duration.ofSeconds(5)))
        .reduce(Long::sum)
        .sinkTo(new DiscardingSink<>());
    environment.execute();
  }
}
