package dev.tidemark.insight.audit;

import dev.tidemark.runtime.compat.OperatorFields;
import dev.tidemark.runtime.compat.WindowFields;
import dev.tidemark.runtime.observe.ObservedNode;
import dev.tidemark.runtime.plan.PlanEdge;
import java.util.HashMap;
import java.util.Map;
import java.util.function.LongUnaryOperator;
import org.apache.flink.streaming.api.operators.StreamOperator;
import org.apache.flink.table.runtime.operators.aggregate.window.LocalSlicingWindowAggOperator;
import org.apache.flink.table.runtime.operators.window.TimeWindow;
import org.apache.flink.table.runtime.operators.window.groupwindow.assigners.CumulativeWindowAssigner;
import org.apache.flink.table.runtime.operators.window.groupwindow.assigners.SlidingWindowAssigner;
import org.apache.flink.table.runtime.operators.window.groupwindow.assigners.TumblingWindowAssigner;
import org.apache.flink.table.runtime.operators.window.tvf.operator.AlignedWindowTableFunctionOperator;
import org.apache.flink.table.runtime.operators.window.tvf.slicing.SliceAssigner;

/**
 * Where windows start whose end is known: some operators read no more than the end of a row's
 * window, and the operator above that made the windows knows the rest.
 */
final class WindowStarts {
  private final Map<Integer, LongUnaryOperator> byNode = new HashMap<>();

  /** Takes note of an operator; those above it come first. */
  void pass(ObservedNode node) {
    LongUnaryOperator made = madeBy(node.operator());
    if (made != null) {
      byNode.put(node.plan().id(), made);
    } else if (!node.plan().isSource()) {
      byNode.put(node.plan().id(), at(node, 0));
    }
  }

  /** The start of a window with a given end, for windows that arrive at an input. */
  LongUnaryOperator at(ObservedNode node, int input) {
    for (PlanEdge edge : node.plan().inputs().get(input).edges()) {
      LongUnaryOperator above = byNode.get(edge.sourceId());
      if (above != null) {
        return above;
      }
    }
    // A window whose maker is not known is shown with its end alone.
    return LongUnaryOperator.identity();
  }

  private static LongUnaryOperator madeBy(StreamOperator<?> operator) {
    if (operator instanceof LocalSlicingWindowAggOperator local) {
      return new Slices(WindowFields.assigner(local), WindowFields.zone(local))::windowStart;
    }
    Object processor = WindowFields.processor(operator);
    if (processor != null) {
      return WindowFields.assigner(processor) instanceof SliceAssigner slices
          ? new Slices(slices, WindowFields.zone(processor))::windowStart
          : null;
    }
    if (operator instanceof AlignedWindowTableFunctionOperator) {
      return madeBy(WindowFields.groupAssigner(operator));
    }
    return null;
  }

  private static LongUnaryOperator madeBy(Object assigner) {
    if (assigner instanceof TumblingWindowAssigner || assigner instanceof SlidingWindowAssigner) {
      long size = OperatorFields.number(assigner, "size");
      return end -> end - size;
    }
    if (assigner instanceof CumulativeWindowAssigner) {
      long size = OperatorFields.number(assigner, "maxSize");
      long offset = OperatorFields.number(assigner, "offset");
      return end -> TimeWindow.getWindowStartWithOffset(end - 1, offset, size);
    }
    return null;
  }
}
