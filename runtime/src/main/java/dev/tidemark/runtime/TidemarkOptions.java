package dev.tidemark.runtime;

import dev.tidemark.runtime.time.ClockMode;
import dev.tidemark.runtime.time.WatermarkPolicy;
import java.time.Duration;
import java.time.Instant;
import java.time.format.DateTimeParseException;
import java.util.Arrays;
import org.apache.flink.configuration.ConfigOption;
import org.apache.flink.configuration.ConfigOptions;
import org.apache.flink.configuration.ReadableConfig;

/** The settings of the target {@code tidemark}; all are read from the job's configuration. */
public final class TidemarkOptions {
  /** The value of {@code execution.target} that selects this runtime. */
  public static final String TARGET = "tidemark";

  /** When watermark generators emit. */
  public static final ConfigOption<WatermarkPolicy> WATERMARK_POLICY =
      ConfigOptions.key("tidemark.watermark.policy")
          .enumType(WatermarkPolicy.class)
          .defaultValue(WatermarkPolicy.AUTO)
          .withDescription(
              "When periodic watermark generators emit: auto (SQL: as if all input arrived at once;"
                  + " DataStream: after each record), per-record, at-once, wall-clock.");

  /** How much later than the program says the watermarks of SQL's tables are. */
  public static final ConfigOption<Long> EXTRA_DELAY =
      ConfigOptions.key("tidemark.watermark.extra-delay-ms")
          .longType()
          .defaultValue(0L)
          .withDescription(
              "Milliseconds that are taken from every watermark of a WATERMARK FOR clause: the run"
                  + " is as if the clause had a delay that is larger by so much, or smaller if"
                  + " this is negative.");

  /** What processing time is. */
  public static final ConfigOption<ClockMode> CLOCK =
      ConfigOptions.key("tidemark.clock")
          .enumType(ClockMode.class)
          .defaultValue(ClockMode.AUTO)
          .withDescription(
              "Processing time: frozen (stands still), wall (the computer's clock), auto (wall only"
                  + " for DataStream programs with an unbounded source).");

  /** Where a frozen clock stands. */
  public static final ConfigOption<String> CLOCK_START =
      ConfigOptions.key("tidemark.clock.start")
          .stringType()
          .noDefaultValue()
          .withDescription(
              "The instant (ISO-8601, for example 2026-01-01T00:00:00Z) at which a frozen clock"
                  + " stands. Without it, the midnight (UTC) before the job started, so that"
                  + " PROCTIME() repeats within a day and stays comparable with CURRENT_TIMESTAMP.");

  /** Permutes the order in which sources take their turns. */
  public static final ConfigOption<Long> SCHEDULE_SEED =
      ConfigOptions.key("tidemark.schedule.seed")
          .longType()
          .noDefaultValue()
          .withDescription(
              "Seed of a permutation of the turns that several sources take; without it they take"
                  + " turns in the plan's order, one record each.");

  /** How long an unbounded source may keep the others waiting. */
  public static final ConfigOption<Duration> SOURCE_PATIENCE =
      ConfigOptions.key("tidemark.source.patience")
          .durationType()
          .defaultValue(Duration.ofSeconds(1))
          .withDescription(
              "How long an unbounded source that has nothing to give keeps the other sources"
                  + " waiting for its turn. Bounded sources are always waited for.");

  /** Whether the end of bounded input moves event time to its end. */
  public static final ConfigOption<Boolean> FINAL_WATERMARK =
      ConfigOptions.key("tidemark.final-watermark")
          .booleanType()
          .defaultValue(true)
          .withDescription(
              "Whether a source that ends sends the final watermark, as in Flink. With false, what"
                  + " waits for event time at the end is not emitted, as if the stream went on.");

  /** Names who observes the run; set by the program that embeds the runtime, not by people. */
  public static final ConfigOption<String> OBSERVER =
      ConfigOptions.key("tidemark.observer")
          .stringType()
          .noDefaultValue()
          .withDescription("Name of an observer that is registered in this process.");

  private TidemarkOptions() {}

  /**
   * Reads every option once, so that a wrong value is found before a job starts.
   *
   * @throws IllegalArgumentException naming the option and what it may be
   */
  public static void check(ReadableConfig configuration) {
    parse(configuration, WATERMARK_POLICY, Arrays.toString(WatermarkPolicy.values()));
    parse(configuration, EXTRA_DELAY, "a whole number of milliseconds");
    parse(configuration, CLOCK, Arrays.toString(ClockMode.values()));
    parse(configuration, SCHEDULE_SEED, "a whole number");
    parse(configuration, FINAL_WATERMARK, "true or false");
    parse(configuration, SOURCE_PATIENCE, "a duration such as 1 s");
    String start = configuration.getOptional(CLOCK_START).orElse(null);
    if (start != null) {
      try {
        Instant.parse(start);
      } catch (DateTimeParseException e) {
        throw wrong(CLOCK_START, "an instant such as 2026-01-01T00:00:00Z");
      }
    }
  }

  private static void parse(ReadableConfig configuration, ConfigOption<?> option, String expected) {
    try {
      configuration.getOptional(option);
    } catch (IllegalArgumentException e) {
      throw wrong(option, expected);
    }
  }

  /** Without the parser's exception as its cause, which names a class and not the setting. */
  private static IllegalArgumentException wrong(ConfigOption<?> option, String expected) {
    return new IllegalArgumentException(
        "The value of " + option.key() + " cannot be read. Expected: " + expected + ".");
  }
}
