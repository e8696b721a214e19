package dev.tidemark.insight.sweep;

import static org.assertj.core.api.Assertions.assertThat;

import dev.tidemark.insight.audit.Slices;
import dev.tidemark.insight.sweep.LossModel.Losses;
import dev.tidemark.insight.sweep.SweepRuns.Ran;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.time.ZoneId;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Random;
import java.util.TreeSet;
import java.util.function.LongFunction;
import java.util.stream.Stream;
import net.jqwik.api.Arbitraries;
import net.jqwik.api.Arbitrary;
import net.jqwik.api.ForAll;
import net.jqwik.api.GenerationMode;
import net.jqwik.api.Property;
import net.jqwik.api.Provide;
import net.jqwik.api.ShrinkingMode;
import net.jqwik.api.constraints.LongRange;
import org.apache.flink.streaming.runtime.streamrecord.StreamRecord;
import org.apache.flink.table.data.GenericRowData;
import org.apache.flink.table.data.RowData;
import org.apache.flink.table.data.TimestampData;
import org.apache.flink.table.runtime.operators.window.tvf.slicing.SliceAssigner;
import org.apache.flink.table.runtime.operators.window.tvf.slicing.SliceAssigners;

/** The curve from one pass is what the runs with each delay give. */
class OnePassPropertiesTest {
  private static final int DELAYS = 50;
  private static final long INTERVAL = 200;
  private static final int ROWS = 120;
  private static final ZoneId UTC = ZoneId.of("UTC");
  private static final long START = 1_772_442_000_000L;

  /** Windows of a few units of time, where a unit is a second or a millisecond. */
  enum Windows {
    TUMBLE("TUMBLE(TABLE %1$s, DESCRIPTOR(ts), %2$s)", 10, 10),
    HOP("HOP(TABLE %s, DESCRIPTOR(ts), %s, %s)", 4, 12),
    CUMULATE("CUMULATE(TABLE %s, DESCRIPTOR(ts), %s, %s)", 5, 15);

    private final String function;
    private final long step;
    private final long size;

    Windows(String function, long step, long size) {
      this.function = function;
      this.step = step;
      this.size = size;
    }

    String sql(String table, long unit) {
      return String.format(
          function, table, SweepRuns.interval(step * unit), SweepRuns.interval(size * unit));
    }

    SliceAssigner assigner(long unit) {
      Duration first = Duration.ofMillis(step * unit);
      Duration whole = Duration.ofMillis(size * unit);
      return switch (this) {
        case TUMBLE -> SliceAssigners.tumbling(0, UTC, whole);
        case HOP -> SliceAssigners.hopping(0, UTC, whole, first);
        case CUMULATE -> SliceAssigners.cumulative(0, UTC, whole, first);
      };
    }

    LongFunction<long[]> model(long unit) {
      return switch (this) {
        case TUMBLE -> LossModel.tumble(size * unit);
        case HOP -> LossModel.hop(step * unit, size * unit);
        case CUMULATE -> LossModel.cumulate(step * unit, size * unit);
      };
    }
  }

  /**
   * All twelve kinds of query. With milliseconds, the interval of 200 ms is longer than the steps
   * of the time: not every row sets a watermark.
   */
  @Property(generation = GenerationMode.EXHAUSTIVE, shrinking = ShrinkingMode.OFF)
  void agreesWithRealRuns(
      @ForAll Windows windows, @ForAll boolean keyed, @ForAll("realUnits") long unit)
      throws Exception {
    long seed = Long.getLong("tidemark.fuzz.seed", 0) + Objects.hash(windows.name(), keyed, unit);
    check(windows, keyed, unit, new Random(seed));
  }

  @Provide
  Arbitrary<Long> realUnits() {
    return Arbitraries.of(37L, 1_000L);
  }

  /** Without the engine, so that many more cases can be tried; also with times around 1970. */
  @Property(tries = 500, seed = "20261130")
  void followsTheRules(
      @ForAll Windows windows,
      @ForAll("units") long unit,
      @ForAll("starts") long start,
      @ForAll @LongRange(max = 5_000) long interval,
      @ForAll long seed) {
    Random random = new Random(seed);
    long[] times = times(random, unit, start);
    SlicedRows rows = feed(windows, unit, interval, times);
    long exactBelow = rows.emission().exactBelow();
    long lastRows = Long.MAX_VALUE;
    long lastContributions = Long.MAX_VALUE;
    for (long delay : delays(rows, random)) {
      if (delay >= exactBelow) {
        break;
      }
      Losses model = LossModel.of(times, delay, interval, windows.model(unit));
      long dropped = rows.rowsDropped().lost(delay);
      long lost = rows.contributionsLost().lost(delay);
      assertThat(dropped).as("rows, delay %d", delay).isEqualTo(model.rows());
      assertThat(lost).as("contributions, delay %d", delay).isEqualTo(model.contributions());
      assertThat(rows.contributionsIn()).isEqualTo(model.windows());
      assertThat(dropped).as("a larger delay never loses more").isLessThanOrEqualTo(lastRows);
      assertThat(lost).isLessThanOrEqualTo(lastContributions);
      lastRows = dropped;
      lastContributions = lost;
    }
    long keepsAll = rows.contributionsLost().smallestDelay(0);
    if (keepsAll < exactBelow) {
      assertThat(LossModel.of(times, keepsAll, interval, windows.model(unit)).contributions())
          .isZero();
    }
  }

  @Provide
  Arbitrary<Long> units() {
    return Arbitraries.of(1L, 37L, 1_000L);
  }

  @Provide
  Arbitrary<Long> starts() {
    return Arbitraries.of(START, 0L, -20_000L, 30_000L, 1_000_000L);
  }

  private static SlicedRows feed(Windows windows, long unit, long interval, long[] times) {
    Emission emission =
        new Emission(
            record -> ((RowData) record.getValue()).getTimestamp(0, 3).getMillisecond(),
            record -> ((RowData) record.getValue()).getTimestamp(0, 3).getMillisecond(),
            interval);
    SlicedRows rows = new SlicedRows(0, new Slices(windows.assigner(unit), UTC), emission);
    try {
      for (long time : times) {
        StreamRecord<RowData> record =
            new StreamRecord<>(GenericRowData.of(TimestampData.fromEpochMillis(time)));
        emission.beforeRecord(0, record);
        rows.beforeRecord(0, record);
        emission.afterRecord(0, record);
      }
    } catch (Exception e) {
      throw new IllegalStateException(e);
    }
    return rows;
  }

  private static void check(Windows windows, boolean keyed, long unit, Random random)
      throws Exception {
    long[] times = times(random, unit, START);
    Path folder = Files.createTempDirectory("sweep");
    Path file = SweepRuns.write(folder.resolve("events.csv"), times);
    Map<String, String> settings =
        Map.of(
            "pipeline.auto-watermark-interval",
            INTERVAL + " ms",
            "table.optimizer.agg-phase-strategy",
            random.nextBoolean() ? "ONE_PHASE" : "TWO_PHASE");
    try (SweepRuns runs = new SweepRuns(settings)) {
      long own = random.nextInt(12) * unit;
      runs.table("e", file, own);
      String query = query(keyed);
      FirstPass first =
          new FirstPass(0, "e", runs.run(String.format(query, windows.sql("e", unit))).run());
      assertThat(first.obstacle()).isNull();
      SlicedRows rows = first.followed().get(0);
      int number = 0;
      for (long delay : delays(rows, random)) {
        Losses model = LossModel.of(times, delay, INTERVAL, windows.model(unit));
        String table = "e" + number++;
        runs.table(table, file, delay);
        Ran real = runs.run(String.format(query, windows.sql(table, unit)));
        assertThat(real.droppedWhole()).as("model, delay %d", delay).isEqualTo(model.rows());
        assertThat(model.windows() - real.sum(0)).as("model").isEqualTo(model.contributions());
        assertThat(rows.rowsDropped().lost(delay))
            .as("rows, delay %d", delay)
            .isEqualTo(real.droppedWhole());
        assertThat(rows.contributionsLost().lost(delay))
            .as("contributions, delay %d", delay)
            .isEqualTo(model.windows() - real.sum(0));
      }
    } finally {
      delete(folder);
    }
  }

  private static String query(boolean keyed) {
    return "SELECT COUNT(*) FROM %s GROUP BY window_start, window_end" + (keyed ? ", k" : "");
  }

  /** Times that advance, jump, and fall back by up to forty units. */
  private static long[] times(Random random, long unit, long start) {
    long[] times = new long[ROWS];
    long now = start;
    for (int i = 0; i < ROWS; i++) {
      now += random.nextInt(4) * unit;
      long back = random.nextInt(3) == 0 ? random.nextInt(40) * unit : 0;
      times[i] = Math.max(start, now - back);
    }
    return times;
  }

  /** Delays on both sides of the curve's steps, and others. */
  private static List<Long> delays(SlicedRows rows, Random random) {
    TreeSet<Long> delays = new TreeSet<>(List.of(0L));
    long[] steps = rows.contributionsLost().steps();
    long most = steps[steps.length - 1] + 10 * DELAYS;
    while (delays.size() < DELAYS) {
      long step = steps[random.nextInt(steps.length)];
      delays.add(random.nextBoolean() ? step : Math.max(0, step - 1));
      delays.add(random.nextLong(most));
    }
    return new ArrayList<>(delays).subList(0, DELAYS);
  }

  private static void delete(Path folder) throws IOException {
    try (Stream<Path> files = Files.walk(folder)) {
      for (Path each : files.sorted(Comparator.reverseOrder()).toList()) {
        Files.delete(each);
      }
    }
  }
}
