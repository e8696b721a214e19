package dev.tidemark.insight.sweep;

import java.util.List;
import java.util.OptionalLong;

/**
 * The knee of a curve that falls ever more slowly: the point that is farthest below the straight
 * line from its first to its last point (Kneedle: Satopää et al., 2011, without smoothing, on the
 * whole curve). Delays and losses are scaled to 0 … 1 first, so units do not matter.
 */
public final class Knee {
  private Knee() {}

  /**
   * Finds the knee.
   *
   * @param points contributions lost by rising delay
   * @return the delay of the knee in milliseconds; empty if the curve does not bend
   */
  public static OptionalLong of(List<SweepPoint> points) {
    if (points.size() < 3) {
      return OptionalLong.empty();
    }
    SweepPoint first = points.get(0);
    SweepPoint last = points.get(points.size() - 1);
    double width = last.delay() - first.delay();
    double height = first.contributionsLost() - last.contributionsLost();
    if (height <= 0) {
      return OptionalLong.empty();
    }
    double farthest = 0;
    OptionalLong knee = OptionalLong.empty();
    for (SweepPoint point : points) {
      double gone = (first.contributionsLost() - point.contributionsLost()) / height;
      double below = gone - (point.delay() - first.delay()) / width;
      if (below > farthest + 1e-12) {
        farthest = below;
        knee = OptionalLong.of(point.delay());
      }
    }
    return knee;
  }
}
