package dev.tidemark.insight.sweep;

import dev.tidemark.insight.run.Probe;
import dev.tidemark.insight.run.RunContext;
import dev.tidemark.runtime.observe.NodeObserver;
import dev.tidemark.runtime.observe.ObservedNode;
import java.util.HashMap;
import java.util.Map;

/**
 * Counts by how much the rows were too late that the operators of a run lost: for operators whose
 * curve takes several runs, what says which delays are worth one.
 */
public final class LatenessProbe implements Probe {
  /** Different latenesses that are kept exactly for one operator. */
  private static final int CAP = 1 << 16;

  private static final StepCurve NOTHING = new StepCurve(new Thresholds(CAP));

  private final Map<Integer, Thresholds> rows = new HashMap<>();
  private final Map<Integer, Thresholds> losses = new HashMap<>();

  @Override
  public NodeObserver observe(ObservedNode node, RunContext context) {
    return null;
  }

  @Override
  public void tooLate(int node, boolean whole, int windows, long by) {
    long lostUpTo = Math.max(0, by - 1);
    losses.computeIfAbsent(node, n -> new Thresholds(CAP)).add(lostUpTo);
    if (whole) {
      rows.computeIfAbsent(node, n -> new Thresholds(CAP)).add(lostUpTo);
    }
  }

  /** Rows dropped whole by an operator, against a delay on top of the run's own. */
  StepCurve rowsDropped(int node) {
    return rows.containsKey(node) ? new StepCurve(rows.get(node)) : NOTHING;
  }

  /** Rows with any loss at an operator, against a delay on top of the run's own. */
  StepCurve rowsWithLoss(int node) {
    return losses.containsKey(node) ? new StepCurve(losses.get(node)) : NOTHING;
  }
}
