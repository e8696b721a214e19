package dev.tidemark.columnar;

import org.apache.flink.configuration.ConfigOption;
import org.apache.flink.configuration.ConfigOptions;
import org.apache.flink.configuration.MemorySize;

/** The settings of columnar execution. */
public final class ColumnarOptions {
  /** Whether plans are rewritten at all. */
  public static final ConfigOption<Boolean> ENABLED =
      ConfigOptions.key("tidemark.columnar.enabled")
          .booleanType()
          .defaultValue(true)
          .withDescription(
              "Whether the parts of a plan that are understood to the last detail run in columns."
                  + " The results are the same, only the time differs.");

  /** How many rows are handled together. */
  public static final ConfigOption<Integer> BATCH_ROWS =
      ConfigOptions.key("tidemark.columnar.batch-rows")
          .intType()
          .defaultValue(2048)
          .withDescription("Rows in a batch, 1 to 1,000,000. Results do not depend on it.");

  /** How much state the columnar operators of a job may hold. */
  public static final ConfigOption<MemorySize> MEMORY =
      ConfigOptions.key("tidemark.columnar.memory")
          .memoryType()
          .noDefaultValue()
          .withDescription(
              "How much state the columnar operators of a job may hold; without it, half of the"
                  + " heap. A job that needs more fails and says what to do.");

  /** Whether files are read on a thread of their own. */
  public static final ConfigOption<Boolean> READ_AHEAD =
      ConfigOptions.key("tidemark.columnar.read-ahead")
          .booleanType()
          .defaultValue(false)
          .withDescription(
              "Whether files are read and parsed on a thread of their own, a few batches ahead of the"
                  + " operators. Results do not depend on it.");

  private ColumnarOptions() {}
}
