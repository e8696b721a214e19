package dev.tidemark.conformance.program;

import dev.tidemark.conformance.Resources;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.stream.Stream;
import org.apache.flink.api.common.RuntimeExecutionMode;
import org.apache.flink.api.common.eventtime.WatermarkStrategy;
import org.apache.flink.api.common.serialization.SimpleStringEncoder;
import org.apache.flink.api.common.typeinfo.Types;
import org.apache.flink.api.java.tuple.Tuple2;
import org.apache.flink.connector.datagen.source.DataGeneratorSource;
import org.apache.flink.connector.datagen.source.GeneratorFunction;
import org.apache.flink.connector.file.sink.FileSink;
import org.apache.flink.connector.file.src.FileSource;
import org.apache.flink.connector.file.src.reader.TextLineInputFormat;
import org.apache.flink.streaming.api.functions.source.legacy.SourceFunction;
import org.apache.flink.streaming.api.watermark.Watermark;
import org.apache.flink.streaming.api.windowing.assigners.TumblingEventTimeWindows;

/** Programs around sources and sinks. */
final class SourceAndSinkPrograms {

  private SourceAndSinkPrograms() {}

  static Map<String, Program> all() {
    Map<String, Program> programs = new TreeMap<>();
    programs.put("sequence_keyed_reduce", SourceAndSinkPrograms::sequence);
    programs.put("sequence_keyed_reduce_batch", SourceAndSinkPrograms::sequenceInBatchMode);
    programs.put("data_generator", SourceAndSinkPrograms::dataGenerator);
    programs.put("file_source_word_count", SourceAndSinkPrograms::fileSource);
    programs.put("legacy_source_own_watermarks", SourceAndSinkPrograms::legacySource);
    programs.put("two_phase_sink", SourceAndSinkPrograms::twoPhaseSink);
    programs.put("file_sink", SourceAndSinkPrograms::fileSink);
    return programs;
  }

  private static void sequence(Bench bench) {
    bench.output(
        "sums",
        bench
            .environment()
            .fromSequence(1, 100)
            .keyBy(number -> number % 7)
            .reduce(Long::sum)
            .map(sum -> "sum " + sum)
            .returns(Types.STRING));
  }

  /** In batch mode only the last sum of each key comes out, key by key. */
  private static void sequenceInBatchMode(Bench bench) {
    bench.environment().setRuntimeMode(RuntimeExecutionMode.BATCH);
    sequence(bench);
  }

  private static void dataGenerator(Bench bench) {
    GeneratorFunction<Long, String> generator = index -> "item " + index * index % 97;
    bench.output(
        "items",
        bench
            .environment()
            .fromSource(
                new DataGeneratorSource<>(generator, 60, Types.STRING),
                WatermarkStrategy.noWatermarks(),
                "items"));
  }

  private static void fileSource(Bench bench) {
    FileSource<String> source =
        FileSource.forRecordStreamFormat(
                new TextLineInputFormat(),
                new org.apache.flink.core.fs.Path(Resources.path("data/clicks.csv").toUri()))
            .build();
    bench.output(
        "counts",
        bench
            .environment()
            .fromSource(source, WatermarkStrategy.noWatermarks(), "clicks")
            .<String>flatMap(
                (line, out) -> Arrays.asList(line.split("[,: -]", -1)).forEach(out::collect))
            .returns(Types.STRING)
            .map(word -> Tuple2.of(word, 1))
            .returns(Types.TUPLE(Types.STRING, Types.INT))
            .keyBy(pair -> pair.f0)
            .sum(1)
            .map(Object::toString)
            .returns(Types.STRING));
  }

  /** A source function that sets times and watermarks itself, some of them behind. */
  @SuppressWarnings("deprecation")
  private static void legacySource(Bench bench) {
    bench.output(
        "windows",
        bench
            .environment()
            .addSource(new SelfTimed())
            .returns(Types.LONG)
            .keyBy(number -> number % 3)
            .window(TumblingEventTimeWindows.of(Duration.ofMillis(10)))
            .reduce(Long::sum)
            .map(sum -> "sum " + sum)
            .returns(Types.STRING));
  }

  @SuppressWarnings("deprecation")
  private static final class SelfTimed implements SourceFunction<Long> {
    private volatile boolean running = true;

    @Override
    public void run(SourceContext<Long> context) {
      for (long number = 0; number < 90 && running; number++) {
        context.collectWithTimestamp(number, number % 8 == 5 ? number - 20 : number);
        if (number % 4 == 3) {
          context.emitWatermark(new Watermark(number - 2));
        }
      }
    }

    @Override
    public void cancel() {
      running = false;
    }
  }

  /** What the committer of a two-phase sink made visible. */
  private static void twoPhaseSink(Bench bench) {
    Path committed = bench.scratch().resolve("committed.txt");
    Pulse.stream(bench.environment(), Pulse.arrived(), 0)
        .map(Pulse::toString)
        .returns(Types.STRING)
        .sinkTo(new CommittingSink(committed.toString()));
    bench.afterwards("committed", () -> Files.readAllLines(committed));
  }

  /** Part files have random names: what counts is what stands in them. */
  private static void fileSink(Bench bench) {
    Path folder = bench.scratch().resolve("rows");
    Pulse.stream(bench.environment(), Pulse.arrived(), 0)
        .map(Pulse::toString)
        .returns(Types.STRING)
        .sinkTo(
            FileSink.<String>forRowFormat(
                    new org.apache.flink.core.fs.Path(folder.toUri()), new SimpleStringEncoder<>())
                .withBucketAssigner(new ByFirstKey())
                .build());
    bench.afterwards("unordered lines", () -> visibleLines(folder));
  }

  private static List<String> visibleLines(Path folder) throws IOException {
    try (Stream<Path> files = Files.walk(folder)) {
      return files
          .filter(Files::isRegularFile)
          .filter(file -> !file.getFileName().toString().startsWith("."))
          .flatMap(
              file -> {
                try {
                  String bucket = file.getParent().getFileName().toString();
                  return Files.readAllLines(file).stream().map(line -> bucket + ": " + line);
                } catch (IOException e) {
                  throw new UncheckedIOException(e);
                }
              })
          .sorted()
          .toList();
    }
  }
}
