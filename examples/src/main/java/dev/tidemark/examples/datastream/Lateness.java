package dev.tidemark.examples.datastream;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.time.Instant;
import java.time.LocalDateTime;
import java.time.ZoneOffset;
import java.time.format.DateTimeFormatter;
import java.time.format.DateTimeParseException;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Set;
import java.util.TreeSet;
import org.apache.flink.api.common.JobExecutionResult;
import org.apache.flink.api.common.eventtime.Watermark;
import org.apache.flink.api.common.eventtime.WatermarkGenerator;
import org.apache.flink.api.common.eventtime.WatermarkOutput;
import org.apache.flink.api.common.eventtime.WatermarkStrategy;
import org.apache.flink.api.common.functions.FlatMapFunction;
import org.apache.flink.api.common.functions.RuntimeContext;
import org.apache.flink.api.common.state.ValueState;
import org.apache.flink.api.common.state.ValueStateDescriptor;
import org.apache.flink.api.common.typeinfo.TypeInformation;
import org.apache.flink.api.common.typeinfo.Types;
import org.apache.flink.streaming.api.datastream.DataStream;
import org.apache.flink.streaming.api.datastream.SingleOutputStreamOperator;
import org.apache.flink.streaming.api.datastream.WindowedStream;
import org.apache.flink.streaming.api.environment.StreamExecutionEnvironment;
import org.apache.flink.streaming.api.functions.ProcessFunction;
import org.apache.flink.streaming.api.functions.windowing.ProcessWindowFunction;
import org.apache.flink.streaming.api.windowing.assigners.TumblingEventTimeWindows;
import org.apache.flink.streaming.api.windowing.windows.TimeWindow;
import org.apache.flink.util.Collector;
import org.apache.flink.util.OutputTag;
import org.apache.flink.util.ParameterTool;
import org.apache.flink.util.TimeUtils;

/**
 * Adds up people per gate in windows of event time, and prints what each row does: where the
 * watermark stands when it comes, which windows fire, which fire again for a late row, and which
 * rows are too late.
 *
 * <p>Lines are {@code id,gate,people,yyyy-MM-dd HH:mm:ss}. A line with the gate {@code #} is a
 * mark, by which whoever sends the rows says that all up to its time have been sent. A line that is
 * none of these is skipped, and told on standard error with its number, blank lines not counted.
 * Options:
 *
 * <ul>
 *   <li>{@code --file PATH}, or {@code --host HOST --port PORT}: where the lines come from
 *   <li>{@code --generator periodic} (the default): the watermark follows the largest time seen, at
 *       a distance of {@code --delay} (default 2s). {@code --generator punctuated}: marks move it
 *   <li>{@code --window} (default 5s): the size of the windows
 *   <li>{@code --lateness} (default 0s): how long a window waits for late rows after it has fired
 *   <li>{@code --side}: rows that are too late go to a side output
 *   <li>{@code --pause} (default 0s): waits in front of each line, as if somebody typed it
 *   <li>{@code --predictions FILE}: prints this file first, in one line
 * </ul>
 */
public final class Lateness {

  private static final Set<String> OPTIONS =
      new TreeSet<>(
          Set.of(
              "file",
              "host",
              "port",
              "generator",
              "delay",
              "window",
              "lateness",
              "side",
              "pause",
              "predictions"));

  private static final String MARK = "#";
  private static final List<String> KINDS = List.of("row", "mark", "fires", "again", "late");

  /**
   * A line.
   *
   * @param time in milliseconds since 1970
   */
  public record Passage(long id, String gate, int people, long time) {
    boolean isMark() {
      return gate.equals(MARK);
    }
  }

  /**
   * Runs until the input ends.
   *
   * @param args the options
   */
  public static void main(String[] args) throws Exception {
    ParameterTool options = ParameterTool.fromArgs(args);
    checkNames(options);
    StreamExecutionEnvironment env = StreamExecutionEnvironment.getExecutionEnvironment();
    env.setParallelism(1);
    if (options.has("predictions")) {
      System.out.println("predictions " + inOneLine(Path.of(options.get("predictions"))));
    }

    boolean punctuated = punctuated(options.get("generator", "periodic"));
    long delayMillis = duration(options, "delay", "2s").toMillis();
    WatermarkStrategy<Passage> watermarks =
        punctuated
            ? WatermarkStrategy.forGenerator(context -> new Told(new Punctuated()))
            : WatermarkStrategy.forGenerator(context -> new Told(new Periodic(delayMillis)));
    OutputTag<Passage> late = new OutputTag<>("late", TypeInformation.of(Passage.class));

    WindowedStream<Passage, String, TimeWindow> windows =
        rows(env, options)
            .filter(row -> punctuated || !row.isMark())
            .assignTimestampsAndWatermarks(
                watermarks.withTimestampAssigner((row, previous) -> row.time()))
            .process(new TellRows())
            .keyBy(row -> row.gate())
            .window(TumblingEventTimeWindows.of(duration(options, "window", "5s")))
            .allowedLateness(duration(options, "lateness", "0s"));
    if (options.has("side")) {
      windows = windows.sideOutputLateData(late);
    }
    SingleOutputStreamOperator<String> results = windows.process(new AddUp());
    results.print();
    results.getSideOutput(late).process(new TellLate()).print();

    System.out.println(counts(env.execute("lateness")));
  }

  private static DataStream<Passage> rows(StreamExecutionEnvironment env, ParameterTool options) {
    return LineInput.lines(env, options)
        .flatMap(new Parse(duration(options, "pause", "0s").toMillis()))
        .returns(Passage.class);
  }

  /** Makes rows of lines; one that is mistyped is told on standard error, and is no row. */
  private static final class Parse implements FlatMapFunction<String, Passage> {
    private final long pauseMillis;
    private long number;

    Parse(long pauseMillis) {
      this.pauseMillis = pauseMillis;
    }

    @Override
    public void flatMap(String line, Collector<Passage> out) throws InterruptedException {
      Thread.sleep(pauseMillis);
      number++;
      Passage row;
      try {
        row = parse(line);
      } catch (IllegalArgumentException | DateTimeParseException e) {
        System.err.println(
            "line "
                + number
                + " is skipped, it is not id,gate,people,yyyy-MM-dd HH:mm:ss: "
                + line);
        return;
      }
      out.collect(row);
    }
  }

  private static Passage parse(String line) {
    String[] fields = line.split(",", -1);
    if (fields.length != 4) {
      throw new IllegalArgumentException("four fields are wanted");
    }
    LocalDateTime time = LocalDateTime.parse(fields[3].trim().replace(' ', 'T'));
    return new Passage(
        Long.parseLong(fields[0].trim()),
        fields[1].trim(),
        Integer.parseInt(fields[2].trim()),
        time.toInstant(ZoneOffset.UTC).toEpochMilli());
  }

  // --- watermarks ------------------------------------------------------------------------------

  /**
   * Follows the largest time seen, as Flink's own BoundedOutOfOrdernessWatermarks does. It is asked
   * from time to time; how often, says {@code pipeline.auto-watermark-interval}.
   */
  private static final class Periodic implements WatermarkGenerator<Passage> {
    private final long delayMillis;
    private long largestMillis;

    Periodic(long delayMillis) {
      this.delayMillis = delayMillis;
      this.largestMillis = Long.MIN_VALUE + delayMillis + 1;
    }

    @Override
    public void onEvent(Passage row, long eventMillis, WatermarkOutput output) {
      largestMillis = Math.max(largestMillis, eventMillis);
    }

    @Override
    public void onPeriodicEmit(WatermarkOutput output) {
      // A watermark says: nothing up to and including this instant. Hence the millisecond.
      output.emitWatermark(new Watermark(largestMillis - delayMillis - 1));
    }
  }

  /** Emits at a mark, at once, and at nothing else. */
  private static final class Punctuated implements WatermarkGenerator<Passage> {
    @Override
    public void onEvent(Passage row, long eventMillis, WatermarkOutput output) {
      if (row.isMark()) {
        output.emitWatermark(new Watermark(eventMillis));
      }
    }

    @Override
    public void onPeriodicEmit(WatermarkOutput output) {
      // The marks say all there is to say.
    }
  }

  /** Prints when another generator moves the watermark. */
  private static final class Told implements WatermarkGenerator<Passage> {
    private final WatermarkGenerator<Passage> generator;
    private long last = Long.MIN_VALUE;

    Told(WatermarkGenerator<Passage> generator) {
      this.generator = generator;
    }

    @Override
    public void onEvent(Passage row, long eventMillis, WatermarkOutput output) {
      generator.onEvent(row, eventMillis, telling(output));
    }

    @Override
    public void onPeriodicEmit(WatermarkOutput output) {
      generator.onPeriodicEmit(telling(output));
    }

    private WatermarkOutput telling(WatermarkOutput output) {
      return new WatermarkOutput() {
        @Override
        public void emitWatermark(Watermark watermark) {
          // One that is not ahead of the last is nothing new; Flink passes it over as well.
          if (watermark.getTimestamp() > last) {
            last = watermark.getTimestamp();
            System.out.println("moves  watermark=" + time(last));
          }
          output.emitWatermark(watermark);
        }

        @Override
        public void markIdle() {
          output.markIdle();
        }

        @Override
        public void markActive() {
          output.markActive();
        }
      };
    }
  }

  // --- what happens to rows ----------------------------------------------------------------------

  /** Prints each row with the watermark that it meets; marks go no further. */
  private static final class TellRows extends ProcessFunction<Passage, Passage> {
    @Override
    public void processElement(
        Passage row, ProcessFunction<Passage, Passage>.Context context, Collector<Passage> out) {
      if (row.isMark()) {
        count(getRuntimeContext(), "mark");
        System.out.println("mark   time=" + time(row.time()));
        return;
      }
      count(getRuntimeContext(), "row");
      System.out.println("row    " + told(row, context.timerService().currentWatermark()));
      out.collect(row);
    }
  }

  /** The people in a window. It is called each time that the window fires. */
  private static final class AddUp
      extends ProcessWindowFunction<Passage, String, String, TimeWindow> {
    private static final ValueStateDescriptor<Boolean> FIRED =
        new ValueStateDescriptor<>("fired", Types.BOOLEAN);

    @Override
    public void process(
        String gate,
        ProcessWindowFunction<Passage, String, String, TimeWindow>.Context context,
        Iterable<Passage> rows,
        Collector<String> out)
        throws IOException {
      int people = 0;
      int count = 0;
      for (Passage row : rows) {
        people += row.people();
        count++;
      }
      ValueState<Boolean> fired = context.windowState().getState(FIRED);
      String kind = fired.value() == null ? "fires" : "again";
      fired.update(true);
      count(getRuntimeContext(), kind);
      out.collect(
          String.format(
              Locale.ROOT,
              "%s  gate=%s window=%s people=%d rows=%d watermark=%s",
              kind,
              gate,
              time(context.window().getStart()),
              people,
              count,
              time(context.currentWatermark())));
    }

    @Override
    public void clear(ProcessWindowFunction<Passage, String, String, TimeWindow>.Context context) {
      context.windowState().getState(FIRED).clear();
    }
  }

  /** The rows of the side output. */
  private static final class TellLate extends ProcessFunction<Passage, String> {
    @Override
    public void processElement(
        Passage row, ProcessFunction<Passage, String>.Context context, Collector<String> out) {
      count(getRuntimeContext(), "late");
      out.collect("late   " + told(row, context.timerService().currentWatermark()));
    }
  }

  private static String told(Passage row, long watermarkMillis) {
    return String.format(
        Locale.ROOT,
        "id=%d gate=%s people=%d time=%s watermark=%s",
        row.id(),
        row.gate(),
        row.people(),
        time(row.time()),
        time(watermarkMillis));
  }

  private static String time(long millis) {
    if (millis == Long.MIN_VALUE) {
      return "none";
    }
    return millis == Long.MAX_VALUE
        ? "end"
        : DateTimeFormatter.ofPattern("HH:mm:ss.SSS", Locale.ROOT)
            .withZone(ZoneOffset.UTC)
            .format(Instant.ofEpochMilli(millis));
  }

  // --- the last line -----------------------------------------------------------------------------

  private static void count(RuntimeContext context, String kind) {
    context.getIntCounter(kind).add(1);
  }

  private static String counts(JobExecutionResult result) {
    List<String> counts = new ArrayList<>();
    for (String kind : KINDS) {
      Integer count = result.getAccumulatorResult(kind);
      counts.add(kind + "=" + (count == null ? 0 : count));
    }
    return "end    " + String.join(" ", counts);
  }

  // --- options -----------------------------------------------------------------------------------

  private static void checkNames(ParameterTool options) {
    for (String name : options.toMap().keySet()) {
      if (!OPTIONS.contains(name)) {
        throw new IllegalArgumentException(
            "there is no --" + name + "; there are " + String.join(", ", OPTIONS) + ".");
      }
    }
  }

  private static boolean punctuated(String generator) {
    return switch (generator) {
      case "periodic" -> false;
      case "punctuated" -> true;
      default ->
          throw new IllegalArgumentException(
              "--generator is periodic or punctuated, not " + generator + ".");
    };
  }

  private static Duration duration(ParameterTool options, String name, String otherwise) {
    String text = options.get(name, otherwise);
    if (!text.matches("\\d+ ?(ms|s|min|h)")) {
      // Flink would take a bare number for milliseconds.
      throw new IllegalArgumentException(
          "--" + name + " is a duration such as 2s or 500ms, not " + text + ".");
    }
    return TimeUtils.parseDuration(text);
  }

  private static String inOneLine(Path file) throws IOException {
    return Files.readString(file).strip().replaceAll("\\s+", " ");
  }

  private Lateness() {}
}
