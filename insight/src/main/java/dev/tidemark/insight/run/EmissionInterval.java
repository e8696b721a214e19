package dev.tidemark.insight.run;

import dev.tidemark.runtime.TidemarkOptions;
import dev.tidemark.runtime.plan.Plan;
import dev.tidemark.runtime.time.ClockMode;
import dev.tidemark.runtime.time.WatermarkPolicy;
import org.apache.flink.configuration.Configuration;

/**
 * By how much a new watermark of a {@code WATERMARK FOR} clause has to be ahead of the last one.
 */
public final class EmissionInterval {
  private EmissionInterval() {}

  /**
   * Milliseconds by which it has to be ahead, and more; {@link #isByClock} tells where no number of
   * them decides.
   */
  public static long of(Plan plan) {
    // Under the policy per record, the generator's timer is served after each record.
    return policy(plan) == WatermarkPolicy.PER_RECORD
        ? 0
        : plan.executionConfig().getAutoWatermarkInterval();
  }

  /** Whether watermarks go out by the computer's clock. */
  public static boolean isByClock(Plan plan) {
    return policy(plan) == WatermarkPolicy.WALL_CLOCK;
  }

  private static WatermarkPolicy policy(Plan plan) {
    Configuration configuration = plan.jobGraph().getJobConfiguration();
    WatermarkPolicy policy = configuration.get(TidemarkOptions.WATERMARK_POLICY);
    return policy == WatermarkPolicy.AUTO
            && configuration.get(TidemarkOptions.CLOCK) == ClockMode.WALL
        ? WatermarkPolicy.WALL_CLOCK
        : policy;
  }
}
