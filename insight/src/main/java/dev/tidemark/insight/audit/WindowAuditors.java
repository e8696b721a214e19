package dev.tidemark.insight.audit;

import dev.tidemark.insight.audit.BehindWatermark.RowTime;
import dev.tidemark.insight.ledger.DropReason;
import dev.tidemark.runtime.compat.OperatorFields;
import dev.tidemark.runtime.compat.WindowFields;
import dev.tidemark.runtime.observe.ObservedNode;
import dev.tidemark.runtime.plan.PlanEdge;
import dev.tidemark.runtime.plan.PlanInput;
import java.time.ZoneId;
import java.util.HashMap;
import java.util.Map;
import java.util.function.LongUnaryOperator;
import org.apache.flink.api.java.functions.KeySelector;
import org.apache.flink.streaming.api.operators.AbstractStreamOperator;
import org.apache.flink.streaming.api.operators.StreamOperator;
import org.apache.flink.table.data.RowData;
import org.apache.flink.table.runtime.operators.aggregate.window.LocalSlicingWindowAggOperator;
import org.apache.flink.table.runtime.operators.join.window.WindowJoinOperator;
import org.apache.flink.table.runtime.operators.join.window.asyncprocessing.AsyncStateWindowJoinOperator;
import org.apache.flink.table.runtime.operators.window.TimeWindow;
import org.apache.flink.table.runtime.operators.window.groupwindow.assigners.CumulativeWindowAssigner;
import org.apache.flink.table.runtime.operators.window.groupwindow.assigners.GroupWindowAssigner;
import org.apache.flink.table.runtime.operators.window.groupwindow.assigners.SessionWindowAssigner;
import org.apache.flink.table.runtime.operators.window.groupwindow.assigners.SlidingWindowAssigner;
import org.apache.flink.table.runtime.operators.window.groupwindow.assigners.TumblingWindowAssigner;
import org.apache.flink.table.runtime.operators.window.groupwindow.operator.WindowOperator;
import org.apache.flink.table.runtime.operators.window.tvf.common.WindowAssigner;
import org.apache.flink.table.runtime.operators.window.tvf.operator.UnalignedWindowTableFunctionOperator;
import org.apache.flink.table.runtime.operators.window.tvf.operator.WindowTableFunctionOperatorBase;
import org.apache.flink.table.runtime.operators.window.tvf.slicing.SliceAssigner;

/** Judges SQL's window operators. */
final class WindowAuditors {
  /** First phases of window aggregations whose rows may be lost between the phases. */
  private final Map<Integer, PendingSlices> firstPhases = new HashMap<>();

  private final WindowStarts starts = new WindowStarts();

  /** Null for an operator that is none of these. */
  Verdict judge(ObservedNode node) {
    starts.pass(node);
    StreamOperator<?> operator = node.operator();
    if (operator instanceof LocalSlicingWindowAggOperator local) {
      return firstPhase(node, local);
    }
    Object processor = WindowFields.processor(operator);
    if (processor != null) {
      return window(node, processor);
    }
    if (operator instanceof WindowJoinOperator
        || operator instanceof AsyncStateWindowJoinOperator) {
      return join(node, operator);
    }
    if (operator instanceof WindowOperator<?, ?> group) {
      return group(group);
    }
    if (operator instanceof WindowTableFunctionOperatorBase) {
      return windowFunction(operator);
    }
    return null;
  }

  private Verdict firstPhase(ObservedNode node, LocalSlicingWindowAggOperator local) {
    ZoneId zone = WindowFields.zone(local);
    Slices slices = new Slices(WindowFields.assigner(local), zone);
    PendingSlices pending = null;
    if (slices.flushMayMissWindowEnd()) {
      pending = PendingSlices.firstPhase(WindowFields.keys(local));
      firstPhases.put(node.plan().id(), pending);
    }
    PendingSlices held = pending;
    return new Verdict.Audited(
        books -> new SliceAudit(books, slices, DropReason.WINDOW_AGGREGATE, held),
        RowWindowing.sliced(slices, zone));
  }

  private Verdict window(ObservedNode node, Object processor) {
    WindowAssigner assigner = WindowFields.assigner(processor);
    if (assigner == null) {
      return endOnly(node, processor);
    }
    if (!assigner.isEventTime()) {
      return new Verdict.NeverDrops();
    }
    if (assigner instanceof SliceAssigner sliceAssigner) {
      ZoneId zone = WindowFields.zone(processor);
      Slices slices = new Slices(sliceAssigner, zone);
      return slices.isSecondPhase() ? secondPhase(node, slices) : onlyPhase(node, slices, zone);
    }
    int column = WindowFields.rowTimeIndex(assigner);
    if (column < 0) {
      // The sessions were made above, and come when their end is reached, never later.
      return new Verdict.NeverDrops();
    }
    return session(
        node.operator(),
        column,
        OperatorFields.number(assigner, "sessionGap"),
        WindowFields.zone(processor),
        0,
        DropReason.SESSION_WINDOW);
  }

  private static Verdict.Audited session(
      StreamOperator<?> operator,
      int column,
      long gap,
      ZoneId zone,
      long allowedLateness,
      DropReason reason) {
    Keys keys = ((AbstractStreamOperator<?>) operator)::getCurrentKey;
    SessionRule rule = new SessionRule(RowTime.column(column), gap, zone, allowedLateness, keys);
    return new Verdict.Audited(
        books -> new CounterAudit(books, reason, rule, CounterAudit.LATE),
        RowWindowing.sessions(rule, zone, allowedLateness, keys));
  }

  /** Window Top-N and window deduplicate. */
  private Verdict endOnly(ObservedNode node, Object processor) {
    String name = processor.getClass().getSimpleName();
    DropReason reason =
        name.contains("Rank")
            ? DropReason.WINDOW_RANK
            : name.contains("Deduplicate") ? DropReason.WINDOW_DEDUPLICATE : null;
    if (reason == null) {
      return new Verdict.NotAudited("unknown kind of window: " + name);
    }
    ZoneId zone = WindowFields.zone(processor);
    WindowEndRule rule =
        new WindowEndRule(
            new int[] {OperatorFields.index(processor, "windowEndIndex")},
            new LongUnaryOperator[] {starts.at(node, 0)},
            zone);
    return new Verdict.Audited(
        books -> new CounterAudit(books, reason, rule, CounterAudit.LATE),
        RowWindowing.attached(rule, zone));
  }

  private Verdict join(ObservedNode node, StreamOperator<?> operator) {
    ZoneId zone = WindowFields.shiftTimeZone(operator);
    WindowEndRule rule =
        new WindowEndRule(
            new int[] {
              OperatorFields.index(operator, "leftWindowEndIndex"),
              OperatorFields.index(operator, "rightWindowEndIndex")
            },
            new LongUnaryOperator[] {starts.at(node, 0), starts.at(node, 1)},
            zone);
    return new Verdict.Audited(
        books ->
            new CounterAudit(
                books,
                DropReason.WINDOW_JOIN,
                rule,
                "leftNumLateRecordsDropped",
                "rightNumLateRecordsDropped"),
        RowWindowing.attached(rule, zone));
  }

  private static Verdict group(WindowOperator<?, ?> operator) {
    GroupWindowAssigner<TimeWindow> assigner = WindowFields.groupAssigner(operator);
    if (!assigner.isEventTime()) {
      return new Verdict.NeverDrops();
    }
    int column = OperatorFields.index(operator, "rowtimeIndex");
    ZoneId zone = WindowFields.shiftTimeZone(operator);
    long lateness = OperatorFields.number(operator, "allowedLateness");
    if (assigner instanceof SessionWindowAssigner) {
      long gap = OperatorFields.number(assigner, "sessionGap");
      return session(operator, column, gap, zone, lateness, DropReason.GROUP_WINDOW);
    }
    if (assigner instanceof TumblingWindowAssigner
        || assigner instanceof SlidingWindowAssigner
        || assigner instanceof CumulativeWindowAssigner) {
      return new Verdict.Audited(
          books -> new GroupWindowAudit(books, assigner, RowTime.column(column), zone, lateness),
          RowWindowing.grouped(assigner, RowTime.column(column), zone, lateness));
    }
    return new Verdict.NotAudited("unknown kind of window: " + assigner);
  }

  /** Attaches windows to rows. Only sessions can be over; the others are taken apart below. */
  private static Verdict windowFunction(StreamOperator<?> operator) {
    GroupWindowAssigner<TimeWindow> assigner = WindowFields.groupAssigner(operator);
    if (!assigner.isEventTime()) {
      return new Verdict.NeverDrops();
    }
    int column = OperatorFields.index(operator, "rowtimeIndex");
    if (!(operator instanceof UnalignedWindowTableFunctionOperator)) {
      return new Verdict.Audited(books -> NullTimeAudit.alone(books, column));
    }
    Verdict.Audited session =
        session(
            operator,
            column,
            OperatorFields.number(assigner, "sessionGap"),
            WindowFields.shiftTimeZone(operator),
            0,
            DropReason.SESSION_WINDOW);
    return new Verdict.Audited(
        books -> new NullTimeAudit(books, column, session.audit()), session.windows());
  }

  @SuppressWarnings("unchecked")
  private static <T> KeySelector<T, RowData> stateKeys(ObservedNode node) {
    return (KeySelector<T, RowData>)
        (KeySelector<?, ?>)
            node.plan()
                .config()
                .getStatePartitioner(0, Thread.currentThread().getContextClassLoader());
  }

  private static Verdict onlyPhase(ObservedNode node, Slices slices, ZoneId zone) {
    PendingSlices pending =
        slices.flushMayMissWindowEnd() ? PendingSlices.onlyPhase(stateKeys(node), slices) : null;
    return new Verdict.Audited(
        books -> new SliceAudit(books, slices, DropReason.WINDOW_AGGREGATE, pending),
        RowWindowing.sliced(slices, zone));
  }

  /** The rows were counted in the first phase; what comes here are sums of them. */
  private Verdict secondPhase(ObservedNode node, Slices slices) {
    for (PlanInput input : node.plan().inputs()) {
      for (PlanEdge edge : input.edges()) {
        PendingSlices pending = firstPhases.get(edge.sourceId());
        if (pending != null) {
          return new Verdict.Helper(pending.secondPhase(slices, stateKeys(node)));
        }
      }
    }
    return new Verdict.NeverDrops();
  }
}
