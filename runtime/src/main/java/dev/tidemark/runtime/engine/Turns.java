package dev.tidemark.runtime.engine;

import dev.tidemark.runtime.TidemarkOptions;
import java.util.SplittableRandom;
import org.apache.flink.configuration.ReadableConfig;

/**
 * Which of several sources comes next: one after the other, or as a seed says. Sources have the
 * places 0 and on; when one ends, those behind it move up.
 */
public final class Turns {
  private final SplittableRandom random;
  private int sources;
  private int turn;

  /**
   * The turns of a job.
   *
   * @param sources how many there are at the start
   */
  public Turns(int sources, ReadableConfig configuration) {
    Long seed = configuration.getOptional(TidemarkOptions.SCHEDULE_SEED).orElse(null);
    this.random = seed == null ? null : new SplittableRandom(seed);
    this.sources = sources;
  }

  /** Whose turn it is; it takes it. */
  public int next() {
    int place = proposed();
    took(place);
    return place;
  }

  /** Whose turn it would be; to be asked once a turn, with {@link #took} after. */
  int proposed() {
    if (sources == 1) {
      return 0;
    }
    return random == null ? turn : random.nextInt(sources);
  }

  /** Says who has taken the turn. */
  void took(int place) {
    if (sources > 1) {
      turn = (place + 1) % sources;
    }
  }

  /** A source has ended, in its turn. */
  public void end(int place) {
    sources--;
    if (place < turn) {
      turn--;
    }
  }
}
