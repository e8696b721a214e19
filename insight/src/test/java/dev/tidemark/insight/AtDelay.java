package dev.tidemark.insight;

import static org.assertj.core.api.Assertions.assertThat;

import dev.tidemark.insight.ledger.Drop;

/** The same program over the same rows, with another watermark delay. */
@FunctionalInterface
public interface AtDelay {
  /**
   * Runs it.
   *
   * @param delay in milliseconds
   */
  Observed run(long delay) throws Exception;

  /** Asserts that a dropped row is kept with the delay that its entry names, and not with less. */
  default void keepsFromItsDelayOn(Drop drop) throws Exception {
    long delay = drop.keepingDelay().orElseThrow();
    assertThat(run(delay - 1).lost()).contains(drop.row().ordinal());
    assertThat(run(delay).lost()).doesNotContain(drop.row().ordinal());
  }
}
