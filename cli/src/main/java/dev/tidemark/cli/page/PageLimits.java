package dev.tidemark.cli.page;

import java.time.Duration;

/**
 * How long runs go on at which nobody looks; a page that shows a run looks at it.
 *
 * @param waiting for those that wait for a click or for a line
 * @param running for those that go on by themselves
 */
public record PageLimits(Duration waiting, Duration running) {

  /** What {@code tidemark up} has without options. */
  public static final PageLimits DEFAULT =
      new PageLimits(Duration.ofMinutes(10), Duration.ofHours(1));
}
