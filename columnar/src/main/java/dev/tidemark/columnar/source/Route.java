package dev.tidemark.columnar.source;

import dev.tidemark.columnar.join.Join;
import dev.tidemark.columnar.op.StageSpec;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;

/**
 * The way of rows to the joins they come to.
 *
 * @param stages what is done with them first
 * @param join gets them then; null if they go several ways, or to no join
 * @param side as which input
 * @param path that join and those behind it up to the last one, which is not among them
 * @param forks the ways they go then, if they go several
 */
record Route(List<StageSpec> stages, Join join, int side, List<Join> path, List<Route> forks) {

  /** Out of the last join. */
  static Route out() {
    return new Route(List.of(), null, 0, List.of(), List.of());
  }

  static Route into(Join join, int side, List<Join> path) {
    return new Route(List.of(), join, side, path, List.of());
  }

  static Route fork(List<Route> forks) {
    return new Route(List.of(), null, 0, List.of(), forks);
  }

  /** The same after something else has been done. */
  Route behind(StageSpec[] before) {
    List<StageSpec> all = new ArrayList<>(Arrays.asList(before));
    all.addAll(stages);
    return new Route(all, join, side, path, forks);
  }

  /** The same without the first stages. */
  Route without(int count) {
    return new Route(stages.subList(count, stages.size()), join, side, path, forks);
  }

  /** How many of the first stages keep rows in their places. */
  int places() {
    int places = 0;
    while (places < stages.size() && !stages.get(places).changesRows()) {
      places++;
    }
    return places;
  }
}
