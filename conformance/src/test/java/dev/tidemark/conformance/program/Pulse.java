package dev.tidemark.conformance.program;

import dev.tidemark.conformance.Resources;
import java.time.LocalDateTime;
import java.time.ZoneOffset;
import java.util.Arrays;
import java.util.Comparator;
import java.util.List;
import org.apache.flink.streaming.api.datastream.SingleOutputStreamOperator;
import org.apache.flink.streaming.api.environment.StreamExecutionEnvironment;

/** A row of {@code pulses.csv}, as a Flink POJO. */
public class Pulse {
  public int id;
  public String key;
  public int value;

  /** Event time in epoch milliseconds. */
  public long time;

  /** For Flink. */
  public Pulse() {}

  Pulse(int id, String key, int value, long time) {
    this.id = id;
    this.key = key;
    this.value = value;
    this.time = time;
  }

  static Pulse parse(String line) {
    List<String> fields = Arrays.asList(line.split(",", -1));
    return new Pulse(
        Integer.parseInt(fields.get(0)),
        fields.get(1),
        Integer.parseInt(fields.get(2)),
        LocalDateTime.parse(fields.get(3).replace(' ', 'T'))
            .toInstant(ZoneOffset.UTC)
            .toEpochMilli());
  }

  /** The pulses in their order of arrival: some late, some very late. */
  static List<Pulse> arrived() {
    return Resources.lines(Resources.path("data/pulses.csv")).stream().map(Pulse::parse).toList();
  }

  /** The pulses in the order of their time. */
  static List<Pulse> ordered() {
    return arrived().stream()
        .sorted(Comparator.comparingLong((Pulse pulse) -> pulse.time))
        .toList();
  }

  /** A stream of these pulses with a watermark after each that is ahead of the others. */
  static SingleOutputStreamOperator<Pulse> stream(
      StreamExecutionEnvironment environment, List<Pulse> pulses, long delay) {
    return environment
        .fromData(pulses)
        .assignTimestampsAndWatermarks(
            Bench.<Pulse>punctuated(delay).withTimestampAssigner((pulse, ignored) -> pulse.time));
  }

  @Override
  public String toString() {
    return id + key + value + "@" + at(time);
  }

  /** Milliseconds since the first full second of the data. */
  static long at(long time) {
    return time - 1740823200000L;
  }
}
