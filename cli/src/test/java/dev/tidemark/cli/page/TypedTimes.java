package dev.tidemark.cli.page;

import java.time.Duration;
import org.apache.flink.api.common.eventtime.WatermarkStrategy;
import org.apache.flink.api.common.typeinfo.Types;
import org.apache.flink.streaming.api.environment.StreamExecutionEnvironment;
import org.apache.flink.streaming.api.windowing.assigners.TumblingEventTimeWindows;

/**
 * A program that reads milliseconds from a port, with a delay of two seconds, and adds them up in
 * windows of three that take late rows for one second more; with {@code exit CODE LENGTH} it prints
 * and ends its process.
 */
public final class TypedTimes {

  private TypedTimes() {}

  /** The port, or how it is to end. */
  public static void main(String[] args) throws Exception {
    if (args[0].equals("exit")) {
      System.out.println("so far");
      System.err.println("x".repeat(Integer.parseInt(args[2])));
      System.exit(Integer.parseInt(args[1]));
    }
    StreamExecutionEnvironment env = StreamExecutionEnvironment.getExecutionEnvironment();
    env.setParallelism(1);
    env.socketTextStream("localhost", Integer.parseInt(args[0]))
        .map(Long::valueOf)
        .returns(Types.LONG)
        .assignTimestampsAndWatermarks(
            WatermarkStrategy.<Long>forBoundedOutOfOrderness(Duration.ofSeconds(2))
                .withTimestampAssigner((time, before) -> time))
        .keyBy(time -> 0)
        .window(TumblingEventTimeWindows.of(Duration.ofSeconds(3)))
        .allowedLateness(Duration.ofSeconds(1))
        .reduce(Long::sum)
        .print();
    env.execute("typed");
  }
}
