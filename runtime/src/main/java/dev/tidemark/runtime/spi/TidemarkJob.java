package dev.tidemark.runtime.spi;

import java.util.function.LongSupplier;
import org.apache.flink.core.execution.JobClient;

/** A job of this target, as who has submitted it sees it. */
public interface TidemarkJob extends JobClient {

  /**
   * How many records Flink's own counters say were dropped because they came late: 0 until the job
   * is over. They count less than is lost: operators without a counter nothing, a window
   * aggregation in two phases its partial sums, HOP only records that are in none of their windows.
   *
   * @return a supplier that keeps nothing else of the job
   */
  LongSupplier lateRecordsDropped();
}
