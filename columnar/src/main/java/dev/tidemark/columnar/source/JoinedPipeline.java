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
import java.util.List;
import org.apache.flink.configuration.ReadableConfig;
import org.apache.flink.util.function.FunctionWithException;

/** A pipeline with joins, whose scans take turns row by row as the sources of a job do. */
final class JoinedPipeline {
  private final StageContext context;
  private final FunctionWithException<PipelineSpec, Scanner, Exception> scanners;
  private final List<TurnInput> inputs = new ArrayList<>();

  /** For each input, the joins that hand on what they made before the next turn. */
  private final List<List<Join>> inner = new ArrayList<>();

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
    this.last = join(spec, null);
    inputs(spec.joined(), last, List.of());
    this.turns = new Turns(inputs.size(), configuration);
  }

  private Join join(PipelineSpec spec, Stage end) throws Exception {
    Join join = spec.joined().join().create(context, chain(spec.stages(), end));
    joins.add(join);
    return join;
  }

  /**
   * Connects what comes into a join.
   *
   * @param path the joins on the way to the last one, which is not among them
   */
  private void inputs(JoinedSpec spec, Join join, List<Join> path) throws Exception {
    input(spec.left(), join, 0, path);
    input(spec.right(), join, 1, path);
  }

  private void input(PipelineSpec spec, Join join, int side, List<Join> path) throws Exception {
    if (spec.joined() != null) {
      Join lower = join(spec, new JoinSide(join, side));
      List<Join> longer = new ArrayList<>();
      longer.add(lower);
      longer.addAll(path);
      inputs(spec.joined(), lower, longer);
      return;
    }
    int places = 0;
    while (places < spec.stages().length && !spec.stages()[places].changesRows()) {
      places++;
    }
    StageSpec[] atOnce = Arrays.copyOf(spec.stages(), places);
    StageSpec[] singly = Arrays.copyOfRange(spec.stages(), places, spec.stages().length);
    Stage later = singly.length == 0 ? null : chain(singly, new JoinSide(join, side));
    TurnInput input = new TurnInput(scanners.apply(spec), join, side, later);
    context.closing().add(input);
    input.first(chain(atOnce, input));
    inputs.add(input);
    inner.add(path);
  }

  private Stage chain(StageSpec[] stages, Stage end) throws Exception {
    Stage next = end;
    for (int i = stages.length - 1; i >= 0; i--) {
      next = stages[i].create(context, next);
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
    boolean more = inputs.get(source).turn();
    if (!more && finalWatermark) {
      inputs.get(source).finish();
    }
    List<Join> lower = inner.get(source);
    for (int i = 0; i < lower.size(); i++) {
      lower.get(i).flush();
    }
    if (!more) {
      inputs.remove(source);
      inner.remove(source);
      turns.end(source);
    }
  }
}
