package dev.tidemark.insight.sweep;

import dev.tidemark.insight.ledger.Ledger;
import dev.tidemark.runtime.observe.RunEnd;
import java.util.List;
import java.util.OptionalLong;

/**
 * What a job's operators lose against the watermark delay.
 *
 * @param statement where the job's statement stands
 * @param ownDelay the script's own delay in milliseconds; empty if its watermarks are not of the
 *     form row time − one constant: then every delay counts on top of what the script says. Empty
 *     also if no row came that would have shown it
 * @param rerun why the job was run again for each delay; null if one run told everything
 * @param end how the script's own run ended
 * @param operators those that may drop rows, in the plan's order; without points if no row came
 * @param notAudited operators that may drop rows in ways that are not known
 */
public record JobSweep(
    String statement,
    OptionalLong ownDelay,
    String rerun,
    RunEnd end,
    List<SweptOperator> operators,
    List<Ledger.NotAudited> notAudited) {

  /** Whether no row came, so that nothing can be told of any delay. */
  public boolean isEmpty() {
    return ownDelay.isEmpty() && rerun == null;
  }

  /** The delay that stands for the script as it is, in milliseconds. */
  public long now() {
    return ownDelay.orElse(0);
  }
}
