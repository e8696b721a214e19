package dev.tidemark.conformance.program;

import java.nio.file.Path;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.concurrent.Callable;
import org.apache.flink.api.common.eventtime.Watermark;
import org.apache.flink.api.common.eventtime.WatermarkGenerator;
import org.apache.flink.api.common.eventtime.WatermarkOutput;
import org.apache.flink.api.common.eventtime.WatermarkStrategy;
import org.apache.flink.configuration.Configuration;
import org.apache.flink.core.execution.JobClient;
import org.apache.flink.streaming.api.datastream.DataStream;
import org.apache.flink.streaming.api.environment.StreamExecutionEnvironment;
import org.apache.flink.util.CloseableIterator;

/** One run of a {@link Program}: its environment, its outputs and what they received. */
public final class Bench {
  private final StreamExecutionEnvironment environment;
  private final boolean periodicMeansPerRecord;
  private final Path scratch;
  private final Map<String, CloseableIterator<String>> outputs = new LinkedHashMap<>();
  private final Map<String, Callable<List<String>>> afterwards = new LinkedHashMap<>();

  /**
   * Creates a run.
   *
   * @param periodicMeansPerRecord whether the target itself asks a periodic generator for its
   *     watermark after every record
   * @param scratch an empty folder of this run
   */
  public Bench(
      StreamExecutionEnvironment environment, boolean periodicMeansPerRecord, Path scratch) {
    this.environment = environment;
    this.periodicMeansPerRecord = periodicMeansPerRecord;
    this.scratch = scratch;
  }

  /** The environment of this run. */
  public StreamExecutionEnvironment environment() {
    return environment;
  }

  /** An empty folder for this run's files. */
  public Path scratch() {
    return scratch;
  }

  /** Sets an option of this run's job; another target than the one it belongs to ignores it. */
  void set(String key, String value) {
    Configuration configuration = new Configuration();
    configuration.setString(key, value);
    environment.configure(configuration);
  }

  /** Adds a stream to what is compared. */
  public void output(String name, DataStream<String> stream) {
    outputs.put(name, stream.collectAsync());
  }

  /** Adds lines that are read when the job has ended. */
  public void afterwards(String name, Callable<List<String>> lines) {
    afterwards.put(name, lines);
  }

  /**
   * The strategy with a watermark after every record: as it is where the target does so, and with a
   * generator that emits by itself where the target would ask by the clock.
   */
  public <T> WatermarkStrategy<T> perRecord(WatermarkStrategy<T> periodic) {
    if (periodicMeansPerRecord) {
      return periodic;
    }
    return WatermarkStrategy.<T>forGenerator(
            context -> new EachRecord<>(periodic.createWatermarkGenerator(context)))
        .withTimestampAssigner(periodic);
  }

  /** Runs the job; the result has each output's lines in the order of arrival. */
  public Map<String, List<String>> run() throws Exception {
    JobClient job = environment.executeAsync();
    Map<String, List<String>> lines = new LinkedHashMap<>();
    for (Map.Entry<String, CloseableIterator<String>> output : outputs.entrySet()) {
      List<String> received = new ArrayList<>();
      output.getValue().forEachRemaining(received::add);
      output.getValue().close();
      lines.put(output.getKey(), received);
    }
    Map<String, Object> accumulators =
        new TreeMap<>(job.getJobExecutionResult().get().getAllAccumulatorResults());
    accumulators.keySet().removeIf(name -> !name.startsWith("test."));
    if (!accumulators.isEmpty()) {
      lines.put("accumulators", List.of(accumulators.toString()));
    }
    for (Map.Entry<String, Callable<List<String>>> after : afterwards.entrySet()) {
      lines.put(after.getKey(), after.getValue().call());
    }
    return lines;
  }

  /** Asks a periodic generator for its watermark after each record. */
  private record EachRecord<T>(WatermarkGenerator<T> periodic) implements WatermarkGenerator<T> {
    @Override
    public void onEvent(T event, long timestamp, WatermarkOutput output) {
      periodic.onEvent(event, timestamp, output);
      periodic.onPeriodicEmit(output);
    }

    @Override
    public void onPeriodicEmit(WatermarkOutput output) {}
  }

  /** Emits the record's own time minus {@code delay} and 1 ms, when that is an advance. */
  static <T> WatermarkStrategy<T> punctuated(long delay) {
    return WatermarkStrategy.forGenerator(context -> new Punctuated<>(delay));
  }

  private static final class Punctuated<T> implements WatermarkGenerator<T> {
    private final long delay;
    private long highest = Long.MIN_VALUE;

    Punctuated(long delay) {
      this.delay = delay;
    }

    @Override
    public void onEvent(T event, long timestamp, WatermarkOutput output) {
      if (timestamp > highest) {
        highest = timestamp;
        output.emitWatermark(new Watermark(timestamp - delay - 1));
      }
    }

    @Override
    public void onPeriodicEmit(WatermarkOutput output) {}
  }
}
