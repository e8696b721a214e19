package dev.tidemark.insight.audit;

import dev.tidemark.insight.ledger.Window;
import dev.tidemark.runtime.compat.WindowFields;
import dev.tidemark.runtime.observe.ObservedNode;
import java.util.List;
import org.apache.flink.table.data.RowData;
import org.apache.flink.table.runtime.operators.aggregate.window.LocalSlicingWindowAggOperator;
import org.apache.flink.table.runtime.operators.window.tvf.common.WindowAggOperator;
import org.apache.flink.table.runtime.operators.window.tvf.slicing.SliceAssigner;

/** To which windows of an operator a row belongs: for TUMBLE, HOP and CUMULATE by row time. */
public final class RowWindows {
  private final Slices slices;

  private RowWindows(Slices slices) {
    this.slices = slices;
  }

  /** Null for an operator that does not put single rows into such windows. */
  public static RowWindows of(ObservedNode node) {
    Slices slices = null;
    if (node.operator() instanceof LocalSlicingWindowAggOperator local) {
      slices = new Slices(WindowFields.assigner(local), WindowFields.zone(local));
    } else if (node.operator() instanceof WindowAggOperator<?, ?> window) {
      Object processor = WindowFields.processor(window);
      if (WindowFields.assigner(processor) instanceof SliceAssigner assigner) {
        slices = new Slices(assigner, WindowFields.zone(processor));
      }
    }
    return slices == null || !slices.isEventTime() || slices.isSecondPhase()
        ? null
        : new RowWindows(slices);
  }

  /** The row's event time in epoch milliseconds; null if the row carries only its window. */
  public Long rowTime(RowData row) {
    return slices.rowTime(row);
  }

  /** The windows of a row, earliest end first. */
  public List<Window> of(RowData row) {
    return slices.windowEnds(slices.sliceEnd(row)).stream().map(slices::window).toList();
  }

  /**
   * The windows at an event time, earliest end first.
   *
   * @param rowTime epoch milliseconds
   * @return empty if rows carry only their window and no event time
   */
  public List<Window> at(long rowTime) {
    return slices.at(rowTime);
  }

  /** A window's first millisecond and the first behind it, as row times are counted. */
  public Window asRowTimes(Window window) {
    return new Window(firesAt(new Window(0, window.start() + 1)), firesAt(window) + 1);
  }

  /** The watermark that emits a window, in epoch milliseconds. */
  public long firesAt(Window window) {
    return slices.firesAt(window);
  }
}
