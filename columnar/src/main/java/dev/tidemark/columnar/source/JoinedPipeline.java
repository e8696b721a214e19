package dev.tidemark.columnar.source;

import dev.tidemark.columnar.csv.Scanner;
import dev.tidemark.columnar.join.Join;
import dev.tidemark.columnar.join.JoinSide;
import dev.tidemark.columnar.op.Stage;
import dev.tidemark.columnar.op.StageContext;
import dev.tidemark.columnar.op.StageSpec;
import dev.tidemark.runtime.TidemarkOptions;
import dev.tidemark.runtime.engine.Turns;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Collections;
import java.util.IdentityHashMap;
import java.util.List;
import java.util.Objects;
import org.apache.flink.configuration.ReadableConfig;
import org.apache.flink.util.function.FunctionWithException;

/**
 * A pipeline with joins, whose scans take turns row by row as the sources of a job do. It is built
 * from its end: where rows go is known before what makes them.
 */
final class JoinedPipeline {
  private final StageContext context;
  private final FunctionWithException<PipelineSpec, Scanner, Exception> scanners;

  /** The places of the scans, in the order in which they are met from left to right. */
  private final IdentityHashMap<PipelineSpec, Integer> scans = new IdentityHashMap<>();

  private final List<TurnInput> inputs;

  /** Of rows that several read, the ways on from them that are known, each at its place. */
  private final IdentityHashMap<PipelineSpec, Route[]> shared = new IdentityHashMap<>();

  private final List<Join> joins = new ArrayList<>();
  private final Join last;
  private final int turnsAtOnce;
  private final boolean finalWatermark;
  private final Turns turns;

  /**
   * @param scanners opens the scan of a pipeline
   * @param configuration the job's
   */
  JoinedPipeline(
      PipelineSpec spec,
      StageContext context,
      FunctionWithException<PipelineSpec, Scanner, Exception> scanners,
      ReadableConfig configuration)
      throws Exception {
    this.context = context;
    this.scanners = scanners;
    this.finalWatermark = configuration.get(TidemarkOptions.FINAL_WATERMARK);
    this.turnsAtOnce = context.batchRows();
    findScans(spec);
    this.inputs = new ArrayList<>(Collections.nCopies(scans.size(), null));
    this.last = join(spec, Route.out(), List.of());
    this.turns = new Turns(inputs.size(), configuration);
  }

  private void findScans(PipelineSpec spec) {
    if (spec.joined() != null) {
      findScans(spec.joined().left());
      findScans(spec.joined().right());
    } else if (spec.shared() != null) {
      findScans(spec.shared().rows());
    } else {
      scans.putIfAbsent(spec, scans.size());
    }
  }

  /**
   * Connects what comes into a join.
   *
   * @param route the way of what it makes
   * @param path the joins on the way from its inputs to the last one, behind it
   */
  private Join join(PipelineSpec spec, Route route, List<Join> path) throws Exception {
    Join join = spec.joined().join().create(context, singly(route.behind(spec.stages())));
    List<Join> way = path;
    if (!joins.isEmpty()) { // the last one hands on what it makes when it suits
      way = new ArrayList<>(List.of(join));
      way.addAll(path);
    }
    joins.add(join);
    connect(spec.joined().left(), Route.into(join, 0, way));
    connect(spec.joined().right(), Route.into(join, 1, way));
    return join;
  }

  /** Builds what makes rows that go some way. */
  private void connect(PipelineSpec spec, Route route) throws Exception {
    if (spec.joined() != null) {
      join(spec, route, route.path());
    } else if (spec.shared() != null) {
      Route[] ways =
          shared.computeIfAbsent(spec.shared().rows(), rows -> new Route[spec.shared().readers()]);
      ways[spec.shared().place()] = route.behind(spec.stages());
      if (Arrays.stream(ways).allMatch(Objects::nonNull)) {
        connect(spec.shared().rows(), Route.fork(List.of(ways)));
      }
    } else {
      Scanner scanner = scanners.apply(spec);
      context.closing().add(scanner);
      List<Landing> landings = new ArrayList<>();
      Stage first = atOnce(route.behind(spec.stages()), landings);
      inputs.set(scans.get(spec), new TurnInput(scanner, first, landings));
    }
  }

  /**
   * What is done with all rows of a batch at once.
   *
   * @param landings gets where that ends
   */
  private Stage atOnce(Route route, List<Landing> landings) throws Exception {
    int places = route.places();
    Stage end;
    if (places == route.stages().size() && !route.forks().isEmpty()) {
      List<LandingFork.Branch> branches = new ArrayList<>();
      for (Route each : route.forks()) {
        int before = landings.size();
        Stage first = atOnce(each, landings);
        branches.add(new LandingFork.Branch(first, landings.get(before)));
      }
      end = new LandingFork(branches);
    } else {
      Stage later = places == route.stages().size() ? null : singly(route.without(places));
      Landing landing = new Landing(route.join(), route.side(), later, route.path());
      landings.add(landing);
      end = landing;
    }
    return chain(route.stages().subList(0, places), end);
  }

  /** What is done with rows one by one. */
  private Stage singly(Route route) throws Exception {
    Stage end = route.join() == null ? null : new JoinSide(route.join(), route.side());
    if (!route.forks().isEmpty()) {
      List<Fork.Branch> branches = new ArrayList<>();
      for (Route each : route.forks()) {
        branches.add(new Fork.Branch(singly(each), each.path()));
      }
      end = new Fork(branches);
    }
    return chain(route.stages(), end);
  }

  private Stage chain(List<StageSpec> stages, Stage end) throws Exception {
    Stage next = end;
    for (int i = stages.size() - 1; i >= 0; i--) {
      next = stages.get(i).create(context, next);
    }
    return next;
  }

  /**
   * Some turns are taken.
   *
   * @return false if no source has any left
   */
  boolean step() throws Exception {
    try {
      for (int i = 0; i < turnsAtOnce && !inputs.isEmpty(); i++) {
        turn();
      }
    } catch (Exception e) {
      last.flush(); // what was made before, which may have failed before
      throw e;
    }
    last.flush();
    for (Join each : joins) {
      each.tidy();
    }
    return !inputs.isEmpty();
  }

  private void turn() throws Exception {
    int source = turns.next();
    TurnInput input = inputs.get(source);
    if (!input.turn()) {
      if (finalWatermark) {
        input.finish();
      }
      inputs.remove(source);
      turns.end(source);
    }
  }
}
