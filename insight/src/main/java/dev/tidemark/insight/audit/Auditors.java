package dev.tidemark.insight.audit;

import dev.tidemark.insight.ledger.DropReason;
import dev.tidemark.insight.run.RunContext;
import dev.tidemark.runtime.compat.WindowFields;
import dev.tidemark.runtime.observe.ObservedNode;
import dev.tidemark.runtime.plan.PlanEdge;
import dev.tidemark.runtime.plan.PlanInput;
import java.util.HashMap;
import java.util.Map;
import org.apache.flink.api.java.functions.KeySelector;
import org.apache.flink.streaming.api.operators.StreamOperator;
import org.apache.flink.table.data.RowData;
import org.apache.flink.table.runtime.operators.aggregate.window.LocalSlicingWindowAggOperator;
import org.apache.flink.table.runtime.operators.window.tvf.common.WindowAggOperator;
import org.apache.flink.table.runtime.operators.window.tvf.common.WindowAssigner;
import org.apache.flink.table.runtime.operators.window.tvf.slicing.SliceAssigner;

/** Decides for each operator of a run whether it may drop rows, and by which rule. */
public final class Auditors {
  /** First phases of window aggregations whose rows may be lost between the phases. */
  private final Map<Integer, PendingSlices> firstPhases = new HashMap<>();

  /** Judges an operator; those above it come first. */
  public Verdict judge(ObservedNode node, RunContext run) {
    StreamOperator<?> operator = node.operator();
    if (operator instanceof LocalSlicingWindowAggOperator local) {
      return firstPhase(node, local);
    }
    if (operator instanceof WindowAggOperator<?, ?> window) {
      return window(node, run, window);
    }
    return KnownOperators.dropsNothing(operator)
        ? new Verdict.NeverDrops()
        : new Verdict.NotAudited("it may drop rows in ways that cannot be seen from outside");
  }

  private Verdict firstPhase(ObservedNode node, LocalSlicingWindowAggOperator local) {
    Slices slices = new Slices(WindowFields.assigner(local), WindowFields.zone(local));
    PendingSlices pending = null;
    if (slices.flushMayMissWindowEnd()) {
      pending = new PendingSlices(WindowFields.keys(local));
      firstPhases.put(node.plan().id(), pending);
    }
    PendingSlices held = pending;
    return new Verdict.Audited(
        books -> new SliceAudit(books, slices, DropReason.WINDOW_AGGREGATE, held));
  }

  private Verdict window(ObservedNode node, RunContext run, WindowAggOperator<?, ?> operator) {
    Object processor = WindowFields.processor(operator);
    WindowAssigner assigner = WindowFields.assigner(processor);
    if (!assigner.isEventTime()) {
      return new Verdict.NeverDrops();
    }
    if (!(assigner instanceof SliceAssigner sliceAssigner)) {
      return new Verdict.NotAudited("sessions are not audited yet");
    }
    Slices slices = new Slices(sliceAssigner, WindowFields.zone(processor));
    if (slices.isSecondPhase()) {
      return secondPhase(node, run, slices);
    }
    return new Verdict.Audited(books -> new SliceAudit(books, slices, reason(processor), null));
  }

  private static DropReason reason(Object processor) {
    String name = processor.getClass().getSimpleName();
    return name.contains("Rank")
        ? DropReason.WINDOW_RANK
        : name.contains("Dedup") ? DropReason.WINDOW_DEDUPLICATE : DropReason.WINDOW_AGGREGATE;
  }

  /** The rows were counted in the first phase; what comes here are sums of them. */
  private Verdict secondPhase(ObservedNode node, RunContext run, Slices slices) {
    @SuppressWarnings("unchecked")
    KeySelector<Object, RowData> keys =
        (KeySelector<Object, RowData>)
            (KeySelector<?, ?>)
                node.plan()
                    .config()
                    .getStatePartitioner(0, Thread.currentThread().getContextClassLoader());
    for (PlanInput input : node.plan().inputs()) {
      for (PlanEdge edge : input.edges()) {
        PendingSlices pending = firstPhases.get(edge.sourceId());
        if (pending != null) {
          return new Verdict.Helper(
              pending.secondPhase(slices, keys, () -> run.position(node).watermark()));
        }
      }
    }
    return new Verdict.NeverDrops();
  }
}
